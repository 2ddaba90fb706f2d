import {
  type AgentId,
  type CallId,
  type Event,
  type Instant,
  jakeId,
  type MessageId,
  noUsage,
  type Recorded,
  type TurnId,
} from "@kibitz/contract"
import { expect, test } from "vitest"
import { closedTranscript, grown, opened, prepended, streamed, trimmed } from "./transcript-state.ts"

const turnId = "t1" as TurnId
const agentId: AgentId = jakeId
const record = (seq: number, event: Event): Recorded => ({ seq, at: "2026-01-01T10:00:00.000Z" as Instant, event })
const said = (seq: number, text: string) =>
  record(seq, { type: "message.delivered", agentId, messageId: `m${seq}` as MessageId, turnId, text })
const replied = (seq: number, step: number, text: string) =>
  record(seq, {
    type: "turn.replied",
    agentId,
    turnId,
    messageId: `r${seq}` as MessageId,
    step,
    reply: {
      content: [{ type: "text", text }],
      stopReason: "end_turn",
      stopDetail: null,
      usage: noUsage,
      model: "m",
      requestId: null,
    },
  })
const allowed = (seq: number, id: string) =>
  record(seq, {
    type: "call.allowed",
    agentId,
    turnId,
    callId: id as CallId,
    capability: "read_file",
    input: {},
    verdict: { effect: "allow", rule: "r", because: "b" },
  })
const finished = (seq: number, id: string) =>
  record(seq, {
    type: "call.finished",
    agentId,
    turnId,
    callId: id as CallId,
    result: { ok: true, output: "out", bytes: 3, durationMs: 1 },
  })
const delta = (text: string, offset: number, step = 1) => ({
  agentId,
  turnId,
  step,
  attempt: 1,
  block: 0,
  kind: "text" as const,
  offset,
  text,
})

const open = opened(closedTranscript, { events: [said(10, "hello")], older: 10 }, null)

test("the reply being written gives way to the finished one, in one change", () => {
  const writing = streamed(open, [delta("Hel", 0)])
  expect(writing?.live?.blocks).toEqual([{ kind: "text", text: "Hel" }])
  const done = grown(writing ?? open, [replied(11, 1, "Hello")])
  expect(done.live).toBeNull()
  expect(done.items.map((item) => item.kind)).toEqual(["user", "reply"])
  expect(streamed(done, [delta("late", 3)])).toBe(done)
})

test("an interruption ends the writing; lost text asks for a snapshot", () => {
  const writing = streamed(open, [delta("Hel", 0)]) ?? open
  expect(grown(writing, [record(11, { type: "turn.interrupted", agentId, turnId, draft: "Hel" })]).live).toBeNull()
  expect(streamed(open, [delta("x", 5)])).toBeNull()
})

test("an older page goes to the top and what is there keeps its identity", () => {
  const older = prepended({ ...open, isLoadingOlder: true }, { events: [said(1, "first"), said(2, "second")], older: null })
  expect(older.items.map((item) => item.key)).toEqual(["1", "2", "10"])
  expect(older.items[2]).toBe(open.items[0])
  expect(older).toMatchObject({ older: null, isLoadingOlder: false, shifts: open.shifts + 1 })
})

test("a result whose call lies on an older page finds it when that page comes", () => {
  const tail = opened(closedTranscript, { events: [finished(10, "c1"), said(11, "next")], older: 10 }, null)
  expect(tail.items).toHaveLength(1)
  const whole = prepended(tail, { events: [allowed(9, "c1")], older: null })
  expect(whole.items[0]).toMatchObject({ kind: "call", status: "done", output: "out" })
  expect(whole.orphans).toEqual([])
})

test("back at the end, pages from far back are let go, and can be asked for again", () => {
  let state = open
  for (let before = 10; before > 2; before -= 2)
    state = prepended(state, { events: [said(before - 2, "a"), said(before - 1, "b")], older: before - 2 })
  const short = trimmed(state)
  expect(short.pages).toHaveLength(3)
  expect(short.items.map((item) => item.key)).toEqual(["6", "7", "8", "9", "10"])
  expect(short.older).toBe(6)
  expect(trimmed(short)).toBe(short)
})

test("events that nothing of is shown change nothing", () => {
  expect(grown(open, [record(11, { type: "turn.stopping", agentId, turnId })])).toBe(open)
})
