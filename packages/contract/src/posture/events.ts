import { z } from "zod"
import { AgentId } from "../ids.ts"
import { Actor, Axis, PendingSteer, SteerScope } from "./state.ts"

/** The transition record (AXS-6): one per axis that really changed. Time and sequence are the journal's. */
export const PostureChanged = z.object({
  type: z.literal("posture.changed"),
  agentId: AgentId,
  axis: Axis,
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  scope: SteerScope,
  actor: Actor,
})
export const SteerQueued = z.object({ type: z.literal("posture.steer-queued"), agentId: AgentId, steer: PendingSteer })
export const SteersDropped = z.object({ type: z.literal("posture.steers-dropped"), agentId: AgentId, axes: z.array(Axis) })
export const ModelChosen = z.object({ type: z.literal("agent.model-chosen"), agentId: AgentId, model: z.string().nullable() })

export const postureEvents = [PostureChanged, SteerQueued, SteersDropped, ModelChosen] as const
