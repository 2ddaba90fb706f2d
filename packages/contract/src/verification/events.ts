import { z } from "zod"
import { AgentId, TurnId } from "../ids.ts"
import { Check, CheckOutcome, Commitment } from "./state.ts"

// The turn itself is told by turn.started, turn.finished and turn.cut-off. Journals from before there were briefs have only the events below.

/** A turn in which no model is asked: its calls are the checks, and they pass the gate like any other. */
export const VerificationStarted = z.object({
  type: z.literal("verification.started"),
  agentId: AgentId,
  turnId: TurnId,
  checks: z.array(Check),
  /** What the agent said last: what is reported when it holds. */
  said: z.string(),
})
export const VerificationChecked = z.object({
  type: z.literal("verification.checked"),
  agentId: AgentId,
  turnId: TurnId,
  outcome: CheckOutcome,
})
/** Kibitz ended in the middle of it, and half a verification proves nothing: another one begins. */
export const VerificationCutOff = z.object({ type: z.literal("verification.cut-off"), agentId: AgentId, turnId: TurnId })
export const VerificationEnded = z.object({
  type: z.literal("verification.ended"),
  agentId: AgentId,
  turnId: TurnId,
  passed: z.boolean(),
  checks: z.array(CheckOutcome),
})

export const CommitmentAdded = z.object({ type: z.literal("commitment.added"), agentId: AgentId, commitment: Commitment })

export const verificationEvents = [
  VerificationStarted,
  VerificationChecked,
  VerificationCutOff,
  VerificationEnded,
  CommitmentAdded,
] as const
