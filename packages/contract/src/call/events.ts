import { z } from "zod"
import { AgentId, CallId, TurnId } from "../ids.ts"
import { Json } from "../json.ts"
import { CallResult, Verdict } from "./state.ts"

const ofCall = { agentId: AgentId, turnId: TurnId, callId: CallId }
const request = { capability: z.string(), input: Json, verdict: Verdict }

/** Also the durable intent: no tool starts before this is on disk (I2). */
export const CallAllowed = z.object({ type: z.literal("call.allowed"), ...ofCall, ...request })
export const CallBlocked = z.object({ type: z.literal("call.blocked"), ...ofCall, ...request })
export const CallFinished = z.object({ type: z.literal("call.finished"), ...ofCall, result: CallResult })
