import { z } from "zod"
import { AgentId } from "../ids.ts"

/** Internal: makes the root agent on first start. */
export const FoundAgent = z.object({ type: z.literal("agent.found"), agentId: AgentId, name: z.string() })
