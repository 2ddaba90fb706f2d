// Owns: folders for copies of a journal: within the data folder, for the user alone, named after the process, and swept when that is gone. There, and not
// among the system's temporary files, because agents are kept out of the data folder (T13).
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { isAlive } from "../../system/src/processes.ts"
import { asStorageFailure } from "./failure.ts"

const PREFIX = "read-only-"
/** Where the data folder cannot be written; then nobody writes a journal there either. */
const ELSEWHERE = "kibitz-read-only-"

let made = 0

export function newFolder(file: string): string {
  const folder = join(dirname(file), `${PREFIX}${process.pid}-${++made}`)
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
    return folder
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== "EROFS" && code !== "EACCES" && code !== "EPERM") throw asStorageFailure(file, cause)
    return mkdtempSync(join(tmpdir(), `${ELSEWHERE}${process.pid}-`))
  }
}

/** What belongs to another user, or lies on a disk that cannot be written, stays. */
export function discard(folder: string): void {
  try {
    const found = lstatSync(folder)
    if (process.getuid !== undefined && found.uid !== process.getuid()) return
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // It costs space and nothing else.
  }
}

/** Takes away the copies of those who were killed. */
export function sweepCopies(file: string): void {
  for (const [place, prefix] of [
    [dirname(file), PREFIX],
    [tmpdir(), ELSEWHERE],
  ] as const) {
    for (const name of namesIn(place)) {
      const [, pid] = (name.startsWith(prefix) && /^(\d+)-/.exec(name.slice(prefix.length))) || []
      // Whole, or the folder is somebody else's that happens to begin with a digit.
      if (pid !== undefined && !isAlive(Number(pid))) discard(join(place, name))
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
