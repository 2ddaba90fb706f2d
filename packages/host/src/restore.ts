// Owns: restoring a project whose journal is damaged, for every shell, and how what comes of it is said (F14).
import { join } from "node:path"
import { isSound, type Restoration, restoreJournal } from "@kibitz/adapters/sqlite"
import { auditKey } from "@kibitz/adapters/system"
import { timeOf } from "./holder.ts"
import type { HostOptions } from "./host.ts"

export type { Restoration }

/** "sound": nothing is wrong with it. Null: nothing can be had again. Throws StorageFailure where it is not damaged but held, newer or out of reach. */
export async function restoreProject({
  dataDir,
  resourcesDir,
}: Pick<HostOptions, "dataDir" | "resourcesDir">): Promise<Restoration | "sound" | null> {
  const options = {
    file: join(dataDir, "kibitz.db"),
    migrationsDir: join(resourcesDir, "migrations"),
    auditKey: auditKey(join(dataDir, "audit.key")),
  }
  return isSound(options) ? "sound" : restoreJournal(options)
}

export function describeRestoration({ entries, of, until, backup, keptAs }: Restoration): string {
  const many = (count: number) => count.toLocaleString()
  const what =
    of === entries
      ? `All ${many(entries)} entries can be read; nothing is missing.`
      : `${many(entries)}${of === null ? "" : ` of ${many(of)}`} entries can be read, up to ${timeOf(until)}. What came after that is missing.`
  const from = backup === null ? "" : ` They begin with the backup ${backup}.`
  return `${what}${from} The damaged journal stays beside them as ${keptAs}.`
}
