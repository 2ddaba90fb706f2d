// Owns: what SQLite's error codes mean to a person. Each message says what is wrong, why, and what to do; none is ever inspected.
import { rmSync, writeFileSync } from "node:fs"
import { basename } from "node:path"
import { StorageFailure, type StorageFailureKind } from "@kibitz/ports"
import Database from "better-sqlite3"
import { describeUnwritable } from "../../system/src/unwritable.ts"

/** Anything that came out of better-sqlite3 or node:fs. What is already a StorageFailure, or is no fault of the disk, passes through. */
export function asStorageFailure(file: string, cause: unknown): unknown {
  if (cause instanceof StorageFailure) return cause
  const kind = kindOf(file, cause)
  return kind === null ? cause : new StorageFailure(kind, explain(kind, file, cause as Error), { cause })
}

export function damaged(file: string, what: string, cause?: unknown): StorageFailure {
  return new StorageFailure("corrupt", `The journal ${file} is damaged: ${what}. ${keepAndRestore(file)}`, { cause })
}

function kindOf(file: string, cause: unknown): StorageFailureKind | null {
  if (!(cause instanceof Error)) return null
  const code = String((cause as { code?: unknown }).code ?? "")
  if (code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT") return "full"
  if (!(cause instanceof Database.SqliteError)) return /^E[A-Z]+$/.test(code) ? "unreachable" : null
  const family = code.split("_", 2).join("_")
  if (family === "SQLITE_BUSY" || family === "SQLITE_LOCKED") return "busy"
  if (family === "SQLITE_NOTADB") return "not-a-journal"
  if (family === "SQLITE_CANTOPEN" || family === "SQLITE_READONLY" || family === "SQLITE_PERM") return "unreachable"
  // A page whose bytes are short of what its header promises is damage, not a failing disk.
  if (code === "SQLITE_IOERR_SHORT_READ" || code === "SQLITE_IOERR_CORRUPTFS" || code === "SQLITE_IOERR_DATA") return "corrupt"
  if (code === "SQLITE_IOERR_WRITE" && isOutOfSpace(file)) return "full"
  if (family === "SQLITE_IOERR") return "unreachable"
  // Our statements are fixed and were tested against our tables: one that does not compile or run means the tables are not ours any more.
  return "corrupt"
}

/** SQLite says "full" of a full disk only, not of a used-up quota, and keeps the system's own word to itself. So we try. */
function isOutOfSpace(file: string): boolean {
  const probe = `${file}.space-probe`
  try {
    writeFileSync(probe, Buffer.alloc(64 * 1024), { mode: 0o600 })
    return false
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    return code === "ENOSPC" || code === "EDQUOT"
  } finally {
    rmSync(probe, { force: true })
  }
}

function explain(kind: StorageFailureKind, file: string, cause: Error): string {
  switch (kind) {
    case "full":
      return `There is no space left for the journal ${file}. Nothing was lost: the last change was not made. Free some space and try again.`
    case "busy":
      return `Another Kibitz is using the journal ${file}. Only one may write to it. Close the other one, then start this one again.`
    case "not-a-journal":
      return `${file} is not a Kibitz journal (${cause.message}). It was left as it is. ${keepAndRestore(file)}`
    case "newer":
      return `The journal ${file} was made by a later version of Kibitz. It was left as it is. Install the newer version to open it.`
    case "unknown-event":
      return `The journal ${file} has an event that this version of Kibitz does not know. It was left as it is. Update Kibitz to work in this project.`
    case "corrupt":
      return `The journal ${file} is damaged (${cause.message}). It was left as it is. ${keepAndRestore(file)}`
    case "shortened":
      return `Entries are missing from the journal ${file} (${cause.message}). It was left as it is. ${keepAndRestore(file)}`
    case "unreachable":
      return (
        describeUnwritable(cause) ??
        `The journal ${file} cannot be read or written (${cause.message}). Check that the disk is there and that you may write to that folder.`
      )
  }
}

function keepAndRestore(file: string): string {
  const name = basename(file)
  return `Close Kibitz and run \`kibitz restore\`: it keeps the damaged journal and brings back every entry that is still whole in it or in a backup (${name}.backup-…). To start with an empty journal instead, move ${name}, ${name}-wal and ${name}.mark away.`
}
