// Owns: one JSON object per line, in a file that only the user can read and that does not grow for ever.
import { closeSync, constants, fchmodSync, fstatSync, openSync, renameSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import type { Log } from "@kibitz/ports"
import { prepareDataDir } from "./data-dir.ts"
import { redact, redactText } from "./redact.ts"

export type FileLog = Log & {
  /** From now on this text is left out wherever it would be written: a key that looks like no key we know. */
  hide(secret: string): void
  close(): void
}

export type FileLogOptions = {
  /** A new file is begun when this one would get larger. */
  readonly maxBytes?: number
  /** How many earlier files stay: log.1 is the newest of them. */
  readonly keep?: number
}

export function fileLog(file: string, { maxBytes = 5_000_000, keep = 3 }: FileLogOptions = {}): FileLog {
  prepareDataDir(dirname(file))
  const hidden = new Set<string>()
  let open: { descriptor: number; bytes: number } | null = openForAppend(file)

  function rotate(): void {
    if (open !== null) closeSync(open.descriptor)
    open = null
    for (let number = keep; number >= 1; number--) {
      try {
        renameSync(number === 1 ? file : `${file}.${number - 1}`, `${file}.${number}`)
      } catch {
        // That one is not there yet.
      }
    }
    open = openForAppend(file)
  }

  function write(level: "info" | "warn" | "error", what: string, fields: Record<string, unknown>): void {
    try {
      if (open === null) return
      const own = { time: Temporal.Now.instant().toString({ fractionalSecondDigits: 3 }), level, what: redactText(what, hidden) }
      // Ours first to read, and ours last so that a field called "level" cannot pose as it.
      const line = Buffer.from(`${JSON.stringify({ ...own, ...(redact(fields, hidden) as object), ...own })}\n`)
      if (open.bytes > 0 && open.bytes + line.length > maxBytes) rotate()
      writeSync(open.descriptor, line)
      open.bytes += line.length
    } catch {
      // A log that cannot be written (disk full) must not be what brings the app down.
    }
  }

  return {
    info: (what, fields = {}) => write("info", what, fields),
    warn: (what, fields = {}) => write("warn", what, fields),
    error: (what, cause, fields = {}) => write("error", what, { ...fields, cause }),
    hide(secret) {
      if (secret.length >= 6) hidden.add(secret)
    },
    close() {
      if (open !== null) closeSync(open.descriptor)
      open = null
    },
  }
}

function openForAppend(file: string): { descriptor: number; bytes: number } {
  const flags = constants.O_CREAT | constants.O_APPEND | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0)
  const descriptor = openSync(file, flags, 0o600)
  if (process.platform !== "win32") fchmodSync(descriptor, 0o600)
  return { descriptor, bytes: fstatSync(descriptor).size }
}
