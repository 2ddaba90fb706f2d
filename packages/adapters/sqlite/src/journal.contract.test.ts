import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { EventDecoder } from "@kibitz/contract"
import { journalContract } from "@kibitz/testkit/contracts"
import { sqliteJournal } from "./journal.ts"
import { tamperOnDisk } from "./testing/tamper.ts"

const migrationsDir = join(import.meta.dirname, "../../../../resources/migrations")

journalContract("sqliteJournal", () => {
  const dir = mkdtempSync(join(tmpdir(), "kibitz-journal-"))
  const file = join(dir, "kibitz.db")
  const open = (decoder?: EventDecoder) => sqliteJournal({ file, migrationsDir, ...(decoder ? { decoder } : {}) })
  let journal = open()
  return {
    journal,
    reopen(decoder) {
      journal.close()
      journal = open(decoder)
      return journal
    },
    tamper(how) {
      journal.close()
      tamperOnDisk(file, join(dir, "audit.key"), how)
      return open()
    },
    dispose: () => rmSync(dir, { recursive: true, force: true }),
  }
})
