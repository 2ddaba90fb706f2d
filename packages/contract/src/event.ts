// Owns: the list of everything that can be in the journal.
import { z } from "zod"
import { AgentFounded } from "./agent/events.ts"
import { CallAllowed, CallBlocked, CallFinished } from "./call/events.ts"
import { ConnectionChanged } from "./connection/events.ts"
import { Seq } from "./ids.ts"
import { MessageDelivered, MessageEdited, MessageQueued, MessageReleased, MessageWithdrawn } from "./message/events.ts"
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
  CallAllowed,
  CallBlocked,
  CallFinished,
  SettingsChanged,
  ConnectionChanged,
])
export type Event = z.infer<typeof Event>
export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>

/** An event that is on disk. */
export const Recorded = z.object({ seq: Seq, at: Instant, event: Event })
export type Recorded = z.infer<typeof Recorded>
