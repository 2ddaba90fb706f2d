// A checker that cannot fail proves nothing: each kind of fault is planted once, and found.
import { expect, test } from "vitest"
import { killChecker, type Row, type Session } from "./check.ts"

const blank = { agentId: "jake", turnId: null, messageId: null, callId: null, capability: null, step: null, until: null }
const rows = (from: number, ...events: readonly (Partial<Row> & { type: string })[]): Row[] =>
  events.map((event, at) => ({ ...blank, ...event, seq: from + at }))
const unanswered: Session = { acks: [], answered: null, told: [], killedAt: 0 }
const answeredAt = (seq: number): Session => ({ ...unanswered, answered: { seq, at: 0 } })

const chat = (...numbers: number[]) => ({ isWhole: false, numbers })

const turn = { turnId: "t1" }
const started = { type: "turn.started", ...turn }
const command = { type: "call.allowed", ...turn, callId: "c1", capability: "bash" }
const message = { type: "message.delivered", messageId: "m1", ...turn }

test("nothing is wrong with a turn that is recovered, nor with one that is reported", () => {
  const checker = killChecker()
  expect(checker.afterKill(rows(1, message, started, command, { type: "turn.started", turnId: "t2" }), unanswered)).toEqual([])
  const signs = rows(
    5,
    { type: "turn.recovered", ...turn },
    { type: "turn.failed", turnId: "t2" },
    { type: "turn.finished", ...turn },
  )
  expect(checker.afterKill(signs, answeredAt(6))).toEqual([])
  expect(checker.counts()).toEqual({ turnsInFlight: 2, commandsInFlight: 1, recovered: 1, reported: 1 })
})

test("finds a message that was accepted and is not in the journal", () => {
  const acks = [{ seq: 2, agentId: "jake", messageId: "m2" }]
  expect(killChecker().afterKill(rows(1, message, started), { ...unanswered, acks })).toEqual([
    { kind: "lost", what: "m2 was accepted, and is gone" },
  ])
})

test("finds an accepted number, and a shown event, beyond the end of the journal", () => {
  const session = { ...unanswered, acks: [{ seq: 3 }], told: [chat(1, 2, 4)] }
  expect(
    killChecker()
      .afterKill(rows(1, message, started), session)
      .map(({ kind }) => kind),
  ).toEqual(["lost", "lost"])
})

test("finds a gap in the journal", () => {
  const checker = killChecker()
  checker.afterKill(rows(1, message), unanswered)
  expect(checker.afterKill(rows(3, started), unanswered)).toMatchObject([{ kind: "lost" }])
})

test("finds a queued message that is neither delivered nor queued any more", () => {
  const checker = killChecker()
  const queued = (messageId: string) => ({ type: "message.queued", messageId })
  checker.afterKill(rows(1, queued("m1"), queued("m2"), queued("m3"), message), unanswered)
  expect(checker.atEnd(new Set(["jake m2"]), 4)).toEqual([{ kind: "lost", what: "jake m3 was queued, and is gone" }])
})

test("finds a message, a reply of the same step and a result that are there twice", () => {
  const checker = killChecker()
  const reply = { type: "turn.replied", ...turn, step: 1 }
  const result = { type: "call.finished", ...turn, callId: "c1" }
  expect(checker.afterKill(rows(1, message, started, reply, result), unanswered)).toEqual([])
  const again = rows(5, { type: "turn.recovered", ...turn }, message, reply, result, { ...reply, step: 2 })
  expect(checker.afterKill(again, answeredAt(5)).map(({ kind }) => kind)).toEqual(["doubled", "doubled", "doubled"])
})

test("finds an event that a client is told of twice, in the snapshot and after it", () => {
  const session = { ...unanswered, told: [chat(2, 2)] }
  expect(killChecker().afterKill(rows(1, message, started), session)).toEqual([
    { kind: "doubled", what: "event 2 was told after 2" },
  ])
})

test("finds an event that the world's subscription left out; a chat is told only of its own", () => {
  const told = (isWhole: boolean) => ({ ...unanswered, told: [{ isWhole, numbers: [1, 3] }] })
  expect(killChecker().afterKill(rows(1, message, started, command), told(false))).toEqual([])
  expect(killChecker().afterKill(rows(1, message, started, command), told(true))).toEqual([
    { kind: "lost", what: "after event 1 came 3" },
  ])
})

test("finds a turn of which the next start that answers says nothing, also when one between was killed too early", () => {
  const checker = killChecker()
  checker.afterKill(rows(1, started), unanswered)
  expect(checker.afterKill([], unanswered)).toEqual([])
  const tooLate = rows(2, { type: "surfaces.changed" }, { type: "turn.recovered", ...turn })
  expect(checker.afterKill(tooLate, answeredAt(2))).toMatchObject([{ kind: "unaccounted" }])
  expect(checker.counts()).toMatchObject({ turnsInFlight: 1, recovered: 0, reported: 0 })
})

test("finds a turn that is delayed past its time", () => {
  const until = "2030-01-01T00:00:00Z"
  const delayed = (seconds: number) =>
    killChecker().afterKill(rows(1, started, { type: "turn.delayed", ...turn, until }), {
      ...answeredAt(1),
      killedAt: Date.parse(until) + seconds * 1_000,
    })
  expect(delayed(2)).toEqual([])
  expect(delayed(60)).toMatchObject([{ kind: "unaccounted" }])
})
