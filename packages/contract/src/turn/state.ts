import { z } from "zod"
import { Call } from "../call/state.ts"
import { ModelFailure, ModelFailureKind } from "../failure.ts"
import { TurnId } from "../ids.ts"
import { Instant } from "../time.ts"

export const TurnStatus = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("asking") }),
  z.object({ kind: z.literal("calling") }),
  z.object({ kind: z.literal("delayed"), until: Instant, failure: ModelFailure }),
  z.object({ kind: z.literal("stopping") }),
])
export type TurnStatus = z.infer<typeof TurnStatus>

export const Turn = z.object({
  id: TurnId,
  startedAt: Instant,
  /** Requests answered so far in this turn. */
  step: z.int().nonnegative(),
  /** Tries at the current step, the first being 1. */
  attempt: z.int().positive(),
  /** What the try before this one ended in; null at a first try. */
  lastFailure: ModelFailureKind.nullable(),
  model: z.string(),
  status: TurnStatus,
  /** The calls of the last reply, until every one of them has a result. */
  calls: z.array(Call),
})
export type Turn = z.infer<typeof Turn>

/** Why an agent is not going on by itself. `parked`: something outside must change first (a key, a limit). */
export const Trouble = z.object({
  at: Instant,
  turnId: TurnId,
  parked: z.boolean(),
  failure: ModelFailure,
})
export type Trouble = z.infer<typeof Trouble>
