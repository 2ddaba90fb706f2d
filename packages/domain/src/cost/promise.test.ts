// What limits set aside is kept up event by event; counting it anew must always give the same.
import { type AgentId, jakeId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { allAgents, findAgent, snapshotOf, worldFrom } from "../team/agents.ts"
import { remainingUsd } from "./budget.ts"
import { promisedBelow } from "./promise.ts"

const app = { actor: "app", surface: null } as const
const connection = { using: "provider", keySource: "environment", keyHint: "…test", protection: "none" } as const

function paying(): Replay {
  const run = replayWithJake()
  run.must({ type: "connection.record", ...connection }, app)
  return run
}
function child(run: Replay, parentId: AgentId, name: string): AgentId {
  run.must({ type: "agent.spawn", parentId, name })
  return run.agent(parentId).childIds.at(-1) as AgentId
}
/** So many thousand tokens of output at 15 dollars for a million. */
function spends(run: Replay, agentId: AgentId, thousands: number): void {
  if (run.do({ type: "message.send", agentId, text: "go", delivery: "queue" }) === "not-allowed") return
  const turn = run.agent(agentId).turn
  if (!turn) return
  const reply = replyOf([{ type: "text", text: "Here." }])
  const usage = { ...reply.usage, outputTokens: thousands * 1_000 }
  run.must({ type: "turn.reply", agentId, turnId: turn.id, reply: { ...reply, usage } }, app)
}

describe("what is promised", () => {
  it("is set aside above, melts as it is spent, and comes back when the one it was for is gone", () => {
    const run = paying()
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 10 })
    const ed = child(run, jakeId, "Ed")
    run.must({ type: "agent.set-budget", agentId: ed, limitUsd: 4 })
    expect(run.agent().promisedUsd).toBe(4)
    expect(remainingUsd(run.world(), run.agent())).toBe(6)
    spends(run, ed, 100)
    expect(run.agent().promisedUsd).toBeCloseTo(2.5)
    expect(remainingUsd(run.world(), run.agent())).toBeCloseTo(6)
    run.must({ type: "agent.dismiss", agentId: ed })
    expect(run.agent().promisedUsd).toBeCloseTo(0)
    expect(remainingUsd(run.world(), run.agent())).toBeCloseTo(8.5)
  })

  const step = fc.record({
    who: fc.nat(9),
    what: fc.constantFrom("spawn", "spawn", "budget", "budget", "spend", "spend", "dismiss"),
    amount: fc.integer({ min: 0, max: 40 }),
  })

  it("T25 whatever happens, it is what counting anew gives, also after a restart from what was saved", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const run = paying()
        run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 100 })
        for (const [at, { who, what, amount }] of steps.entries()) {
          const agents = allAgents(run.world()).toSorted((a, b) => a.name.localeCompare(b.name))
          const { id } = agents[who % agents.length] ?? run.agent()
          if (what === "spawn" && agents.length < 8) run.do({ type: "agent.spawn", parentId: id, name: `A${at}` })
          if (what === "budget") run.do({ type: "agent.set-budget", agentId: id, limitUsd: amount === 0 ? null : amount / 4 })
          if (what === "spend") spends(run, id, amount)
          if (what === "dismiss") run.do({ type: "agent.dismiss", agentId: id })
          for (const world of [run.world(), worldFrom(snapshotOf(run.world()))]) {
            for (const agent of allAgents(world)) {
              expect(findAgent(world, agent.id)?.promisedUsd).toBeCloseTo(promisedBelow(world, agent.id), 9)
            }
          }
        }
      }),
      { numRuns: 200 },
    )
  })
})
