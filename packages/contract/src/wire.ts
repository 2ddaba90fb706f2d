// Owns: the protocol between any screen or script and the host: MessagePort, WebSocket and rpc lines all carry these.
// Two verbs: dispatch asks for a change, subscribe asks to be told; a third, shell, is for the window around a screen. Stable: fields are added, never renamed or removed.
import { z } from "zod"
import { AnsweredCard } from "./attention/commands.ts"
import { AuditFilter, AuditPage } from "./audit/state.ts"
import { ClientCommand } from "./command.ts"
import { COST_HOURS_LIMIT, CostReport } from "./cost/state.ts"
import { Recorded } from "./event.ts"
import { AgentId, Seq } from "./ids.ts"
import { LiveDelta, LiveReply } from "./live.ts"
import { Surface } from "./posture/state.ts"
import { ReadOnly } from "./read-only/state.ts"
import { Rejection } from "./rejection.ts"
import { ShellAsk, ShellNews } from "./shell/words.ts"
import { FullDisk } from "./storage/state.ts"
import { Instant } from "./time.ts"
import { WorldSnapshot } from "./world.ts"

/** Largest message to the host, in UTF-16 code units of its JSON. */
export const WIRE_MESSAGE_LIMIT = 4_000_000
/** Largest message a screen takes from its host: the world of ten thousand agents comes in one piece. */
export const WIRE_WORLD_LIMIT = 32_000_000
/** How much transcript one page holds when the client does not say, in bytes of stored JSON. */
export const PAGE_BYTES = 256_000
export const FIND_TEXT_LIMIT = 200

const RequestId = z.union([z.string().min(1).max(64), z.int().nonnegative()])
export type RequestId = z.infer<typeof RequestId>
export const SubscriptionId = z.int().positive()
export type SubscriptionId = z.infer<typeof SubscriptionId>

export const Channel = z.discriminatedUnion("kind", [
  /** All agents without transcripts, settings, connection. */
  z.strictObject({ kind: z.literal("world") }),
  /** One agent's transcript, newest page first, then as it grows, with live text. */
  z.strictObject({
    kind: z.literal("transcript"),
    agentId: AgentId,
    bytes: z.int().min(1000).max(2_000_000).default(PAGE_BYTES),
  }),
  /** One older page; the snapshot is all there is, the subscription closes by itself. */
  z.strictObject({
    kind: z.literal("page"),
    agentId: AgentId,
    before: Seq,
    bytes: z.int().min(1000).max(2_000_000).default(PAGE_BYTES),
  }),
  /** As `page`, the other way: what follows a line that was found far back. */
  z.strictObject({
    kind: z.literal("newer"),
    agentId: AgentId,
    after: Seq,
    bytes: z.int().min(1000).max(2_000_000).default(PAGE_BYTES),
  }),
  /** The lines of one transcript that hold a text, newest first, as far as was looked in one go: `older` says where to look on. */
  z.strictObject({
    kind: z.literal("find"),
    agentId: AgentId,
    text: z.string().trim().min(1).max(FIND_TEXT_LIMIT),
    before: Seq.nullable().default(null),
  }),
  /** Files of a workspace whose path holds these letters in this order, the nearest first; for naming one in a message. */
  z.strictObject({
    kind: z.literal("files"),
    text: z.string().max(200),
    limit: z.int().min(1).max(100).default(20),
    /** Whose workspace; left out, the project. */
    agentId: AgentId.optional(),
  }),
  /** One page of the audit log, newest first; the snapshot is all there is. `why` of a transcript line: filter by its callId. */
  z.strictObject({
    kind: z.literal("audit"),
    filter: AuditFilter.default({}),
    before: z.int().positive().nullable().default(null),
    limit: z.int().min(1).max(500).default(100),
  }),
  /** What was spent in the last hours, this one included; the snapshot is all there is. */
  z.strictObject({ kind: z.literal("cost"), hours: z.int().min(1).max(COST_HOURS_LIMIT).default(24) }),
])
export type Channel = z.infer<typeof Channel>
export type ChannelInput = z.input<typeof Channel>

