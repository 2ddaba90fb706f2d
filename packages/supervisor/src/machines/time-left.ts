// Owns: how much longer a delayed turn waits. Its end is a moment of the clock on the wall, which may have been set back while Kibitz was closed; the
// wait that was agreed on is then the most there can be left of it (F30).
import { fromInstant, type TurnStatus } from "@kibitz/contract"
import type { Clock } from "@kibitz/ports"

export function msLeft({ until, since }: Extract<TurnStatus, { kind: "delayed" }>, clock: Pick<Clock, "now">): number {
  const end = fromInstant(until)
  const left = clock.now().until(end).total("milliseconds")
  const agreed = since ? fromInstant(since).until(end).total("milliseconds") : left
  return Math.max(0, Math.min(left, agreed))
}
