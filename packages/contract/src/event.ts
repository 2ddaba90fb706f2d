// Owns: the list of everything that can be in the journal.
import { z } from "zod"
import {
  AgentBudgeted,
  AgentConfigured,
  AgentFounded,
  AgentMoved,
  AgentProgressed,
  AgentRecast,
  AgentRedirected,
  AgentRenamed,
  CommitmentAdded,
  ConsentSet,
  ContinuationPlanned,
  EvidenceRecorded,
  NoticeLeft,
  QuestionLeft,
  QuestionParked,
  ResultRated,
  RoomTidied,
  SlashAnswered,
} from "./agent/events.ts"
import {
  ApprovalArmed,
  ApprovalSurveyed,
  AttentionRaised,
  AttentionResolved,
  AttentionSnoozed,
  LimitChanged,
  QuietSet,
} from "./attention/events.ts"
import { CallAllowed, CallAsked, CallBlocked, CallFinished, CallReleased, CallsHeld } from "./call/events.ts"
import { ConnectionChanged } from "./connection/events.ts"
import { AuditVerified, GrantGiven, GrantsEnded, GrantUsed, HeadRecorded, SandboxRecorded } from "./gate/events.ts"
import { Seq } from "./ids.ts"
import { MessageDelivered, MessageEdited, MessageQueued, MessageReleased, MessageWithdrawn } from "./message/events.ts"
import { ModelChosen, PostureChanged, SteerQueued, SteersDropped, SurfacesChanged } from "./posture/events.ts"
import { FocusChanged, PaneMoved, PresenceJoined, PresenceLeft } from "./presence/events.ts"
import { SettingsChanged } from "./settings/events.ts"
import { Instant } from "./time.ts"
import {
  ReplyRecorded,
  StepRetried,
  TurnCrashed,
  TurnDelayed,
  TurnFailed,
  TurnFinished,
  TurnHeld,
  TurnInterrupted,
  TurnRecovered,
  TurnReleased,
  TurnSetAside,
  TurnStarted,
  TurnStopping,
} from "./turn/events.ts"
import { VerificationChecked, VerificationCutOff, VerificationEnded, VerificationStarted } from "./verification/events.ts"

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
  TurnSetAside,
  TurnCrashed,
  TurnRecovered,
  TurnFinished,
  CallAsked,
  CallAllowed,
  CallsHeld,
  CallReleased,
  CallBlocked,
  CallFinished,
  SettingsChanged,
  ConnectionChanged,
  AgentBudgeted,
  AgentProgressed,
  CommitmentAdded,
  ResultRated,
  SlashAnswered,
  AttentionRaised,
  ApprovalArmed,
  ApprovalSurveyed,
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
  TurnHeld,
  TurnReleased,
  PaneMoved,
  PresenceJoined,
  PresenceLeft,
  FocusChanged,
  AgentMoved,
  ContinuationPlanned,
  NoticeLeft,
  AgentRedirected,
  AgentRecast,
  AgentConfigured,
  AgentRenamed,
  RoomTidied,
  EvidenceRecorded,
  ConsentSet,
  QuestionParked,
  QuestionLeft,
  AttentionSnoozed,
  QuietSet,
  LimitChanged,
  VerificationStarted,
  VerificationChecked,
  VerificationCutOff,
  VerificationEnded,
])
export type Event = z.infer<typeof Event>
export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>

/** An event that is on disk. */
export const Recorded = z.object({ seq: Seq, at: Instant, event: Event })
export type Recorded = z.infer<typeof Recorded>
