// Owns: the world, made of the slices that the concepts own.
import { z } from "zod"
import type { Agent } from "./agent/state.ts"
import { AgentsOfWorld } from "./agent/world.ts"
import { AttentionOfWorld } from "./attention/world.ts"
import { AuditOfWorld } from "./audit/world.ts"
import { ConnectionOfWorld } from "./connection/world.ts"
import { GrantsOfWorld } from "./grant/world.ts"
import { type AgentId, Seq } from "./ids.ts"
import { PresenceOfWorld } from "./presence/world.ts"
import { SandboxOfWorld } from "./sandbox/world.ts"
import { SettingsOfWorld } from "./settings/world.ts"
import { WorkspaceOfWorld } from "./workspace/world.ts"

/** The world as it is sent and saved. */
export const WorldSnapshot = z.object({
  seq: Seq,
  ...AgentsOfWorld.shape,
  ...SettingsOfWorld.shape,
  ...ConnectionOfWorld.shape,
  ...AttentionOfWorld.shape,
  ...GrantsOfWorld.shape,
  ...SandboxOfWorld.shape,
  ...PresenceOfWorld.shape,
  ...WorkspaceOfWorld.shape,
  /** The head of the project's workspace, for clients that know no others. */
  head: z.string().nullable(),
  ...AuditOfWorld.shape,
})
export type WorldSnapshot = z.infer<typeof WorldSnapshot>

/** Agents spread over buckets by id, so that changing one of ten thousand copies a few, not all. Read through domain/team/agents. */
export type Agents = readonly Readonly<Record<AgentId, Agent>>[]

/** Everything that must be known without reading a transcript. Folded from the journal by domain, on both sides of the wire. */
export type World = Omit<WorldSnapshot, "agents" | "head"> & { readonly agents: Agents }
