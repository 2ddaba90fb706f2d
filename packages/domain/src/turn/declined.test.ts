// A reply the provider broke off: no call of it is made, and nobody goes on from there by itself (A11, A13).
import { type AgentId, type AttentionItem, jakeId, type Reply, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { withoutDeclined } from "../history/declined.ts"
import { repairHistory } from "../history/repair.ts"
import { requestFault } from "../history/testing/request-fault.ts"
import type { HistoryMessage } from "../kernel/history-message.ts"
import { historyOf } from "../world.ts"

const app = { actor: "app", surface: null } as const
const user = { actor: "user", surface: "desktop", connection: "c1" } as const
const call = (path: string) => ({ type: "tool_use" as const, id: "x" as never, name: "read_file", input: { path } })

function working(): { run: Replay; ed: AgentId } {
  const run = replayWithJake()
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "build it" })
  return { run, ed: run.agent(jakeId).childIds[0] as AgentId }
}
function replies(run: Replay, agentId: AgentId, reply: Partial<Reply>) {
  const turnId = run.agent(agentId).turn?.id as TurnId
  return run.must({ type: "turn.reply", agentId, turnId, reply: { ...replyOf([]), ...reply } }, app)
}
const items = (run: Replay, agentId: AgentId): AttentionItem[] =>
  run.agent(agentId).items.flatMap((id) => run.world().attention[id] ?? [])

describe.each([
  ["A11 a refusal", { stopReason: "refusal", stopDetail: "cyber: not this" }],
  ["A13 an unknown reason", { stopReason: "unknown", stopDetail: "tides_changed" }],
] as const)("%s", (_, stop) => {
  it("runs no call of it, also one that came whole", () => {
    const { run, ed } = working()
    const events = replies(run, ed, { content: [{ type: "text", text: "First" }, call("a.txt")], ...stop })
    expect(events.map(({ type }) => type)).not.toContain("call.allowed")
    expect(events.map(({ type }) => type)).not.toContain("call.asked")
    expect(events.find(({ type }) => type === "call.blocked")).toMatchObject({ verdict: { rule: "declined" } })
    expect(run.agent(ed).turn).toBeNull()
  })

  it("is not gone on from alone: it is stuck, the user finds what the provider said, and its parent is told", () => {
    const { run, ed } = working()
    replies(run, ed, { content: [call("a.txt")], ...stop })
    expect(run.agent(ed)).toMatchObject({ due: null, standing: { kind: "stuck", why: "declined" } })
    expect(items(run, ed)).toMatchObject([{ kind: "stuck", tier: 2, detail: expect.stringContaining(stop.stopDetail) }])
    const told = run.journal.flatMap(({ event }) =>
      event.type === "message.delivered" && event.agentId === jakeId ? [event.text] : [],
    )
    expect(told).toEqual([expect.stringMatching(/^Ed has stopped, and does not go on by itself/)])
  })

  it("is not gone on from when the user leaves the chat it came in, and a word of theirs starts it again", () => {
    const { run, ed } = working()
    run.must({ type: "presence.join", agentId: ed, pane: "p1", cause: "navigate" }, user)
    replies(run, ed, { content: [{ type: "text", text: "I" }], ...stop })
    run.must({ type: "presence.lose", connection: "c1", cause: "close" })
    expect(run.agent(ed)).toMatchObject({ presence: null, due: null, turn: null })
    run.must({ type: "message.send", agentId: ed, text: "then do this", delivery: "queue" }, user)
    expect(run.agent(ed)).toMatchObject({ turn: { cause: "message" }, standing: { kind: "open" }, items: [] })
  })

  it("with something else of the user's waiting, that is tried at once", () => {
    const { run, ed } = working()
    run.must({ type: "message.send", agentId: ed, text: "rather this", delivery: "queue" }, user)
    replies(run, ed, { content: [call("a.txt")], ...stop })
    expect(run.agent(ed)).toMatchObject({ turn: { cause: "message" }, items: [], queue: [] })
  })
})

describe("what the model is told after a refusal", () => {
  const after = (run: Replay, agentId: AgentId) => {
    let messages: HistoryMessage[] = []
    for (const { event } of run.journal) {
      if (!("agentId" in event) || event.agentId !== agentId) continue
      if (event.type === "turn.replied" && event.reply.stopReason === "refusal") messages = withoutDeclined(messages)
      messages.push(...historyOf(event))
    }
    return repairHistory(messages)
  }

  it("A11 neither what was declined nor what it began to say, in a history that stays valid", () => {
    const { run, ed } = working()
    run.must({ type: "message.send", agentId: ed, text: "the bad words", delivery: "now" }, user)
    replies(run, ed, { content: [call("a.txt")], stopReason: "tool_use" })
    const { turn } = run.agent(ed)
    const result = { ok: true, output: "bad file", bytes: 8, durationMs: 1 }
    const callId = turn?.calls[0]?.id as never
    run.must({ type: "call.finish", agentId: ed, turnId: turn?.id as TurnId, callId, result }, app)
    replies(run, ed, { content: [{ type: "text", text: "bad begin" }, call("bad.txt")], stopReason: "refusal" })
    run.must({ type: "message.send", agentId: ed, text: "other words", delivery: "queue" }, user)
    const history = after(run, ed)
    expect(requestFault(history)).toBeNull()
    expect(JSON.stringify(history)).not.toContain("bad")
    expect(JSON.stringify(history.at(-1))).toContain("other words")
  })

  it("A11 declined twice is left out twice, and said once", () => {
    const { run, ed } = working()
    replies(run, ed, { stopReason: "refusal" })
    run.must({ type: "message.send", agentId: ed, text: "bad again", delivery: "queue" }, user)
    replies(run, ed, { stopReason: "refusal" })
    const history = after(run, ed)
    expect([history.length, history[0]?.content.length]).toEqual([1, 1])
  })
})
