// @ts-check
// Owns: one set-up at a time per checkout. Two `npm ci` in one folder would leave a node_modules that no lockfile describes.
import * as nodeFs from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { scratch } from "./paths.mjs"
import { SetupFailure, say } from "./progress.mjs"

const { readFileSync, renameSync, rmSync } = nodeFs

/** What a file system may refuse, so that a test can stand for any. @typedef {Pick<typeof nodeFs, "mkdirSync" | "writeFileSync" | "linkSync">} Disk */

const lookAgainMs = 250

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {string} [folder]
 * @param {Disk} [disk]
 * @returns {Promise<T>}
 */
export async function withLock(name, work, folder = scratch, disk = nodeFs) {
  const file = join(folder, `${name}.lock`)
  let told = false
  let unreadable = 0
  onDisk(folder, () => disk.mkdirSync(folder, { recursive: true }))
  while (!onDisk(folder, () => take(file, disk))) {
    const holder = readHolder(file)
    if (holder === undefined) continue
    // Without hard links a lock can be seen half written: it is looked at twice before it counts as one that nobody holds.
    if (holder.pid === 0 && unreadable++ === 0) {
      await wait(lookAgainMs)
      continue
    }
    unreadable = 0
    if (!isAlive(holder)) {
      discard(file, holder, disk)
      continue
    }
    if (!told) say(`waiting for another start (process ${holder.pid}) that is doing the same set-up`)
    told = true
    await wait(lookAgainMs)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Linked into place complete: a lock seen half written would look like a dead one. @param {string} file @param {Disk} disk */
function take(file, disk) {
  const draft = `${file}.${process.pid}.new`
  try {
    disk.writeFileSync(draft, JSON.stringify({ pid: process.pid, born: bornAt(process.pid) }), { mode: 0o600 })
    putInPlace(draft, file, disk)
    return true
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Fails with EEXIST where there is one already. @param {string} from @param {string} file @param {Disk} disk */
function putInPlace(from, file, disk) {
  try {
    disk.linkSync(from, file)
  } catch (error) {
    // Some file systems (FAT, some shared folders) have no hard links, and say so in one of these ways.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(String(codeOf(error)))) throw error
    disk.writeFileSync(file, readFileSync(from), { mode: 0o600, flag: "wx" })
  }
}

/**
 * What the disk refuses is nothing the reader should report to us: it is theirs to mend.
 * @template T
 * @param {string} folder
 * @param {() => T} attempt
 * @returns {T}
 */
function onDisk(folder, attempt) {
  try {
    return attempt()
  } catch (error) {
    const code = codeOf(error)
    switch (code) {
      case "EACCES":
      case "EPERM":
      case "EROFS":
        throw new SetupFailure(
          `nothing can be written to ${folder} (${code}), where set-up keeps two starts apart`,
          "make that folder writable for you, or use Kibitz from a folder that is, then start again.",
        )
      case "ENOSPC":
      case "EDQUOT":
        throw new SetupFailure(
          `there is no space left in ${folder} (${code}), where set-up keeps two starts apart`,
          "free some space on that disk, then start again.",
        )
      case "EEXIST":
      case "ENOTDIR":
        throw new SetupFailure(
          `${folder} cannot be made (${code}): a file is in its place or above it`,
          "move that file away, then start again.",
        )
      default:
        throw error
    }
  }
}

/** @param {string} file */
function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch (error) {
    return codeOf(error) === "ENOENT" ? undefined : { pid: 0, born: "" }
  }
}

/** @param {{ pid: number, born: string }} holder */
function isAlive({ pid, born }) {
  if (pid === 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== "EPERM") return false
  }
  // The number may belong to a younger process by now.
  return bornAt(pid) === born
}

/** Start time of a process in clock ticks since boot; empty where the system does not tell. @param {number} pid */
function bornAt(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""
  } catch {
    return ""
  }
}

/**
 * Renames, then looks again: of two waiters that saw the same dead lock the slower one may have caught the faster one's new lock.
 * @param {string} file
 * @param {{ pid: number, born: string }} dead
 * @param {Disk} disk
 */
function discard(file, dead, disk) {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
    const caught = readHolder(aside)
    if (caught?.pid !== dead.pid || caught?.born !== dead.born) putInPlace(aside, file, disk)
    rmSync(aside, { force: true })
  } catch {
    // Another waiter was faster.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined
}
