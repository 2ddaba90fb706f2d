import { z } from "zod"
import { AgentId } from "../ids.ts"
import { Confirmation } from "../posture/state.ts"
import { PaneName } from "../presence/state.ts"

/**
 * One line that begins with a slash; run by the table in domain/slash. A line that gives more power needs `confirm`. `pane`: where an agent that
 * the line starts without an assignment is joined; `childId`: the id it gets, as `agentId` in `agent.spawn`.
 */
export const RunSlash = z.strictObject({
  type: z.literal("slash.run"),
  agentId: AgentId,
  line: z.string().min(1).max(20_000),
  confirm: Confirmation.optional(),
  pane: PaneName.optional(),
  childId: AgentId.optional(),
})

export const slashCommands = {
  client: [RunSlash],
} as const
