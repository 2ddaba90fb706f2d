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
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  appended,
  closedTranscript,
  grown,
  jumped,
  latest,
  opened,
  prepended,
  streamed,
  type TranscriptState,
  trimmed,
  withRoomAbove,
  withRoomBelow,
} from "./transcript-state.ts"

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

const keysOf = ({ items }: TranscriptState) => items.map(({ key }) => Number(key))

test("from a found line one reads on down to the end, and there it goes on growing", () => {
  const lines = Array.from({ length: 9 }, (_, n) => said(n + 1, "x"))
  const page = (from: number, to: number) => lines.filter(({ seq }) => seq >= from && seq <= to)
  const end = opened(closedTranscript, { events: page(8, 9), older: 8 }, null)
  const there = jumped(end, { events: page(2, 3), older: 2 }, { events: page(4, 5), newer: 5 })
  expect([keysOf(there), there.newer, there.place]).toEqual([[2, 3, 4, 5], 5, end.place + 1])
  const meanwhile = grown(there, [said(10, "new")])
  expect(keysOf(meanwhile)).toEqual([2, 3, 4, 5])
  const further = appended(meanwhile, { events: page(6, 9), newer: null })
  expect([keysOf(further), further.newer, further.tail]).toEqual([[2, 3, 4, 5, 6, 7, 8, 9, 10], null, null])
  expect(keysOf(grown(further, [said(11, "newer")]))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(keysOf(latest(meanwhile))).toEqual([8, 9, 10])
})

test("a call that began before a page and ended on the next is one finished line, whichever way one reads", () => {
  const end = opened(closedTranscript, { events: [said(20, "end")], older: 20 }, null)
  const down = jumped(end, { events: [allowed(4, "c1")], older: 4 }, { events: [finished(5, "c1")], newer: 5 })
  expect(down.items).toMatchObject([{ kind: "call", status: "done" }])
  const asked = record(3, { ...allowed(3, "c2").event, type: "call.asked", itemId: "i" } as never)
  const up = prepended(opened(closedTranscript, { events: [allowed(6, "c2"), finished(7, "c2")], older: 6 }, null), {
    events: [asked],
    older: null,
  })
  expect(up.items).toMatchObject([{ kind: "call", key: "3", status: "done" }])
})

test("a snapshot after a lost line leaves a reader far back where they are", () => {
  const end = opened(closedTranscript, { events: [said(20, "end")], older: 20 }, null)
  const there = jumped(end, { events: [said(4, "a")], older: 4 }, { events: [said(5, "b")], newer: 5 })
  const again = opened(there, { events: [said(20, "end"), said(21, "more")], older: 20 }, null)
  expect([keysOf(again), again.place]).toEqual([[4, 5], there.place])
  expect(keysOf(latest(again))).toEqual([20, 21])
  const far = opened(
    prepended(end, { events: [said(19, "x")], older: 19 }),
    { events: [said(20, "e"), said(22, "f")], older: 20 },
    null,
  )
  expect([keysOf(far), far.newer]).toEqual([[19, 20, 22], null])
})

test("however one reads, what is shown has no gap, no line twice, and at the end everything that came", () => {
  const whole: Recorded[] = []
  const before = (seq: number, size: number) => {
    const events = whole.filter((one) => one.seq < seq).slice(-size)
    return { events, older: (events[0]?.seq ?? 0) > (whole[0]?.seq ?? 0) ? (events[0]?.seq ?? null) : null }
  }
  const after = (seq: number, size: number) => {
    const rest = whole.filter((one) => one.seq > seq)
    return { events: rest.slice(0, size), newer: rest.length > size ? (rest[size - 1]?.seq ?? null) : null }
  }
  const act = fc.record({
    what: fc.constantFrom("grow", "grow", "up", "up", "down", "jump", "latest", "trim", "renew"),
    n: fc.nat(99),
  })
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      whole.length = 0
      for (let seq = 3; seq < 90; seq += 3) whole.push(said(seq, "x"))
      let state = opened(closedTranscript, before(1e9, 4), null)
      for (const { what, n } of acts) {
        if (what === "grow") {
          const next = said((whole.at(-1)?.seq ?? 0) + 1 + (n % 3), "x")
          whole.push(next)
          state = grown(state, [next])
        } else if (what === "up" && state.older !== null) state = prepended(withRoomAbove(state), before(state.older, 4))
        else if (what === "down" && state.newer !== null) state = appended(withRoomBelow(state), after(state.newer, 4))
        else if (what === "jump") {
          const seq = whole[n % whole.length]?.seq ?? 0
          if (!keysOf(state).includes(seq)) state = jumped(state, before(seq + 1, 4), after(seq, 4))
          expect(keysOf(state)).toContain(seq)
        } else if (what === "latest") state = latest(state)
        else if (what === "trim") state = trimmed(state)
        else if (what === "renew") state = opened(state, before(1e9, 3 + (n % 9)), null)
        const shown = keysOf(state)
        const all = whole.map(({ seq }) => seq)
        const from = all.indexOf(shown[0] ?? -1)
        expect(shown).toEqual(all.slice(from, from + shown.length))
        if (state.newer === null) expect(shown.at(-1)).toBe(all.at(-1))
        else expect(state.tail).not.toBeNull()
        expect(state.pages.length).toBeLessThanOrEqual(9)
      }
    }),
    { numRuns: 300 },
  )
})
