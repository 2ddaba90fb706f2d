import { z } from "zod"
import { AgentId } from "../ids.ts"
import { Brief } from "./state.ts"

/** Internal: Kibitz asks for a turn with this brief. Refused while a turn of this agent is under way. */
export const AskTurn = z.strictObject({ type: z.literal("turn.ask"), agentId: AgentId, brief: Brief })
