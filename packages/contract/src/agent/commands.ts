import { z } from "zod"
import { AgentName } from "../call/capabilities.ts"
import { AgentId, WorkspaceId } from "../ids.ts"
import { PaneName } from "../presence/state.ts"
import { DoneBehaviour, Supervision } from "./state.ts"

export const Assignment = z.string().trim().min(1).max(20_000)
export const AgentScope = z.enum(["one", "subtree", "all"])
export type AgentScope = z.infer<typeof AgentScope>

/** Internal: makes the root agent on first start. */
export const FoundAgent = z.object({ type: z.literal("agent.found"), agentId: AgentId, name: z.string() })

/** From the user: a child, with no dialog. Without an assignment it waits to be talked to. */
export const SpawnAgent = z.strictObject({
  type: z.literal("agent.spawn"),
  parentId: AgentId,
  /** Named by the client, so that it knows its child before the answer comes, and may send the command again. */
  agentId: AgentId.optional(),
  name: AgentName.optional(),
  assignment: Assignment.optional(),
  whenDone: DoneBehaviour.optional(),
  /** The pane its chat is shown in at once: joined in the same transaction. */
  pane: PaneName.optional(),
  /** Scripts answer it and all it starts, although a model is connected. */
  rehearsal: z.literal(true).optional(),
  /** Where it works; left out, where its parent does. */
  workspaceId: WorkspaceId.optional(),
})
/** What the user thinks of the last result. */
export const RateResult = z.strictObject({
  type: z.literal("result.rate"),
  agentId: AgentId,
  stars: z.int().min(1).max(5),
  note: z.string().max(2_000).default(""),
})
/** pause keeps what waits, stop clears it. `all` is the older way to say scope "all", which is "hold all". */
export const HaltAgent = z.strictObject({
  type: z.literal("agent.halt"),
  agentId: AgentId,
  how: z.enum(["pause", "stop"]),
  all: z.boolean().default(false),
  scope: AgentScope.default("one"),
})
/** What was paused goes on, from where its reply broke off. stopped: those whom the user stopped, too. */
export const ResumeAgent = z.strictObject({
  type: z.literal("agent.resume"),
  agentId: AgentId,
  scope: AgentScope.default("one"),
  stopped: z.literal(true).optional(),
})
/** With everything below it. Nothing is deleted; it is not shown among those who work any more. */
export const DismissAgent = z.strictObject({ type: z.literal("agent.dismiss"), agentId: AgentId })
/** A new assignment in place of the old one; taken after the running tool. */
export const RedirectAgent = z.strictObject({ type: z.literal("agent.redirect"), agentId: AgentId, assignment: Assignment })
export const ConfigureAgent = z.strictObject({
  type: z.literal("agent.configure"),
  agentId: AgentId,
  whenDone: DoneBehaviour.optional(),
  supervision: Supervision.optional(),
  /** false: never, until the user says otherwise. */
  mayKnock: z.boolean().optional(),
})
/** From the user, once a model is connected: rehearsal agents begin anew with it. What scripts made them say is shown, and never sent to it. */
export const RecastAgent = z.strictObject({
  type: z.literal("agent.recast"),
  agentId: AgentId,
  scope: AgentScope.default("one"),
})
/** By the user. A name belongs to one agent only: others are spoken to by it. */
export const RenameAgent = z.strictObject({ type: z.literal("agent.rename"), agentId: AgentId, name: AgentName })
/** Closes the gaps in this agent's room: the only thing that moves anybody to another cell. */
export const TidyRoom = z.strictObject({ type: z.literal("room.tidy"), agentId: AgentId })
/** One more unit now, whatever it was waiting for: after a review, when stuck, or before its time. */
export const GoOn = z.strictObject({ type: z.literal("agent.go-on"), agentId: AgentId })

/** Internal: its time has come. */
export const ContinueAgent = z.strictObject({ type: z.literal("agent.continue"), agentId: AgentId })
/** Internal: a sign of life that is not in the journal otherwise (text streams, a tool prints). */
export const RecordEvidence = z.strictObject({ type: z.literal("evidence.record"), agentId: AgentId, what: z.string().max(200) })
/** Internal: there has been none for too long. */
export const RecordSilence = z.strictObject({ type: z.literal("agent.record-silence"), agentId: AgentId })

export const agentCommands = {
  client: [
    SpawnAgent,
    RateResult,
    HaltAgent,
    ResumeAgent,
    DismissAgent,
    RedirectAgent,
    RecastAgent,
    ConfigureAgent,
    RenameAgent,
    TidyRoom,
    GoOn,
  ],
  internal: [FoundAgent, ContinueAgent, RecordEvidence, RecordSilence],
} as const
