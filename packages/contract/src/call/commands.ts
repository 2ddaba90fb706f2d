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
