import { z } from "zod"
import { AgentId, CallId, TurnId } from "../ids.ts"
import { CallResult } from "./state.ts"

/** Internal: a tool has ended. Proposing is part of `turn.reply`, so that a reply and its calls are one transaction. */
export const FinishCall = z.object({
  type: z.literal("call.finish"),
  agentId: AgentId,
  turnId: TurnId,
  callId: CallId,
  result: CallResult,
})
/** Internal: these allowed calls cannot begin yet, or this one is to begin now. */
export const HoldCalls = z.object({
  type: z.literal("calls.hold"),
  agentId: AgentId,
  turnId: TurnId,
  callIds: z.array(CallId).min(1),
})
export const ReleaseCall = z.object({ type: z.literal("call.release"), agentId: AgentId, turnId: TurnId, callId: CallId })

export const callCommands = {
  internal: [FinishCall, HoldCalls, ReleaseCall],
} as const
