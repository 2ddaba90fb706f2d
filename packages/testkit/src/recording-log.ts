import type { Json } from "@kibitz/contract"
import type { Log } from "@kibitz/ports"

export type LogLine = {
  readonly level: "info" | "warn" | "error"
  readonly what: string
  readonly cause?: unknown
  readonly fields: Readonly<Record<string, Json | undefined>>
}

export function recordingLog(): Log & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = []
  return {
    lines,
    info: (what, fields = {}) => void lines.push({ level: "info", what, fields }),
    warn: (what, fields = {}) => void lines.push({ level: "warn", what, fields }),
    error: (what, cause, fields = {}) => void lines.push({ level: "error", what, cause, fields }),
  }
}
