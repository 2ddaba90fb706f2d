import { z } from "zod"
import { AskedBrief } from "../brief/state.ts"
import { Call } from "../call/state.ts"
import { ModelFailure, ModelFailureKind } from "../failure.ts"
import { TurnId } from "../ids.ts"
import { Json } from "../json.ts"
import { Instant } from "../time.ts"

export const TurnStatus = z.discriminatedUnion("kind", [
  /** since: from when on a request may be out; an answer says nothing about what was refused after it. */
  z.object({ kind: z.literal("asking"), since: Instant.optional() }),
  z.object({ kind: z.literal("calling") }),
  z.object({ kind: z.literal("delayed"), until: Instant, failure: ModelFailure, since: Instant.optional() }),
  z.object({ kind: z.literal("stopping") }),
  /** As many requests are out as may be; this one is next in its turn. */
  z.object({ kind: z.literal("held"), since: Instant.optional() }),
])
export type TurnStatus = z.infer<typeof TurnStatus>

/** Why a turn began. asked: Kibitz itself had something else to ask, which the brief names. */
export const TurnCause = z.enum(["message", "continuation", "restart", "verification", "asked"])
export type TurnCause = z.infer<typeof TurnCause>

export const Turn = z.object({
  id: TurnId,
  cause: TurnCause,
  /** What it was asked with: enough to ask the same again after a crash. */
  brief: AskedBrief,
  /** How often a reply was sent back because it was no valid answer. */
  sentBack: z.int().nonnegative().optional(),
  /** Where no model is asked: what each call has shown so far. Only the kind of brief knows what is in it. */
  found: z.array(Json).optional(),
  /** How long it has waited: for the user, for the provider, for a free request, or for Kibitz to be there again. */
  waitedMs: z.number().nonnegative(),
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
  /** Kibitz was closed in the middle of it, and has not been opened since. */
  setAside: z.literal(true).optional(),
})
export type Turn = z.infer<typeof Turn>

/** Why an agent is not going on by itself. `parked`: something outside must change first (a key, a limit, the network). */
export const Trouble = z.object({
  at: Instant,
  turnId: TurnId,
  parked: z.boolean(),
  failure: ModelFailure,
  /** The brief of that turn, where it was apart from the conversation: trying again asks it again. */
  brief: AskedBrief.optional(),
})
export type Trouble = z.infer<typeof Trouble>
