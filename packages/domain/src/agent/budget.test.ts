// What agents may spend, and that no child has more than its parent.
import { type AgentId, jakeId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { repairHistory } from "../history/repair.ts"
import { requestFault } from "../history/testing/request-fault.ts"
import { historyOf } from "../world.ts"
import { app, apply, childOf, costly, finish, paying, payingWithChild, spawnCall } from "./testing/acting.ts"

/** A step that costs 1.50 dollars. */
function spend(run: Replay, agentId: AgentId): void {
  if (!run.agent(agentId).turn) run.must({ type: "message.send", agentId, text: "go", delivery: "queue" })
  const content = [{ type: "tool_use" as const, id: "x" as never, name: "list_directory", input: { path: "." } }]
  const turnId = run.agent(agentId).turn?.id as never
  run.must({ type: "turn.reply", agentId, turnId, reply: replyOf(content, "tool_use", costly) }, app)
}

describe("money", () => {
  it("is counted for the agent and all above it, by the price table of the moment", () => {
    const run = paying()
    run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed" })
    const ed = run.agent().childIds[0] as AgentId
    spend(run, ed)
    expect(run.agent(ed).spentUsd).toBeCloseTo(1.5)
    expect(run.agent().spentBelowUsd).toBeCloseTo(1.5)
    expect(run.agent().spentUsd).toBe(0)
  })

  it("a breach pauses the agent and asks, once; raising the limit lets it continue", () => {
    const run = paying()
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 1 })
    spend(run, jakeId)
    expect(run.agent()).toMatchObject({ turn: null, trouble: { parked: true, failure: { kind: "budget" } } })
    expect(Object.values(run.world().attention)).toMatchObject([{ kind: "budget", tier: 0, holderId: jakeId, limitUsd: 1 }])
    expect(run.do({ type: "message.send", agentId: jakeId, text: "go on", delivery: "queue" })).toBe("not-allowed")
    expect(run.do({ type: "turn.retry", agentId: jakeId })).toBe("not-allowed")
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 10 })
    expect(run.world().attention).toEqual({})
    run.must({ type: "turn.retry", agentId: jakeId })
    expect(run.agent().turn).not.toBeNull()
    expect(requestFault(repairHistory(run.journal.flatMap(({ event }) => historyOf(event))))).toBeNull()
  })

  it("T25 a child's share is reserved from its parent's, and a subtree cannot spend more than its root has", () => {
    const run = paying()
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 2 })
    run.proposes(jakeId, spawnCall({ assignment: "x", budgetUsd: 5 }))
    apply(run, jakeId)
    expect(run.agent().childIds).toEqual([])
    run.proposes(jakeId, spawnCall({ assignment: "x", budgetUsd: 1.2 }))
    apply(run, jakeId)
    const child = run.agent().childIds[0] as AgentId
    expect(run.agent(child).limitUsd).toBe(1.2)
    run.proposes(jakeId, spawnCall({ assignment: "y", budgetUsd: 1 }))
    apply(run, jakeId)
    expect(run.agent().childIds).toHaveLength(1)
    expect(run.do({ type: "agent.set-budget", agentId: child, limitUsd: 3 })).toBe("not-allowed")
    spend(run, child)
    expect(run.agent(child).trouble?.failure.kind).toBe("budget")
  })

  it("a rehearsal costs nothing", () => {
    const run = replayWithJake()
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 1 })
    spend(run, jakeId)
    expect(run.agent()).toMatchObject({ spentUsd: 0, trouble: null })
  })

  it("T25 a child cannot spend what the one above it no longer has, not for a single step more", () => {
    const run = payingWithChild()
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 1 })
    spend(run, childOf(run))
    expect(run.agent(childOf(run)).trouble?.failure.kind).toBe("budget")
    expect(run.agent(childOf(run)).spentUsd).toBeCloseTo(1.5)
  })

  it("a last reply that spends the rest asks for more, and starts nobody", () => {
    const run = payingWithChild()
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 1 })
    finish(run, childOf(run), "done", costly)
    expect(run.agent().turn).toBeNull()
    expect(Object.values(run.world().attention)).toMatchObject([{ kind: "budget", holderId: jakeId }])
  })

  it("a message that waits cannot be released past a spent limit, nor be made a command", () => {
    const run = paying()
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 1 })
    run.must({ type: "message.send", agentId: jakeId, text: "go", delivery: "queue" })
    run.must({ type: "message.send", agentId: jakeId, messageId: "m2" as never, text: "later", delivery: "queue" })
    expect(run.do({ type: "message.edit", agentId: jakeId, messageId: "m2" as never, text: "/execute" })).toBe("unknown-command")
    spend(run, jakeId)
    expect(run.do({ type: "message.release", agentId: jakeId, messageId: "m2" as never })).toBe("not-allowed")
  })

  it("T25 what is promised below a member without a limit counts as promised", () => {
    const run = paying()
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 10 })
    run.must({ type: "agent.spawn", parentId: jakeId, name: "A" })
    const a = childOf(run)
    for (const name of ["G1", "G2"]) run.must({ type: "agent.spawn", parentId: a, name })
    const [g1, g2] = run.agent(a).childIds as [AgentId, AgentId]
    run.must({ type: "agent.set-budget", agentId: g1, limitUsd: 8 })
    expect(run.do({ type: "agent.set-budget", agentId: g2, limitUsd: 8 })).toBe("not-allowed")
    run.must({ type: "agent.set-budget", agentId: g2, limitUsd: 2 })
  })
})