export const WireRequest = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("dispatch"), id: RequestId, command: ClientCommand, card: AnsweredCard.optional() }),
  z.strictObject({ type: z.literal("subscribe"), id: RequestId, channel: Channel }),
  z.strictObject({ type: z.literal("unsubscribe"), id: RequestId, subscription: SubscriptionId }),
  /** To the program around the screen, not to the host. */
  z.strictObject({ type: z.literal("shell"), id: RequestId, ask: ShellAsk }),
])
export type WireRequest = z.infer<typeof WireRequest>
export type WireRequestInput = z.input<typeof WireRequest>

export const TranscriptPage = z.object({
  events: z.array(Recorded),
  /** Nothing older exists when null; otherwise the `before` of the next page. */
  older: Seq.nullable(),
})
export type TranscriptPage = z.infer<typeof TranscriptPage>

export const NewerPage = z.object({
  events: z.array(Recorded),
  /** Nothing newer existed when null; otherwise the `after` of the next page. */
  newer: Seq.nullable(),
})
export type NewerPage = z.infer<typeof NewerPage>

/** `key` is the line's, as the fold of the transcript names it; `seq` is where in the journal it begins. `text`: what stands around the words. */
export const FoundLine = z.object({
  seq: Seq,
  key: z.string(),
  at: Instant,
  by: z.enum(["user", "agent", "tool", "kibitz"]),
  text: z.string(),
})
export type FoundLine = z.infer<typeof FoundLine>

export const Snapshot = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("world"),
    world: WorldSnapshot,
    app: z.object({
      version: z.string(),
      workspace: z.string(),
      /** Where the journal, the settings and the keys of this project lie. */
      dataDir: z.string().optional(),
      surface: Surface,
      /** Left out where this Kibitz runs the project. */
      readOnly: ReadOnly.optional(),
      /** Left out while there is room. */
      fullDisk: FullDisk.optional(),
    }),
  }),
  z.object({ kind: z.literal("transcript"), agentId: AgentId, page: TranscriptPage, live: LiveReply.nullable() }),
  z.object({ kind: z.literal("page"), agentId: AgentId, page: TranscriptPage }),
  z.object({ kind: z.literal("newer"), agentId: AgentId, page: NewerPage }),
  /** Everything from the end to `older` has been looked through; null: all of it. */
  z.object({ kind: z.literal("find"), agentId: AgentId, lines: z.array(FoundLine), older: Seq.nullable() }),
  z.object({ kind: z.literal("files"), paths: z.array(z.string()) }),
  z.object({ kind: z.literal("audit"), page: AuditPage }),
  /** `since`: when the first of those hours began. */
  z.object({ kind: z.literal("cost"), since: Instant, report: CostReport }),
])
export type Snapshot = z.infer<typeof Snapshot>

export const WireMessage = z.discriminatedUnion("type", [
  /** `seq` is where it stands in the journal; 0 for what is not recorded. */
  z.object({ type: z.literal("accepted"), id: RequestId, seq: Seq }),
  /** `id` is null when the request could not even be read. */
  z.object({ type: z.literal("refused"), id: RequestId.nullable(), rejection: Rejection }),
  z.object({ type: z.literal("subscribed"), id: RequestId, subscription: SubscriptionId, snapshot: Snapshot }),
  z.object({ type: z.literal("unsubscribed"), id: RequestId.nullable(), subscription: SubscriptionId }),
  /** `n` counts 1, 2, 3 … per subscription. A gap means: subscribe again. */
  z.object({ type: z.literal("envelope"), subscription: SubscriptionId, n: z.int().positive(), events: z.array(Recorded) }),
  z.object({ type: z.literal("live"), subscription: SubscriptionId, deltas: z.array(LiveDelta) }),
  /** From the program around the screen. */
  z.object({ type: z.literal("shell"), news: ShellNews }),
])
export type WireMessage = z.infer<typeof WireMessage>
