import { z } from "zod"
import { Leftover } from "../call/state.ts"
import { AgentId } from "../ids.ts"
import { ModelName } from "../settings/state.ts"
import { Confirmation, PostureChanges, SteerScope, Surface } from "./state.ts"

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
/** Internal: the host says who is connected. */
export const RecordSurfaces = z.strictObject({ type: z.literal("surfaces.record"), surfaces: z.array(Surface) })
/** Internal: at start, `unrestricted` falls back to `trusted` and what was granted for a session ends. */
export const BeginSession = z.strictObject({
  type: z.literal("session.begin"),
  /** What the last Kibitz had left running; it has been ended. */
  leftovers: z.array(Leftover).optional(),
})
/** Internal: Kibitz closes. Everybody leaves, and what is under way is set aside: that it breaks off here is no crash. */
export const EndSession = z.strictObject({ type: z.literal("session.end") })
