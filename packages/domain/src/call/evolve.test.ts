import type { Agent, CallId, Instant, TurnId, Verdict } from "@kibitz/contract"
import { expect, test } from "vitest"
import { agentAt, sampleWorld } from "../testing/sample-world.ts"
import { evolveCall } from "./evolve.ts"

test("OPM-7: what an agent did last is told in words for people, not by the name a model uses", () => {
  const at = "2026-01-01T00:00:00Z" as Instant
  const turn = { id: "turn_1" as TurnId, calls: [], status: { kind: "asking" }, waitedMs: 0 } as unknown as Agent["turn"]
  const agent = { ...agentAt(sampleWorld()), turn }
  const verdict = { effect: "allow", rule: "profile", because: "" } as unknown as Verdict
  const call = { agentId: agent.id, turnId: "turn_1" as TurnId, callId: "call_1" as CallId, capability: "report_progress" }
  expect(evolveCall(agent, { type: "call.allowed", ...call, input: {}, verdict }, at).evidence).toEqual({
    at,
    what: "started report progress",
  })
})
