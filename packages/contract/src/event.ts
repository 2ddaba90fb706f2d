// Owns: the list of everything that can be in the journal.
import { z } from "zod"
import { AgentBudgeted, AgentFounded, AgentProgressed, CommitmentAdded, SlashAnswered } from "./agent/events.ts"
import { ApprovalArmed, AttentionRaised, AttentionResolved } from "./attention/events.ts"
import { CallAllowed, CallAsked, CallBlocked, CallFinished } from "./call/events.ts"
import { ConnectionChanged } from "./connection/events.ts"
import { AuditVerified, GrantGiven, GrantsEnded, GrantUsed, HeadRecorded, SandboxRecorded } from "./gate/events.ts"
import { Seq } from "./ids.ts"
import { MessageDelivered, MessageEdited, MessageQueued, MessageReleased, MessageWithdrawn } from "./message/events.ts"
import { ModelChosen, PostureChanged, SteerQueued, SteersDropped, SurfacesChanged } from "./posture/events.ts"
import { SettingsChanged } from "./settings/events.ts"
import { Instant } from "./time.ts"
import {
  ReplyRecorded,
  StepRetried,
  TurnDelayed,
  TurnFailed,
  TurnFinished,
  TurnInterrupted,
  TurnRecovered,
  TurnStarted,
  TurnStopping,
} from "./turn/events.ts"

export const Event = z.discriminatedUnion("type", [
  AgentFounded,
  MessageQueued,
  MessageEdited,
  MessageWithdrawn,
  MessageReleased,
  MessageDelivered,
  TurnStarted,
  ReplyRecorded,
  TurnDelayed,
  StepRetried,
  TurnStopping,
  TurnInterrupted,
  TurnFailed,
  TurnRecovered,
  TurnFinished,
  CallAsked,
  CallAllowed,
  CallBlocked,
  CallFinished,
  SettingsChanged,
  ConnectionChanged,
  AgentBudgeted,
  AgentProgressed,
  CommitmentAdded,
  SlashAnswered,
  AttentionRaised,
  ApprovalArmed,
  AttentionResolved,
  PostureChanged,
  SteerQueued,
  SteersDropped,
  ModelChosen,
  SurfacesChanged,
  GrantGiven,
  GrantUsed,
  GrantsEnded,
  SandboxRecorded,
  HeadRecorded,
  AuditVerified,
])
export type Event = z.infer<typeof Event>
export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>

/** An event that is on disk. */
export const Recorded = z.object({ seq: Seq, at: Instant, event: Event })
export type Recorded = z.infer<typeof Recorded>
