import { z } from "zod"
import { Agent } from "./agent/state.ts"
import { AttentionItem } from "./attention/state.ts"
import { Connection } from "./connection/state.ts"
import { Grant, SandboxStatus } from "./gate/state.ts"
import { AgentId, GrantId, ItemId, Seq } from "./ids.ts"
import { Surface } from "./posture/state.ts"
import { ConnectionId, Pane, PaneKey } from "./presence/state.ts"
import { Settings } from "./settings/state.ts"
import { Instant } from "./time.ts"

/** The world as it is sent and saved. */
export const WorldSnapshot = z.object({
  seq: Seq,
  agents: z.record(AgentId, Agent),
  settings: Settings,
  connection: Connection,
  /** Everything that waits for the user, and nothing that does not. */
  attention: z.record(ItemId, AttentionItem),
  grants: z.record(GrantId, Grant),
  sandbox: SandboxStatus,
  /** What every mounted chat shows, and which windows have the focus (by connection). */
  panes: z.record(PaneKey, Pane),
  focus: z.record(ConnectionId, z.object({ pane: PaneKey.nullable() })),
  /** Rooms whose agents may open a background tab when they knock. */
  consents: z.array(AgentId),
  /** Heads-down until then. */
  quietUntil: Instant.nullable(),
  /** The provider's usage limit: nobody asks before, and whether those who wait go on then. */
  limit: z.object({ until: Instant, wakes: z.boolean() }).nullable(),
  /** Connected right now; empty = nobody can be asked. */
  surfaces: z.array(Surface),
  /** The commit the project folder stands on, as far as is known. */
  head: z.string().nullable(),
  /** How the last check of the audit log ended; null = not checked since it was made. */
  audit: z.object({ ok: z.boolean(), entries: z.int(), problem: z.string(), at: Instant }).nullable(),
})
export type WorldSnapshot = z.infer<typeof WorldSnapshot>

/** Agents spread over buckets by id, so that changing one of ten thousand copies a few, not all. Read through domain/agent/agents. */
export type Agents = readonly Readonly<Record<AgentId, Agent>>[]

/** Everything that must be known without reading a transcript. Folded from the journal by domain, on both sides of the wire. */
export type World = Omit<WorldSnapshot, "agents"> & { readonly agents: Agents }
