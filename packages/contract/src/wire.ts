// Owns: the protocol between any screen or script and the host: MessagePort, WebSocket and rpc lines all carry these.
// Two verbs: dispatch asks for a change, subscribe asks to be told. Stable: fields are added, never renamed or removed.
import { z } from "zod"
import { AuditFilter, AuditPage } from "./audit/state.ts"
import { ClientCommand } from "./command.ts"
import { Recorded } from "./event.ts"
import { AgentId, Seq } from "./ids.ts"
import { LiveDelta, LiveReply } from "./live.ts"
import { Surface } from "./posture/state.ts"
import { Rejection } from "./rejection.ts"
import { WorldSnapshot } from "./world.ts"

/** Largest message in either direction, in UTF-16 code units of its JSON. */
export const WIRE_MESSAGE_LIMIT = 4_000_000
/** How much transcript one page holds when the client does not say, in bytes of stored JSON. */
export const PAGE_BYTES = 256_000

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
  /** One page of the audit log, newest first; the snapshot is all there is. `why` of a transcript line: filter by its callId. */
  z.strictObject({
    kind: z.literal("audit"),
    filter: AuditFilter.default({}),
    before: z.int().positive().nullable().default(null),
    limit: z.int().min(1).max(500).default(100),
  }),
])
export type Channel = z.infer<typeof Channel>
export type ChannelInput = z.input<typeof Channel>

export const WireRequest = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("dispatch"), id: RequestId, command: ClientCommand }),
  z.strictObject({ type: z.literal("subscribe"), id: RequestId, channel: Channel }),
  z.strictObject({ type: z.literal("unsubscribe"), id: RequestId, subscription: SubscriptionId }),
])
export type WireRequest = z.infer<typeof WireRequest>
export type WireRequestInput = z.input<typeof WireRequest>

export const TranscriptPage = z.object({
  events: z.array(Recorded),
  /** Nothing older exists when null; otherwise the `before` of the next page. */
  older: Seq.nullable(),
})
export type TranscriptPage = z.infer<typeof TranscriptPage>

export const Snapshot = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("world"),
    world: WorldSnapshot,
    app: z.object({ version: z.string(), workspace: z.string(), surface: Surface }),
  }),
  z.object({ kind: z.literal("transcript"), agentId: AgentId, page: TranscriptPage, live: LiveReply.nullable() }),
  z.object({ kind: z.literal("page"), agentId: AgentId, page: TranscriptPage }),
  z.object({ kind: z.literal("audit"), page: AuditPage }),
])
export type Snapshot = z.infer<typeof Snapshot>

export const WireMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("accepted"), id: RequestId, seq: Seq }),
  /** `id` is null when the request could not even be read. */
  z.object({ type: z.literal("refused"), id: RequestId.nullable(), rejection: Rejection }),
  z.object({ type: z.literal("subscribed"), id: RequestId, subscription: SubscriptionId, snapshot: Snapshot }),
  z.object({ type: z.literal("unsubscribed"), id: RequestId.nullable(), subscription: SubscriptionId }),
  /** `n` counts 1, 2, 3 … per subscription. A gap means: subscribe again. */
  z.object({ type: z.literal("envelope"), subscription: SubscriptionId, n: z.int().positive(), events: z.array(Recorded) }),
  z.object({ type: z.literal("live"), subscription: SubscriptionId, deltas: z.array(LiveDelta) }),
])
export type WireMessage = z.infer<typeof WireMessage>
