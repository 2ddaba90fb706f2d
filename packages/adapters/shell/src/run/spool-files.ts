// Owns: the files in which long outputs are kept: whose they are, which is the last of a call, and how much disk all of them take. The name
// holds the agent and the call, so that nobody can ask for what another agent has seen.
import { type Dirent, readdirSync } from "node:fs"
import { readdir, stat, unlink } from "node:fs/promises"
import { join } from "node:path"
import type { AgentId, CallId } from "@kibitz/contract"

export type SpoolOwner = { readonly agentId: AgentId; readonly callId: CallId }
export type SpoolCapacity = { readonly bytes: number; readonly files: number }

export const spoolCapacity: SpoolCapacity = { bytes: 512 * 1024 * 1024, files: 1_000 }

const ending = ".out"

/** A call can be run again after a crash; each run has a file of its own. No id holds a dot, so no two owners share a name. */
export function spoolPath(folder: string, owner: SpoolOwner, run: number): string {
  return join(folder, `${prefixOf(owner)}${run}${ending}`)
}

/** The run that was begun last; null when nothing is kept (any more). */
export function lastRun(folder: string, owner: SpoolOwner): number | null {
  const prefix = prefixOf(owner)
  const runs = namesIn(folder).flatMap((name) => {
    const run = name.startsWith(prefix) && name.endsWith(ending) ? name.slice(prefix.length, -ending.length) : ""
    return /^\d{1,9}$/.test(run) ? [Number(run)] : []
  })
  return runs.length === 0 ? null : Math.max(...runs)
}

/** Removes the oldest until one more of `needed` bytes has room; never one that is being written. */
export async function makeRoom(
  folder: string,
  needed: number,
  busy: ReadonlySet<string>,
  capacity: SpoolCapacity = spoolCapacity,
): Promise<void> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && entry.name.endsWith(ending),
  )
  const kept = (await Promise.all(entries.map((entry) => factsOf(folder, entry)))).filter((file) => file !== null)
  kept.sort((a, b) => a.changed - b.changed)
  let bytes = kept.reduce((sum, file) => sum + file.size, 0)
  let files = kept.length
  for (const { path, size } of kept) {
    if (bytes + needed <= capacity.bytes && files < capacity.files) return
    if (busy.has(path)) continue
    // One that cannot be removed must not keep a command from running.
    await unlink(path).catch(() => undefined)
    bytes -= size
    files -= 1
  }
}

async function factsOf(folder: string, entry: Dirent): Promise<{ path: string; size: number; changed: number } | null> {
  const path = join(folder, entry.name)
  const stats = await stat(path).catch(() => null)
  return stats === null ? null : { path, size: stats.size, changed: stats.mtimeMs }
}

function prefixOf({ agentId, callId }: SpoolOwner): string {
  return `${fitForName(agentId)}.${fitForName(callId)}.`
}

function fitForName(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
