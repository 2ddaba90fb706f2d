// Owns: what the journal of a killed host holds. A copy is read, so that looking changes nothing of what the next start finds.
import { copyFileSync, existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { Row } from "./check.ts"

const field = (name: string) => `payload ->> '$.${name}' as ${name}`
const query = `select seq, type, ${["agentId", "turnId", "messageId", "callId", "capability", "step", "until"].map(field).join(", ")}
  from events where seq > ? order by seq`

/** Oldest first. `scratch`: a file to copy to. */
export function rowsAfter(seq: number, dataDir: string, scratch: string): readonly Row[] {
  const file = join(dataDir, "kibitz.db")
  for (const ending of ["", "-wal"]) {
    rmSync(`${scratch}${ending}`, { force: true })
    if (existsSync(`${file}${ending}`)) copyFileSync(`${file}${ending}`, `${scratch}${ending}`)
  }
  const db = new DatabaseSync(scratch)
  try {
    return db.prepare(query).all(seq) as unknown as Row[]
  } finally {
    db.close()
  }
}
