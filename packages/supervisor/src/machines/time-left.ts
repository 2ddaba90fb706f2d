// Owns: how much longer a delayed turn waits. Its end is a moment of the clock on the wall, which may have been set back while Kibitz was closed; the
// wait that was agreed on is then the most there can be left of it (F30).
import { fromInstant, type TurnId, type TurnStatus, type World } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import type { Clock } from "@kibitz/ports"

type Delayed = Extract<TurnStatus, { kind: "delayed" }>

export function msLeft({ until, since }: Delayed, clock: Pick<Clock, "now">): number {
  const end = fromInstant(until)
  const left = clock.now().until(end).total("milliseconds")
  const agreed = since ? fromInstant(since).until(end).total("milliseconds") : left
  return Math.max(0, Math.min(left, agreed))
}

/**
 * The same for a Kibitz that starts with this world. What was left of a wait at the start passes by the monotonic clock from then on: on a full disk the turn is
 * taken up later (F12), and a clock that is set back until then would make it wait a second time.
 */
export function msLeftSince(start: World, clock: Pick<Clock, "now" | "monotonic">): (id: TurnId, status: Delayed) => number {
  const ends = new Map<string, number>()
  const keyOf = (id: TurnId, { until }: Delayed) => `${id} ${until}`
  for (const { turn } of allAgents(start))
    if (turn?.status.kind === "delayed") ends.set(keyOf(turn.id, turn.status), clock.monotonic() + msLeft(turn.status, clock))
  return (id, status) => {
    const end = ends.get(keyOf(id, status)) ?? Number.POSITIVE_INFINITY
    return Math.max(0, Math.min(msLeft(status, clock), end - clock.monotonic()))
  }
}
