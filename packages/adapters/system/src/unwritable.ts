// Owns: the words for a folder or file that cannot be written, by the system's own code: what, why, what to do (F17); and making a folder such that the code is the
// right one. Imports nothing of ours, so that a shell may use it before anything else is loaded.
import { mkdirSync, statSync } from "node:fs"
import { dirname } from "node:path"

/** With mode 0700, and everything above it. Does nothing when it is there. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (cause) {
    // On a read-only disk Node says that the folder it was asked to make is missing. Made one by one, the first that cannot be made says why.
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") mkdirSync(firstMissing(path), { mode: 0o700 })
    throw cause
  }
}

function firstMissing(path: string): string {
  const above = dirname(path)
  return above === path || statSync(above, { throwIfNoEntry: false }) !== undefined ? path : firstMissing(above)
}

type Reason = { readonly why: string; readonly remedy: string }

const elsewhere = "choose another folder with --data-dir"
const room = { remedy: "Free some space and start again." }
const reasons: Readonly<Record<string, Reason>> = {
  EROFS: { why: "the disk it is on is read-only", remedy: `Make that disk writable, or ${elsewhere}.` },
  EACCES: { why: "you have no permission there", remedy: `Give yourself the right to write there, or ${elsewhere}.` },
  EPERM: { why: "the system does not allow it", remedy: `Remove that protection from it, or ${elsewhere}.` },
  ENOSPC: { why: "there is no space left on the disk", ...room },
  EDQUOT: { why: "your share of the disk is used up", ...room },
}

/** Whether it failed for want of space. */
export function isFull(cause: unknown): boolean {
  const code = failureIn(cause)?.code
  return code === "ENOSPC" || code === "EDQUOT"
}

/** Null when something else is wrong, or the failure is about no file. */
export function describeUnwritable(cause: unknown): string | null {
  const failure = failureIn(cause)
  return failure && `Kibitz cannot write to ${failure.path}: ${failure.reason.why}. ${failure.reason.remedy}`
}

type Failure = { readonly code: string; readonly path: string; readonly reason: Reason }

/** A failure may be wrapped in another one. */
function failureIn(cause: unknown): Failure | null {
  if (!(cause instanceof Error)) return null
  const { code, path } = cause as { code?: unknown; path?: unknown }
  const reason = typeof code === "string" && Object.hasOwn(reasons, code) ? reasons[code] : undefined
  return reason && typeof path === "string" ? { code: String(code), path, reason } : failureIn(cause.cause)
}
