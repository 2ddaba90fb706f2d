import { z } from "zod"
import { AgentName } from "../call/capabilities.ts"
import { AgentId } from "../ids.ts"

/** Internal: makes the root agent on first start. */
export const FoundAgent = z.object({ type: z.literal("agent.found"), agentId: AgentId, name: z.string() })

/** From the user: a child, with no dialog. Without an assignment it waits to be talked to. */
export const SpawnAgent = z.strictObject({
  type: z.literal("agent.spawn"),
  parentId: AgentId,
  name: AgentName.optional(),
  assignment: z.string().trim().min(1).max(20_000).optional(),
})
/** null takes the limit away. Reserved from the parent's, where the parent has one. */
export const SetBudget = z.strictObject({
  type: z.literal("agent.set-budget"),
  agentId: AgentId,
  limitUsd: z.number().positive().max(1_000_000).nullable(),
})
/** pause keeps what waits, stop clears it. all: every agent. */
export const HaltAgent = z.strictObject({
  type: z.literal("agent.halt"),
  agentId: AgentId,
  how: z.enum(["pause", "stop"]),
  all: z.boolean().default(false),
})
/** One line that begins with a slash; run by the table in domain/slash. */
export const RunSlash = z.strictObject({
  type: z.literal("slash.run"),
  agentId: AgentId,
  line: z.string().min(1).max(20_000),
})
