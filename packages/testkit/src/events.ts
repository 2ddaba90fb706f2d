// Builders: every field has a value, so that a test names only what it is about.
import {
  type AgentId,
  type ContentBlock,
  type Event,
  type EventOf,
  type Instant,
  jakeId,
  type MessageId,
  noUsage,
  type Recorded,
  type Reply,
  type Seq,
  type TurnId,
} from "@kibitz/contract"
import type { NewEntry } from "@kibitz/ports"

const baseTime = Temporal.Instant.from("2026-01-01T00:00:00Z")

/** One second apart, from seq 1 on. */
export function instantOf(seq: Seq): Instant {
  return baseTime.add({ seconds: seq }).toString({ fractionalSecondDigits: 3 }) as Instant
}

export function recorded(seq: Seq, event: Event, at: Instant = instantOf(seq)): Recorded {
  return { seq, at, event }
}

/** Numbers them one after the other: `recordedFrom(1, agentFounded(), messageQueued("hello"))`. */
export function recordedFrom(first: Seq, ...events: readonly Event[]): Recorded[] {
  return events.map((event, index) => recorded(first + index, event))
}

export function entry(seq: Seq, event: Event, transcriptOf: AgentId | null = null): NewEntry {
  return { seq, at: instantOf(seq), event, transcriptOf }
}

/** Entries that continue after `last`, all in the same transcript. */
export function entriesAfter(last: Seq, events: readonly Event[], transcriptOf: AgentId | null = null): NewEntry[] {
  return events.map((event, index) => entry(last + 1 + index, event, transcriptOf))
}

type Fields<T extends Event["type"]> = Partial<Omit<EventOf<T>, "type">>

const ids = { agentId: jakeId, turnId: "turn_0001", messageId: "msg_0001", callId: "call_0001" }

function build<T extends Event["type"]>(type: T, defaults: object, fields: Fields<T>): EventOf<T> {
  return { type, ...defaults, ...fields } as EventOf<T>
}

export function agentFounded(fields: Fields<"agent.founded"> = {}) {
  return build("agent.founded", { agentId: jakeId, parentId: null, name: "Jake" }, fields)
}

export function messageQueued(text: string, fields: Fields<"message.queued"> = {}) {
  return build("message.queued", { agentId: jakeId, messageId: ids.messageId, text, delivery: "queue" }, fields)
}

export function messageDelivered(text: string, fields: Fields<"message.delivered"> = {}) {
  return build("message.delivered", { agentId: jakeId, messageId: ids.messageId, turnId: ids.turnId, text }, fields)
}

export function turnStarted(fields: Fields<"turn.started"> = {}) {
  return build("turn.started", { agentId: jakeId, turnId: ids.turnId, model: "claude-sonnet-5-5" }, fields)
}

export function reply(content: string | readonly ContentBlock[], fields: Partial<Reply> = {}): Reply {
  const blocks: ContentBlock[] = typeof content === "string" ? [{ type: "text", text: content }] : [...content]
  const stopReason = blocks.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn"
  return {
    content: blocks,
    stopReason,
    stopDetail: null,
    usage: noUsage,
    model: "claude-sonnet-5-5",
    requestId: "req_1",
    ...fields,
  }
}

export function turnReplied(content: string | readonly ContentBlock[], fields: Fields<"turn.replied"> = {}) {
  const defaults = { agentId: jakeId, turnId: ids.turnId, messageId: "msg_0002", step: 1, reply: reply(content) }
  return build("turn.replied", defaults, fields)
}

export function turnFinished(fields: Fields<"turn.finished"> = {}) {
  return build("turn.finished", { agentId: jakeId, turnId: ids.turnId }, fields)
}

export function turnInterrupted(draft: string, fields: Fields<"turn.interrupted"> = {}) {
  return build("turn.interrupted", { agentId: jakeId, turnId: ids.turnId, draft }, fields)
}

export function callAllowed(fields: Fields<"call.allowed"> = {}) {
  const verdict = { effect: "allow", rule: "reads", because: "reading is allowed" }
  const request = { capability: "read_file", input: { path: "README.md" }, verdict }
  return build("call.allowed", { agentId: jakeId, turnId: ids.turnId, callId: ids.callId, ...request }, fields)
}

export function callFinished(output: string, fields: Fields<"call.finished"> = {}) {
  const result = { ok: true, output, bytes: output.length, durationMs: 1 }
  return build("call.finished", { agentId: jakeId, turnId: ids.turnId, callId: ids.callId, result }, fields)
}

/** One turn, from what was said to what was answered: `number` names it, so that a long conversation can be made of many. */
export function exchange(agentId: AgentId, number: number, said: string, answer: string | readonly ContentBlock[]): Event[] {
  const turnId = `turn_x${number}` as TurnId
  return [
    turnStarted({ agentId, turnId }),
    messageDelivered(said, { agentId, turnId, messageId: `msg_u${number}` as MessageId }),
    turnReplied(answer, { agentId, turnId, messageId: `msg_a${number}` as MessageId }),
    turnFinished({ agentId, turnId }),
  ]
}
