import { type AgentId, type Command, type Due, type Event, toInstant, type World } from "@kibitz/contract"
import { fixedChance, manualClock, sampleTeam } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import type { Outcome } from "../writer/outcome.ts"
import { continueAgents } from "./continue.ts"
import { timerQueue } from "./timer-queue.ts"

const ed = "ed" as AgentId

/** A world that only changes when the test says so: whatever is dispatched twice is seen twice. */
function opened() {
  const clock = manualClock()
  const timers = timerQueue(clock, fixedChance(0))
  const dispatched: Command[] = []
  let world: World = sampleTeam([{ id: "ed" }])
  let outcome: Outcome = { seq: 1 }
  const supervisor = {
    world: () => world,
    async dispatch(command: Command) {
      dispatched.push(command)
      return outcome
    },
  }
  const continuations = continueAgents({ supervisor, clock, timers })
  const dueIn = (ms: number): Due => ({ at: toInstant(clock.now().add({ milliseconds: ms })), why: "continue" })
  const commit = (event: Event) => continuations.follow([{ seq: 1, at: toInstant(clock.now()), event }])
  return {
    clock,
    timers,
    continuations,
    dueIn,
    count: () => dispatched.length,
    /** As the world has it; what is told of it is another matter. */
    is(due: Due | null) {
      world = sampleTeam([{ id: "ed", due }])
    },
    plan: (due: Due | null) => commit({ type: "agent.planned", agentId: ed, due, waits: null }),
    answers(next: Outcome) {
      outcome = next
    },
  }
}

describe("one dispatch for one due time", () => {
  it("OPM-6 a time that was taken back waits for nothing, and one that was put off rings once", () => {
    const { clock, timers, continuations, dueIn, is, plan, count } = opened()
    continuations.start()
    const [first, second] = [dueIn(1_000), dueIn(5_000)]
    is(first)
    plan(first)
    is(second)
    plan(second)
    clock.advance(4_999)
    expect(count()).toBe(0)
    clock.advance(1)
    expect(count()).toBe(1)
    plan(dueIn(1_000))
    plan(null)
    expect(timers.size()).toBe(0)
  })

  it("OPM-6 the world is the truth: a ring that does not fit it is dropped", () => {
    const { clock, continuations, dueIn, is, count } = opened()
    is(dueIn(1_000))
    continuations.start()
    is(dueIn(9_000))
    clock.advance(60_000)
    expect(count()).toBe(0)
  })

  it("what is planned before the start is taken from the world then, and not twice", () => {
    const { clock, timers, continuations, dueIn, is, plan, count } = opened()
    const due = dueIn(1_000)
    is(due)
    plan(due)
    expect(timers.size()).toBe(0)
    continuations.start()
    clock.advance(10_000)
    expect(count()).toBe(1)
  })

  it("F30 set back, nothing is asked for that would be refused, and nothing is lost", () => {
    const { clock, continuations, dueIn, is, count } = opened()
    is(dueIn(2_000))
    continuations.start()
    clock.setWallClock(clock.now().subtract({ minutes: 10 }))
    clock.advance(2_000)
    expect(count()).toBe(0)
    clock.advance(600_000)
    expect(count()).toBe(1)
  })

  it("F12 tried again after a full disk only while it is still its time", async () => {
    const { clock, continuations, dueIn, is, answers, count } = opened()
    is(dueIn(0))
    answers({ rejection: { kind: "storage-failed", message: "full" } })
    continuations.start()
    clock.advance(0)
    await Promise.resolve()
    await Promise.resolve()
    clock.advance(1_000)
    expect(count()).toBe(2)
    await Promise.resolve()
    await Promise.resolve()
    is(null)
    clock.advance(60_000)
    expect(count()).toBe(2)
  })

  it("A1 what a limit holds back is not sent on before it is over", () => {
    const { clock, continuations, dueIn, is, count } = opened()
    is({ ...dueIn(60_000), limited: true })
    continuations.start()
    clock.advance(59_999)
    expect(count()).toBe(0)
    clock.advance(1)
    expect(count()).toBe(1)
  })
})
