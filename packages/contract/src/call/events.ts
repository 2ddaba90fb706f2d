import { z } from "zod"
import { Confinement } from "../gate/state.ts"
import { AgentId, CallId, ItemId, TurnId } from "../ids.ts"
import { Json } from "../json.ts"
import { CallResult, Verdict } from "./state.ts"

const ofCall = { agentId: AgentId, turnId: TurnId, callId: CallId }
const request = { capability: z.string(), input: Json, verdict: Verdict }

/** The gate wants the user's word; the item that asks for it is raised in the same transaction. */
export const CallAsked = z.object({ type: z.literal("call.asked"), ...ofCall, ...request, itemId: ItemId })
/** Also the durable intent: no tool starts before this is on disk (I2). `approvedBy`: the item whose answer allowed it, used up by this. */
export const CallAllowed = z.object({ type: z.literal("call.allowed"), ...ofCall, ...request, approvedBy: ItemId.optional() })
/** As many calls run as may run at once; each of these begins with its `call.released`, and has not begun before. */
export const CallsHeld = z.object({
  type: z.literal("calls.held"),
  agentId: AgentId,
  turnId: TurnId,
  callIds: z.array(CallId).min(1),
})
/** `confinement`: what it may reach by the rights of this moment. */
export const CallReleased = z.object({ type: z.literal("call.released"), ...ofCall, confinement: Confinement.optional() })
export const CallBlocked = z.object({ type: z.literal("call.blocked"), ...ofCall, ...request })
/**
 * `progress`: it has brought something about, which is what perseverance counts (OPM-6). `survived`: Kibitz had ended in the middle of the same
 * before, and this time has not (turn.crashed).
 */
export const CallFinished = z.object({
  type: z.literal("call.finished"),
  ...ofCall,
  result: CallResult,
  progress: z.boolean().optional(),
  survived: z.string().optional(),
})

export const callEvents = [CallAsked, CallAllowed, CallsHeld, CallReleased, CallBlocked, CallFinished] as const
