// Owns: what a host that died has left running: a record on disk for every run from before its command may begin, and the next start, which finds the
// processes by record and by mark, ends them and says whose they were (F26, I5). Only the host that holds the journal may call it.
import { createHash, randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, sep } from "node:path"
import type { AgentId, CallId, Leftover } from "@kibitz/contract"
import { bootId, descendants, marked, signalAll, signalGroup, startedAt, startedMs } from "./process-tree.ts"

export type RunRecord = {
  readonly mark: string
  readonly agentId: AgentId
  readonly callId: CallId
  readonly pid: number
  /** Process ids are used again: the start says whether it is still the same process. In ticks since `boot`; null where the system does not say. */
  readonly startedAt: number | null
  readonly boot: string
  /** When the record was made, in milliseconds since 1970. */
  readonly at: number
  /** A temporary folder that only this run uses. */
  readonly home: string | null
}

const ENDING = ".json"
/** How far the system's own idea of when a process started may be from the record's, where it tells whole seconds. */
const SAME_START_MS = 3_000
/** A process that waits for a dead disk cannot be ended; the start must not wait for it for ever. */
const LOOK_MS = 5
const LONGEST_MS = 5_000

/** For a new run. It begins with what is common to all runs of the same data folder, which is told by the folder itself: a copy is another. */
export function newMark(folder: string): string {
  return `${commonMark(folder)}${randomBytes(12).toString("hex")}`
}

function commonMark(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { dev, ino } = statSync(folder, { bigint: true })
  return `${createHash("sha256").update(`${dev}/${ino}`).digest("hex").slice(0, 16)}.`
}

/** For a program that runs without a sandbox: it must not read or write what belongs to the user's own programs. */
export function newHome(): string {
  return mkdtempSync(homePrefix)
}

const homePrefix = join(tmpdir(), "kibitz-home-")

/** Nothing else is ever removed, whatever a record says. */
function isOwnHome(path: string): boolean {
  return path.startsWith(homePrefix) && !path.slice(homePrefix.length).includes(sep)
}

/** Returns how to take it away again. Throws when it cannot be written. */
export function recordRun(folder: string, run: Omit<RunRecord, "startedAt" | "boot" | "at">): () => void {
  const path = join(folder, `${run.mark}${ENDING}`)
  const record: RunRecord = { ...run, startedAt: startedAt(run.pid), boot: bootId(), at: Date.now() }
  writeFileSync(path, JSON.stringify(record), { mode: 0o600, flag: "wx" })
  return () => rmSync(path, { force: true })
}

/** Ends everything that runs of earlier hosts on this folder have left, and says whose it was. Once per start, before anything runs. */
export async function endLeftovers(folder: string): Promise<readonly Leftover[]> {
  const common = commonMark(folder)
  const records = recordsIn(folder)
  const ended = new Map<string, Set<number>>()
  const known = new Set<number>()
  const note = (mark: string, pid: number) => ended.set(mark, (ended.get(mark) ?? new Set()).add(pid))
  const until = performance.now() + LONGEST_MS
  while (performance.now() < until) {
    const { found, blank } = marked(common, 0)
    const recorded = records.filter(isAlive)
    for (const [pid, mark] of found) note(mark, pid)
    for (const { mark, pid } of recorded) note(mark, pid)
    signalAll([...found.keys()], "SIGKILL")
    for (const { pid } of recorded) endGroup(pid)
    // Some programs show no environment at all; whoever was only becoming another program shows it at the second look.
    const isSure = blank.every((pid) => known.has(pid))
    for (const pid of blank) known.add(pid)
    if (found.size === 0 && recorded.length === 0 && isSure) break
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  for (const { home, mark } of records) {
    if (home !== null) rmSync(home, { recursive: true, force: true })
    rmSync(join(folder, `${mark}${ENDING}`), { force: true })
  }
  return records.flatMap(({ mark, agentId, callId }) => {
    const processes = ended.get(mark)?.size ?? 0
    return processes === 0 ? [] : [{ agentId, callId, processes }]
  })
}

function endGroup(pid: number): void {
  const below = descendants(pid)
  signalGroup(pid, "SIGKILL")
  signalAll([pid, ...below], "SIGKILL")
}

function isAlive({ pid, startedAt: started, boot, at }: RunRecord): boolean {
  if (started !== null) return boot === bootId() && startedAt(pid) === started
  const began = startedMs(pid)
  return began !== null && Math.abs(began - at) < SAME_START_MS
}

function recordsIn(folder: string): RunRecord[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .flatMap((name) => {
      const path = join(folder, name)
      const record = readRecord(path)
      if (record !== null && `${record.mark}${ENDING}` === name) return [record]
      rmSync(path, { force: true })
      return []
    })
}

/** null: the host died while it was writing it, and so before the command could begin; or it is no record at all. */
function readRecord(path: string): RunRecord | null {
  try {
    const found: unknown = JSON.parse(readFileSync(path, "utf8"))
    return isRecord(found) ? found : null
  } catch {
    return null
  }
}

function isRecord(found: unknown): found is RunRecord {
  if (typeof found !== "object" || found === null) return false
  const { mark, agentId, callId, pid, startedAt: started, boot, at, home } = found as Record<string, unknown>
  return (
    [mark, agentId, callId, boot].every((value) => typeof value === "string") &&
    [pid, at].every((value) => Number.isSafeInteger(value) && Number(value) > 1) &&
    (started === null || typeof started === "number") &&
    (home === null || (typeof home === "string" && isOwnHome(home)))
  )
}
