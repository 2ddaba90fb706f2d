import type { Agent, AgentId, ItemId, ModelFailure } from "@kibitz/contract"
import { sampleItem, sampleTeam, teamTime } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { fanoutOf, waitersIn } from "./fanout.ts"
import { orderItems } from "./order.ts"

const waits = { waits: "child" } as const
const question = (agentId: string) => sampleItem("question", { id: `q-${agentId}`, agentId })
const failure = (kind: ModelFailure["kind"]): ModelFailure => ({
  kind,
  message: "",
  status: null,
  requestId: null,
  retryAfterMs: null,
})
const parked = (kind: ModelFailure["kind"]): Pick<Agent, "trouble"> => ({
  trouble: { at: teamTime, turnId: "turn_1" as never, parked: true, failure: failure(kind) },
})
/** Only how a turn stands matters here. */
const turn = (status: NonNullable<Agent["turn"]>["status"]): Pick<Agent, "turn"> => ({ turn: { status } as Agent["turn"] })
const sorted = (all: ReadonlySet<AgentId>) => [...all].sort()

test("those above that wait for it count, up to the first that does not", () => {
  const world = sampleTeam([
    { id: "jake", ...waits },
    { id: "busy", under: "jake", ...waits, ...turn({ kind: "asking" }) },
    { id: "lead", under: "busy", ...waits },
    { id: "asker", under: "lead" },
    { id: "sibling", under: "lead" },
  ])
  expect(sorted(fanoutOf(world, question("asker")))).toEqual(["lead"])
  expect(sorted(fanoutOf(world, question("lead")))).toEqual([])
  expect(sorted(fanoutOf(world, question("busy")))).toEqual(["jake"])
})

test("one that is done or gone waits for nobody", () => {
  const over = { standing: { kind: "done", at: teamTime, verified: true } } as const
  const world = sampleTeam([
    { id: "jake", ...waits },
    { id: "lead", under: "jake", ...waits, ...over },
    { id: "asker", under: "lead" },
  ])
  expect(fanoutOf(world, question("asker")).size).toBe(0)
})

/** Its question is with one above, and it has nothing else to do. */
const asking = (...holders: string[]): Pick<Agent, "waits" | "asking"> => ({
  waits: "parent",
  asking: holders.map((holderId, at) => ({
    id: `parked${at}` as ItemId,
    at: teamTime,
    question: "?",
    options: [],
    preferred: null,
    holderId: holderId as AgentId,
    climbsAt: teamTime,
  })),
})

test("those whose questions are with the one that asks wait for it too, and those that wait for them", () => {
  const world = sampleTeam([
    { id: "jake", ...waits },
    { id: "lead", under: "jake", waits: "you" },
    { id: "between", under: "lead", ...waits },
    ...["a", "b", "c", "d"].map((id) => ({ id, under: "lead", ...asking("lead") })),
    { id: "deep", under: "between", ...asking("lead") },
    { id: "below", under: "deep", ...asking("deep") },
    { id: "busy", under: "lead", ...asking("lead"), ...turn({ kind: "asking" }) },
    { id: "elsewhere", under: "lead", ...asking("jake") },
  ])
  const expected = ["a", "b", "below", "between", "c", "d", "deep", "elsewhere", "jake"]
  expect(sorted(fanoutOf(world, question("lead")))).toEqual(expected)
  expect(waitersIn(world).onlyAbove("lead" as AgentId)).toBe(false)
  const [entry] = orderItems([question("lead")], {
    now: teamTime,
    world,
    lastAnswer: null,
    visited: new Map(),
    pinned: new Set(),
  })
  expect(entry?.fanout).toBe(expected.length)
})

test("equal items hold up the union, without those that ask", () => {
  const world = sampleTeam([
    { id: "jake", ...waits },
    { id: "left", under: "jake", ...waits },
    { id: "right", under: "jake", ...waits },
    { id: "a", under: "left" },
    { id: "b", under: "right" },
  ])
  const both = waitersIn(world)
  expect(sorted(both.of([question("a"), question("b")]))).toEqual(["jake", "left", "right"])
  expect([both.above("left" as AgentId), both.above("jake" as AgentId), both.above(null)]).toEqual([2, 1, 0])
  expect(sorted(both.of([question("a"), question("left")]))).toEqual(["jake"])
})

test("a spent budget holds up all below its holder that were parked by it, or have nothing left to go on with, and those above them", () => {
  const world = sampleTeam([
    { id: "jake", ...waits },
    { id: "holder", under: "jake", ...waits, limitUsd: 2, spentBelowUsd: 2 },
    { id: "ended", under: "holder", waits: "you" },
    { id: "first", under: "holder", ...parked("budget") },
    { id: "second", under: "holder", ...parked("budget") },
    { id: "deep", under: "second", ...parked("budget") },
    { id: "byUser", under: "holder", standing: { kind: "paused", at: teamTime, by: "user" } },
    { id: "free", under: "holder" },
    { id: "elsewhere", under: "jake", ...parked("budget") },
  ])
  const item = sampleItem("budget", { id: "b", agentId: "first", holderId: "holder" as AgentId })
  expect(sorted(fanoutOf(world, item))).toEqual(["deep", "ended", "holder", "jake", "second"])
})

test("a provider that refuses holds up all that were refused for the same reason", () => {
  const world = sampleTeam([
    { id: "jake" },
    { id: "asker", under: "jake", ...parked("rate_limited") },
    { id: "parked", under: "jake", ...parked("rate_limited") },
    { id: "delayed", under: "jake", ...turn({ kind: "delayed", until: teamTime, failure: failure("rate_limited") }) },
    { id: "asking", under: "jake", ...turn({ kind: "asking" }) },
    { id: "asleep", under: "jake", standing: { kind: "paused", at: teamTime, by: "limit" } },
    { id: "held", under: "jake", due: { at: teamTime, why: "continue", limited: true } },
    { id: "resting", under: "jake", due: { at: teamTime, why: "continue" } },
    { id: "byUser", under: "jake", standing: { kind: "paused", at: teamTime, by: "user" } },
    { id: "otherwise", under: "jake", ...parked("auth") },
    { id: "gone", under: "jake", ...parked("rate_limited"), standing: { kind: "dismissed", at: teamTime } },
  ])
  const item = sampleItem("provider", { id: "p", agentId: "asker", failure: "rate_limited" })
  expect(sorted(fanoutOf(world, item))).toEqual(["asleep", "delayed", "held", "parked"])
})
