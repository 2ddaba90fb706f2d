// @ts-check
// Owns: one set-up at a time per checkout. Two `npm ci` in one folder would leave a node_modules that no lockfile describes.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { scratch } from "./paths.mjs"
import { say } from "./progress.mjs"

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {string} [folder]
 * @returns {Promise<T>}
 */
export async function withLock(name, work, folder = scratch) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.lock`)
  let told = false
  while (!take(file)) {
    const holder = readHolder(file)
    if (holder === undefined) continue
    if (!isAlive(holder)) {
      discard(file, holder)
      continue
    }
    if (!told) say(`waiting for another start (process ${holder.pid}) that is doing the same set-up`)
    told = true
    await wait(250)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Linked into place complete: a lock seen half written would look like a dead one. @param {string} file */
function take(file) {
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, JSON.stringify({ pid: process.pid, born: bornAt(process.pid) }), { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false
    throw error
  } finally {
    rmSync(draft, { force: true })
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
 */
function discard(file, dead) {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
    const caught = readHolder(aside)
    if (caught?.pid !== dead.pid || caught?.born !== dead.born) linkSync(aside, file)
    rmSync(aside, { force: true })
  } catch {
    // Another waiter was faster.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined
}
