import { z } from "zod"
import { AgentId } from "../ids.ts"
import { Agent } from "./state.ts"

export const AgentsOfWorld = z.object({ agents: z.record(AgentId, Agent) })
