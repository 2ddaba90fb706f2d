// Owns: who belongs to a run, and ending all of them. In a sandbox of Linux everything is below one process, whose end is the end of all
// (T31); elsewhere the process group, what is below it, and what carries the mark of the run in its environment.
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { constants, setPriority } from "node:os"
import { runMark } from "./environment.ts"

/** Memory is asked for apart: beside a fork bomb, reading what each of them holds takes longer than it needs to double. */
export type Census = { readonly processes: number; memoryBytes(): number }

/** Below `pid`, not itself. Stops at `most`: whoever has more than that is over every limit anyway. */
export function descendants(pid: number, most = 20_000): number[] {
  if (process.platform !== "linux") return descendantsByList(pid)
  const found: number[] = []
  const open = [pid]
  for (let next = open.pop(); next !== undefined && found.length < most; next = open.pop()) {
    for (const child of childrenOf(next)) {
      found.push(child)
      open.push(child)
    }
  }
  return found
}

/** Everybody below `pid`, itself not counted. */
export function censusBelow(pid: number, most: number): Census {
  return censusOf("/proc", descendants(pid, most))
}

/**
 * Everybody in the sandbox whose first process is `first`. Its own /proc is asked: it lists just them, and without the lock that a fork
 * bomb holds all the time (a walk from parent to child took half a second beside one, and then there were thousands).
 */
export function censusInside(first: number): Census {
  const proc = `/proc/${first}/root/proc`
  return censusOf(proc, pidsIn(proc))
}

/** The first process of a sandbox: the kernel ends all others in it before it counts as ended. */
export function firstChild(pid: number): number | null {
  return Number.parseInt(textOf(`/proc/${pid}/task/${pid}/children`), 10) || null
}

/**
 * Everything in the sandbox together gets little of a processor that somebody else wants: whatever it starts, the app and the desktop go
 * on. The command is the second process there, in a session of its own. False: not yet, or not here (no autogroups in this kernel).
 */
export function yieldToOthers(first: number): boolean {
  try {
    writeFileSync(`/proc/${first}/root/proc/2/autogroup`, "10", { flag: "r+" })
    return true
  } catch {
    return false
  }
}

/** Beside hundreds of others that all want to run, a process that is to end may not get to it for seconds. Only root can help it. */
export function endFirst(first: number): void {
  try {
    setPriority(first, constants.priority.PRIORITY_HIGHEST)
  } catch {
    // An ordinary user: the kernel's limit on processes holds for them.
  }
  signalAll([first], "SIGKILL")
}

function censusOf(proc: string, pids: readonly number[]): Census {
  return { processes: pids.length, memoryBytes: () => pids.reduce((sum, pid) => sum + memoryOf(proc, pid), 0) }
}

function pidsIn(folder: string): number[] {
  try {
    return readdirSync(folder)
      .map(Number)
      .filter((pid) => pid > 0)
  } catch {
    return []
  }
}

/**
 * Linux only: everybody who was started with a mark that begins like this and still runs, wherever it went, with the whole mark. `blank`: those
 * younger than `first` that show no environment. A process does so for the moment in which it becomes another program, and has to be looked at again.
 */
export function marked(
  beginning: string,
  first: number,
): { readonly found: ReadonlyMap<number, string>; readonly blank: number[] } {
  const found = new Map<number, string>()
  const blank: number[] = []
  if (process.platform !== "linux") return { found, blank }
  const wanted = `${runMark}=${beginning}`
  for (const pid of pidsIn("/proc")) {
    const environment = textIn(`/proc/${pid}/environ`)
    if (environment === "" && isBlank(pid, first)) blank.push(pid)
    if (!environment?.includes(wanted)) continue
    const variable = environment.split("\0").find((one) => one.startsWith(wanted))
    if (variable !== undefined) found.set(pid, variable.slice(runMark.length + 1))
  }
  return { found, blank }
}

/** In ticks since the machine started; null for a process that is gone, and where there is no /proc. */
export function startedAt(pid: number): number | null {
  const stat = statOf(pid)
  // Dead, and nobody has asked yet how it ended.
  return stat === null || stat.state === "Z" || stat.state === "X" ? null : stat.startedAt
}

/** The same in milliseconds since 1970, as the system's own list tells it, in whole seconds. */
export function startedMs(pid: number): number | null {
  const { stdout } = spawnSync("/bin/ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env: { LANG: "C" } })
  const began = Date.parse((stdout ?? "").trim())
  return Number.isNaN(began) ? null : began
}

/** Changes with every start of the machine; empty where the system does not say. */
export function bootId(): string {
  return textOf("/proc/sys/kernel/random/boot_id").trim()
}

/** Threads of the kernel and the dead show no environment either, but they hold no memory. */
function isBlank(pid: number, notBefore: number): boolean {
  const stat = statOf(pid)
  return stat !== null && stat.memory > 0 && stat.startedAt >= notBefore
}

function statOf(pid: number): { state: string; startedAt: number; memory: number } | null {
  const text = textOf(`/proc/${pid}/stat`)
  // The name comes second and may hold anything, spaces and brackets too.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  return text === "" ? null : { state: fields[0] ?? "", startedAt: Number(fields[19]), memory: Number(fields[20]) }
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself.
    }
  }
}

/** The whole process group of `pid`. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  signalAll([-pid], signal)
}

function childrenOf(pid: number): number[] {
  let found: number[] = []
  for (const thread of threadsOf(pid)) {
    const text = textOf(`/proc/${pid}/task/${thread}/children`)
    if (text !== "") found = found.concat(text.trim().split(" ").map(Number))
  }
  return found
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Memory that is its own, and shared memory; not the program's text, which hundreds may share. */
function memoryOf(proc: string, pid: number): number {
  const status = textOf(`${proc}/${pid}/status`)
  let kilobytes = 0
  for (const [, amount] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)) kilobytes += Number(amount)
  return kilobytes * 1024
}

function textOf(path: string): string {
  return textIn(path) ?? ""
}

/** null: it is not there, or somebody else's. */
function textIn(path: string): string | null {
  try {
    return readFileSync(path, "latin1")
  } catch {
    return null
  }
}

function descendantsByList(pid: number): number[] {
  const { stdout } = spawnSync("/bin/ps", ["-axo", "pid=,ppid="], { encoding: "utf8", env: {} })
  const children = new Map<number, number[]>()
  for (const line of (stdout ?? "").split("\n")) {
    const [child = Number.NaN, parent = Number.NaN] = line.trim().split(/\s+/).map(Number)
    children.set(parent, [...(children.get(parent) ?? []), child])
  }
  const found: number[] = []
  const open = [pid]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const below = children.get(next) ?? []
    found.push(...below)
    open.push(...below)
  }
  return found
}
