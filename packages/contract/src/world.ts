import { z } from "zod"
import { Agent } from "./agent/state.ts"
import { Connection } from "./connection/state.ts"
import { AgentId, Seq } from "./ids.ts"
import { Settings } from "./settings/state.ts"

/** Everything that must be known without reading a transcript. Folded from the journal by domain, on both sides of the wire. */
export const World = z.object({
  seq: Seq,
  agents: z.record(AgentId, Agent),
  settings: Settings,
  connection: Connection,
})
export type World = z.infer<typeof World>
