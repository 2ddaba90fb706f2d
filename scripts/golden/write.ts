// `npm run golden -- <name>`: writes a golden journal with the code as it is now, for later versions to open. Once before a release that changed an event.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import { systemClock } from "@kibitz/adapters/system"
import { toInstant } from "@kibitz/contract"
import { transcriptOf } from "@kibitz/domain"
import { SetupFailure } from "../setup/progress.mjs"
import { factsOf } from "./facts.ts"
import { keepGolden, migrationsDir } from "./folder.ts"
import { play } from "./play.ts"
import { missingTypes, samples } from "./samples.ts"

export async function writeGolden([name]: readonly string[]): Promise<number> {
  if (!name) throw new SetupFailure("a golden journal needs a name", "npm run golden -- <name>, for example v2.")
  const base = mkdtempSync(join(tmpdir(), "kibitz-golden-"))
  try {
    const dataDir = join(base, "data")
    await play({ dataDir, workspace: join(base, "shop") })
    const file = join(dataDir, "kibitz.db")
    const journal = sqliteJournal({ file, migrationsDir })
    await addSamples(journal)
    const facts = factsOf(journal)
    journal.close()
    const missing = missingTypes(Object.keys(facts.types))
    if (missing.length > 0) throw new Error(`no event of these types was written: ${missing.join(", ")}. Add them to samples.ts.`)
    keepGolden(name, dataDir, facts)
    return 0
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

async function addSamples(journal: ReturnType<typeof sqliteJournal>): Promise<void> {
  const now = systemClock().now()
  const at = toInstant(now)
  for (const event of await samples(at, toInstant(now.add({ minutes: 1 })))) {
    journal.append([{ seq: journal.last() + 1, at, event, transcriptOf: transcriptOf(event) }])
  }
}
