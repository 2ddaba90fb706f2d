import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { journalContract } from "@kibitz/testkit/contracts"
import { sqliteJournal } from "./journal.ts"

const migrationsDir = join(import.meta.dirname, "../../../../resources/migrations")

journalContract("sqliteJournal", () => {
  const dir = mkdtempSync(join(tmpdir(), "kibitz-journal-"))
  const open = () => sqliteJournal({ file: join(dir, "kibitz.db"), migrationsDir })
  const journal = open()
  return {
    journal,
    reopen() {
      journal.close()
      return open()
    },
    dispose: () => rmSync(dir, { recursive: true, force: true }),
  }
})
