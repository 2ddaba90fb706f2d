// The need: to leave a trace for the person who has to find out what went wrong. Secrets are redacted by the sink, not by the caller.
import type { Json } from "@kibitz/contract"

export interface Log {
  info(what: string, fields?: Record<string, Json | undefined>): void
  warn(what: string, fields?: Record<string, Json | undefined>): void
  error(what: string, cause: unknown, fields?: Record<string, Json | undefined>): void
}
