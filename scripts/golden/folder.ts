// Owns: where golden journals are kept and how one is unpacked. Each folder below `journals` holds a journal as one version of Kibitz has written it, and is never changed.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { root } from "../setup/paths.mjs"
import type { Facts } from "./facts.ts"

export const migrationsDir = join(root, "resources", "migrations")
const journals = join(import.meta.dirname, "journals")

export const goldenNames = (): string[] => readdirSync(journals).toSorted()

export function goldenFacts(name: string): Facts {
  return JSON.parse(readFileSync(join(journals, name, "facts.json"), "utf8"))
}

/** As Kibitz left it: the journal and the key of its audit log. Gives the path of the journal back. */
export function unpackGolden(name: string, dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, "kibitz.db")
  writeFileSync(file, gunzipSync(readFileSync(join(journals, name, "kibitz.db.gz"))), { mode: 0o600 })
  writeFileSync(join(dataDir, "audit.key"), readFileSync(join(journals, name, "audit.key")), { mode: 0o600 })
  return file
}

export function keepGolden(name: string, dataDir: string, facts: Facts): void {
  const folder = join(journals, name)
  // Fails where there is one: what a released version has written does not change any more.
  mkdirSync(folder)
  writeFileSync(join(folder, "kibitz.db.gz"), gzipSync(readFileSync(join(dataDir, "kibitz.db")), { level: 9 }))
  writeFileSync(join(folder, "audit.key"), readFileSync(join(dataDir, "audit.key")))
  writeFileSync(join(folder, "facts.json"), `${JSON.stringify(facts, null, 2)}\n`)
}
