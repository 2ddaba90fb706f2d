import { z } from "zod"
import { AgentId, CallId, WorkspaceId } from "../ids.ts"
import { Posture } from "../posture/state.ts"
import { DoneBehaviour, Due, Standing, Supervision, Waits } from "./state.ts"

export const AgentFounded = z.object({
  type: z.literal("agent.founded"),
  agentId: AgentId,
  parentId: AgentId.nullable(),
  name: z.string(),
  posture: Posture.optional(),
  assignment: z.string().optional(),
  limitUsd: z.number().optional(),
  /** The spawn_agent call that made it; absent when the user did. */
  callId: CallId.optional(),
  whenDone: DoneBehaviour.optional(),
  /** A rehearsal agent made it: it is one too. */
  rehearsal: z.literal(true).optional(),
  /** Where it works; left out, where its parent does, and the root in the project. */
  workspaceId: WorkspaceId.optional(),
})
/** It was a rehearsal agent, and begins anew with the model. */
export const AgentRecast = z.object({ type: z.literal("agent.recast"), agentId: AgentId })
/** Where it stands beyond the turn. `because` is fit to be shown. */
export const AgentMoved = z.object({
  type: z.literal("agent.moved"),
  agentId: AgentId,
  standing: Standing,
  because: z.string(),
  /** Another agent's word did it: what is counted goes on. Left out: the user, or Kibitz. */
  by: AgentId.optional(),
})
/** When it goes on by itself, or what it waits for instead. Both null: it is not on its own (a turn, the user, a pause, an end). */
export const ContinuationPlanned = z.object({
  type: z.literal("agent.planned"),
  agentId: AgentId,
  due: Due.nullable(),
  waits: Waits.nullable(),
})
export const AgentRedirected = z.object({
  type: z.literal("agent.redirected"),
  agentId: AgentId,
  assignment: z.string(),
  /** The agent that gave it; left out = the user. */
  by: AgentId.optional(),
})
export const AgentConfigured = z.object({
  type: z.literal("agent.configured"),
  agentId: AgentId,
  whenDone: DoneBehaviour.optional(),
  supervision: Supervision.optional(),
  mayKnock: z.boolean().optional(),
})
export const AgentRenamed = z.object({ type: z.literal("agent.renamed"), agentId: AgentId, name: z.string() })
export const RoomTidied = z.object({ type: z.literal("room.tidied"), agentId: AgentId })
export const EvidenceRecorded = z.object({ type: z.literal("evidence.recorded"), agentId: AgentId, what: z.string() })
export const AgentProgressed = z.object({
  type: z.literal("agent.progressed"),
  agentId: AgentId,
  percent: z.number(),
  note: z.string(),
  milestone: z.boolean(),
})
/** The record of it is the audit entry; it changes nothing for the agent. */
export const ResultRated = z.object({ type: z.literal("result.rated"), agentId: AgentId, stars: z.int(), note: z.string() })

export const agentEvents = [
  AgentFounded,
  AgentMoved,
  ContinuationPlanned,
  AgentRedirected,
  AgentRecast,
  AgentConfigured,
  AgentRenamed,
  RoomTidied,
  EvidenceRecorded,
  AgentProgressed,
  ResultRated,
] as const
