// Owns: the trace of what the shell itself did and suffered. What agents do is in the journal, not here.
import { appendFileSync, renameSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Paths } from "./paths.ts"
import type { Undo } from "./sequence.ts"

const KEEP_BYTES = 1_000_000

export type ShellLog = (what: string, details?: Record<string, unknown>) => void

export function log({ launch }: Pick<Paths, "launch">, undo: (how: Undo) => void): { log: ShellLog } {
  const file = join(launch.dataDir, "desktop.log")
  startAfresh(file)
  const write: ShellLog = (what, details = {}) => {
    const line = `${JSON.stringify({ at: Temporal.Now.instant().toString(), what, ...details })}\n`
    try {
      appendFileSync(file, line, { mode: 0o600 })
    } catch {
      // A full disk is told by the journal; the log has nowhere else to go.
    }
  }
  // A terminal that was closed makes every later write to it an error, and nobody is there to read it.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
  // What nobody caught is a bug, but what agents are doing is worth more than a clean death: note it and go on (F35).
  const uncaught = (cause: unknown) => {
    write("uncaught", { error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) })
    console.error(cause)
  }
  process.on("uncaughtException", uncaught)
  process.on("unhandledRejection", uncaught)
  undo(() => {
    process.off("uncaughtException", uncaught)
    process.off("unhandledRejection", uncaught)
  })
  return { log: write }
}

function startAfresh(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > KEEP_BYTES) renameSync(file, `${file}.old`)
}
