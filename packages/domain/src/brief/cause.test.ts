// A journal that was written before there were briefs names only the cause of a turn.
import { type EventOf, jakeId, type TurnCause, type TurnId } from "@kibitz/contract"
import { expect, it } from "vitest"
import "../concepts.ts"
import { emptyWorld, evolve } from "../record.ts"
import { findAgent } from "../team/agents.ts"
import { sampleTime } from "../testing/sample-world.ts"
import { briefOfCause } from "./cause.ts"
import { causeOf } from "./registry.ts"

const turnId = "turn_1" as TurnId
const founded = { type: "agent.founded", agentId: jakeId, name: "Jake", parentId: null } as EventOf<"agent.founded">
const before = evolve(emptyWorld, { seq: 1, at: sampleTime, event: founded })

it.each<[TurnCause | undefined, object]>([
  [undefined, { kind: "conversation", input: {} }],
  ["message", { kind: "conversation", input: {} }],
  ["continuation", { kind: "continuation", input: { why: "continue" } }],
  ["restart", { kind: "continuation", input: { why: "restart" } }],
])("a turn that began with the cause %s has the brief it would be asked with today", (cause, brief) => {
  const event: EventOf<"turn.started"> = {
    type: "turn.started",
    agentId: jakeId,
    turnId,
    model: "m",
    ...(cause ? { cause } : {}),
  }
  const turn = findAgent(evolve(before, { seq: 2, at: sampleTime, event }), jakeId)?.turn
  expect(turn).toMatchObject({ cause: cause ?? "message", brief, status: { kind: "asking" } })
  if (cause) expect(causeOf(briefOfCause(cause))).toBe(cause)
})

it("a verification asks no model", () => {
  const event: EventOf<"verification.started"> = { type: "verification.started", agentId: jakeId, turnId, checks: [], said: "" }
  const turn = findAgent(evolve(before, { seq: 2, at: sampleTime, event }), jakeId)?.turn
  expect(turn).toMatchObject({
    cause: "verification",
    brief: { kind: "verification", byKibitz: true },
    status: { kind: "calling" },
  })
})
