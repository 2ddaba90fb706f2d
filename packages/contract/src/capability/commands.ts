import { z } from "zod"
import { AgentId, CallId, TurnId } from "../ids.ts"

/** Internal: an allowed call of an app capability; what it changes and its result are one transaction. */
export const ApplyCall = z.object({ type: z.literal("call.apply"), agentId: AgentId, turnId: TurnId, callId: CallId })

export const capabilityCommands = {
  internal: [ApplyCall],
} as const
