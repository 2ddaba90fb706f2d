// Owns: what was said before the app starts, put into its journal as an ordinary run would have: for conversations that nobody could wait for.
import { join } from "node:path"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import { jakeId } from "@kibitz/contract"
import { transcriptOf } from "@kibitz/domain"
import { entry, exchange } from "@kibitz/testkit"
import { root } from "./electron.ts"
import type { TestFolders } from "./folders.ts"

/** Only while the app is closed, after it was open once: Jake has to be there. */
export function sayBefore({ dataDir }: Pick<TestFolders, "dataDir">, answers: readonly string[]): void {
  const journal = sqliteJournal({ file: join(dataDir, "kibitz.db"), migrationsDir: join(root, "resources", "migrations") })
  try {
    answers.forEach((answer, number) => {
      const events = exchange(jakeId, number, `question ${number}`, answer)
      journal.append(events.map((event, at) => entry(journal.last() + 1 + at, event, transcriptOf(event))))
    })
  } finally {
    journal.close()
  }
}
