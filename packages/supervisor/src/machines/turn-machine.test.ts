// The drawing itself, with the pure transition function: no actor is started.
import { jakeId, type TurnId } from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import { initialTransition, transition } from "xstate"
import { retryPlan } from "./retry-policy.ts"
import { type TurnEvent, turnMachine } from "./turn-machine.ts"

const reply = { content: [], stopReason: "end_turn", stopDetail: null, usage: {} as never, model: "m", requestId: null } as const

function through(...events: TurnEvent[]) {
  let [state] = initialTransition(turnMachine, { agentId: jakeId, turnId: "t" as TurnId })
  let actions: readonly { type: string }[] = []
  for (const event of events) [state, actions] = transition(turnMachine, state, event)
  return { state: state.value, actions: actions.map(({ type }) => type), status: state.status }
}

describe("turnMachine", () => {
  it("asks when the journal says so, and records the reply", () => {
    expect(through({ type: "turn.asking" }).state).toBe("asking")
    expect(through({ type: "turn.asking" }, { type: "talk.replied", reply: reply as never })).toMatchObject({
      state: "settling",
      actions: expect.arrayContaining(["record"]),
    })
  })

  it("a reply that comes when nobody waits for it changes nothing", () => {
    expect(through({ type: "turn.calling" }, { type: "talk.replied", reply: reply as never })).toMatchObject({
      state: "calling",
      actions: [],
    })
  })

  it.each(["turn.asking", "turn.calling"] as const)("can be stopped from %s, once", (type) => {
    expect(through({ type }, { type: "turn.stopping" })).toMatchObject({
      state: "stopping",
      actions: expect.arrayContaining(["stop"]),
    })
  })

  it("is over when the journal says so, whatever it was doing", () => {
    for (const type of ["turn.asking", "turn.calling", "turn.stopping"] as const) {
      expect(through({ type }, { type: "turn.over" })).toMatchObject({ state: "over", status: "done" })
    }
  })
})

describe("retryPlan", () => {
  const failure = (kind: Parameters<typeof retryPlan>[0]["kind"], retryAfterMs: number | null = null) => ({
    kind,
    message: "",
    status: null,
    requestId: null,
    retryAfterMs,
  })

  it("A1 never comes back before the provider said, and not much later", () => {
    for (const chance of [0, 0.5, 0.999]) {
      const plan = retryPlan(failure("rate_limited", 38_000), 1, chance)
      expect(plan.kind === "delay" && plan.ms >= 38_000 && plan.ms <= 41_800).toBe(true)
    }
  })

  it("A1 after a limit of five hours nobody is held for half an hour more", () => {
    const hours = 5 * 3_600_000
    const plan = retryPlan(failure("rate_limited", hours), 1, 0.999)
    expect(plan.kind === "delay" && plan.ms - hours).toBeLessThanOrEqual(3_000)
  })

  it("A2 backs off with jitter, at most a minute", () => {
    for (let attempt = 1; attempt < 8; attempt++) {
      const plan = retryPlan(failure("overloaded"), attempt, 0.999)
      expect(plan.kind === "delay" && plan.ms <= 60_000).toBe(true)
    }
    expect(retryPlan(failure("overloaded"), 8, 0)).toEqual({ kind: "fail", parked: false })
  })

  it("F32 no network is no fault of the agent's: after the last try it waits for it", () => {
    expect(retryPlan(failure("offline"), 7, 0.5)).toEqual({ kind: "delay", ms: 30_000 })
    expect(retryPlan(failure("offline"), 8, 0)).toEqual({ kind: "fail", parked: true })
  })

  it("A6 tries a smaller history three times", () => {
    expect([1, 2, 3, 4].map((attempt) => retryPlan(failure("too_long"), attempt, 0).kind)).toEqual([
      "delay",
      "delay",
      "delay",
      "fail",
    ])
  })
})
