import { z } from "zod"
import { AgentId } from "../ids.ts"

export const AgentFounded = z.object({
  type: z.literal("agent.founded"),
  agentId: AgentId,
  parentId: AgentId.nullable(),
  name: z.string(),
})
