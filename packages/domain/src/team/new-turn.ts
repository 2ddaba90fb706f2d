// Owns: a turn at its beginning, whichever event began it.
import type { AskedBrief, Instant, Turn, TurnCause, TurnId } from "@kibitz/contract"

type Beginning = {
  readonly id: TurnId
  readonly at: Instant
  readonly model: string
  readonly cause: TurnCause
  readonly brief: AskedBrief
}

/** Where no model is asked it begins with calls. */
export function newTurn({ id, at, model, cause, brief }: Beginning): Turn {
  return {
    id,
    startedAt: at,
    step: 0,
    attempt: 1,
    lastFailure: null,
    model,
    status: brief.byKibitz ? { kind: "calling" } : { kind: "asking", since: at },
    calls: [],
    cause,
    brief,
    waitedMs: 0,
  }
}
