// Owns: paging through the long output of a call: `spool:` and the call's id, where a path would stand. Only what the same agent's call has
// printed: the agent is the permit's, not the model's to name.
import { closeSync, constants, fstatSync, openSync } from "node:fs"
import { CallId } from "@kibitz/contract"
import type { Permit } from "@kibitz/ports"
import { lastRun, spoolPath } from "../../shell/src/run/spool-files.ts"
import { type Refusal, refuse } from "./confine.ts"
import { type Output, type ReadInput, readLines } from "./read-file.ts"

const prefix = "spool:"

/** null: it is an ordinary path. */
export function spooledCall(path: string): CallId | null {
  const id = path.startsWith(prefix) ? CallId.safeParse(path.slice(prefix.length)) : null
  return id?.success ? id.data : null
}

export async function readSpool(
  folder: string | null,
  { agentId }: Permit,
  callId: CallId,
  input: ReadInput,
  signal: AbortSignal,
): Promise<Output | Refusal> {
  const owner = { agentId, callId }
  const run = folder === null ? null : lastRun(folder, owner)
  if (folder === null || run === null) return refuse(gone(callId))
  let descriptor: number | null = null
  try {
    descriptor = openSync(spoolPath(folder, owner, run), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    const { size } = fstatSync(descriptor)
    if (size === 0) return { ok: true, output: "[nothing is kept yet]", bytes: 0 }
    return await readLines(descriptor, size, input, signal, "output")
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "unknown error"
    return refuse(code === "ENOENT" ? gone(callId) : `The output of ${callId} could not be read (${code}).`)
  } finally {
    if (descriptor !== null) closeSync(descriptor)
  }
}

function gone(callId: CallId): string {
  return `No output of a call ${callId} of yours is kept (any more). Run the command again if you need it.`
}
