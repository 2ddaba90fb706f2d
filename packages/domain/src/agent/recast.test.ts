// A rehearsal agent stays one, whatever is connected meanwhile, until the user restarts it with the model (ux 1.4).
import { type AgentId, jakeId, noUsage, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"

const app = { actor: "app", surface: null } as const
const user = { actor: "user", surface: "desktop", connection: "c1" } as const
const key = { keySource: "keychain", keyHint: null, protection: "os" } as const
const dear = { ...noUsage, outputTokens: 1_000_000 }

function connect(run: Replay, using: "provider" | "rehearsal"): void {
  run.must({ type: "connection.record", using, ...key }, app)
}
function spawns(run: Replay, agentId: AgentId, name: string): AgentId {
  const turnId = run.agent(agentId).turn?.id as TurnId
  const content = [{ type: "tool_use" as const, id: "x" as never, name: "spawn_agent", input: { name, assignment: "its part" } }]
  run.must({ type: "turn.reply", agentId, turnId, reply: replyOf(content, "tool_use", dear) }, app)
  for (const call of run.agent(agentId).turn?.calls ?? []) {
    if (call.status === "allowed") run.must({ type: "call.apply", agentId, turnId, callId: call.id }, app)
  }
  return run.agent(agentId).childIds.at(-1) as AgentId
}

/** Jake, talked to in a rehearsal, and Ed, whom he started; then a key is connected. */
function rehearsed(): { run: Replay; ed: AgentId } {
  const run = replayWithJake()
  run.must({ type: "message.send", agentId: jakeId, text: "Show me a team", delivery: "queue" }, user)
  const ed = spawns(run, jakeId, "Ed")
  connect(run, "provider")
  return { run, ed }
}
const rehearses = (run: Replay, ...ids: AgentId[]) => ids.map((id) => run.agent(id).rehearsal)

describe("a rehearsal agent", () => {
  it("is one from its first turn on; a key that is connected changes nothing, and it costs nothing", () => {
    const { run, ed } = rehearsed()
    const flo = spawns(run, ed, "Flo")
    expect(rehearses(run, jakeId, ed, flo)).toEqual([true, true, true])
    expect([run.agent(jakeId).spentUsd, run.agent(ed).spentUsd]).toEqual([0, 0])
  })

  it("is not one whom nobody has talked to before the key was there, nor one that the user starts afterwards", () => {
    const fresh = replayWithJake()
    connect(fresh, "provider")
    fresh.must({ type: "message.send", agentId: jakeId, text: "hello", delivery: "queue" }, user)
    expect(rehearses(fresh, jakeId)).toEqual([false])
    const { run } = rehearsed()
    run.must({ type: "agent.spawn", parentId: jakeId, name: "Gil", assignment: "for real" }, user)
    expect(rehearses(run, run.agent(jakeId).childIds.at(-1) as AgentId)).toEqual([false])
  })

  it("comes to be by the user's wish beside real ones, and all it starts is one too; they are counted up the tree", () => {
    const run = replayWithJake()
    connect(run, "provider")
    run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "Show me a team", rehearsal: true }, user)
    const ed = run.agent(jakeId).childIds.at(-1) as AgentId
    const flo = spawns(run, ed, "Flo")
    expect(rehearses(run, jakeId, ed, flo)).toEqual([false, true, true])
    expect(run.agent(jakeId).tally.rehearsal).toBe(2)
    run.must({ type: "agent.recast", agentId: flo, scope: "one" }, user)
    expect(run.agent(jakeId).tally.rehearsal).toBe(1)
    run.must({ type: "agent.dismiss", agentId: ed }, user)
    expect(run.agent(jakeId).tally.rehearsal).toBe(0)
  })

  it("does not come of one that a model has answered, when the user rehearses for a while", () => {
    const run = replayWithJake()
    connect(run, "provider")
    run.must({ type: "message.send", agentId: jakeId, text: "hello", delivery: "queue" }, user)
    run.must(
      {
        type: "turn.reply",
        agentId: jakeId,
        turnId: run.agent().turn?.id as TurnId,
        reply: replyOf([{ type: "text", text: "Hello." }]),
      },
      app,
    )
    connect(run, "rehearsal")
    run.must({ type: "message.send", agentId: jakeId, text: "and now", delivery: "queue" }, user)
    expect(rehearses(run, jakeId)).toEqual([false])
  })
})

describe("restarting with the model", () => {
  it("begins anew: its assignment at once, what it was only told not at all, and nothing of the rehearsal waits any more", () => {
    const { run, ed } = rehearsed()
    const before = run.agent(ed).turn?.id
    run.must({ type: "message.send", agentId: ed, text: "and blue", delivery: "queue" }, user)
    const events = run.must({ type: "agent.recast", agentId: jakeId, scope: "all" }, user)
    expect(rehearses(run, jakeId, ed)).toEqual([false, false])
    expect(run.agent(jakeId)).toMatchObject({ turn: null, addressed: false, waits: "nothing", due: null })
    expect(run.agent(ed)).toMatchObject({ queue: [], standing: { kind: "open" }, turn: { cause: "message" } })
    expect(run.agent(ed).turn?.id).not.toBe(before)
    expect(events.flatMap((event) => (event.type === "message.delivered" ? [event.text] : []))).toEqual(["its part"])
  })

  it("from here on it costs what the model costs", () => {
    const { run, ed } = rehearsed()
    run.must({ type: "agent.recast", agentId: ed, scope: "one" }, user)
    spawns(run, ed, "Flo")
    expect(rehearses(run, jakeId, ed)).toEqual([true, false])
    expect(run.agent(ed).spentUsd).toBeGreaterThan(0)
  })

  it("is refused while no model is connected, and where there is nobody to restart", () => {
    const { run } = rehearsed()
    connect(run, "rehearsal")
    expect(run.do({ type: "agent.recast", agentId: jakeId, scope: "all" }, user)).toBe("not-allowed")
    connect(run, "provider")
    run.must({ type: "agent.recast", agentId: jakeId, scope: "all" }, user)
    expect(run.do({ type: "agent.recast", agentId: jakeId, scope: "all" }, user)).toBe("nothing-to-retry")
  })
})
