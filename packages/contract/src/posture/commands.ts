import { z } from "zod"
import { AgentId } from "../ids.ts"
import { ModelName } from "../settings/state.ts"
import { Confirmation, PostureChanges, SteerScope } from "./state.ts"

/** From the user only. A change that gives more power needs `confirm`. */
export const ChangePosture = z.strictObject({
  type: z.literal("posture.change"),
  agentId: AgentId,
  changes: PostureChanges.refine((changes) => Object.keys(changes).length > 0, "name at least one axis"),
  /** Left out: now for an idle agent and for everything that lowers a permission, otherwise after the current tool. */
  when: SteerScope.optional(),
  reason: z.string().max(500).default(""),
  confirm: Confirmation.optional(),
})
/** Takes back changes that wait. */
export const CancelSteer = z.strictObject({ type: z.literal("posture.cancel-steer"), agentId: AgentId })
/** An explicit model wins over modelMode; null goes back to routing. */
export const ChooseModel = z.strictObject({
  type: z.literal("agent.choose-model"),
  agentId: AgentId,
  model: ModelName.nullable(),
})

export const postureCommands = {
  client: [ChangePosture, CancelSteer, ChooseModel],
} as const
