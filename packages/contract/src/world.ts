import { z } from "zod"
import { Agent } from "./agent/state.ts"
import { Connection } from "./connection/state.ts"
import { AgentId, Seq } from "./ids.ts"
import { Settings } from "./settings/state.ts"

/** The world as it is sent and saved. */
export const WorldSnapshot = z.object({
  seq: Seq,
  agents: z.record(AgentId, Agent),
  settings: Settings,
  connection: Connection,
})
export type WorldSnapshot = z.infer<typeof WorldSnapshot>

/** Agents spread over buckets by id, so that changing one of ten thousand copies a few, not all. Read through domain/agent/agents. */
export type Agents = readonly Readonly<Record<AgentId, Agent>>[]

/** Everything that must be known without reading a transcript. Folded from the journal by domain, on both sides of the wire. */
export type World = Omit<WorldSnapshot, "agents"> & { readonly agents: Agents }
