// An agent can only knock (OPM-10, ux 2.9): what each answer means to it, and when a tab may open by itself.
import { type AgentId, type AttentionItem, type ItemId, jakeId, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"

const app = { actor: "app", surface: null } as const
const user = { actor: "user", surface: "desktop", connection: "c1" } as const

/** Jake → Ed → Flo, both at work. */
function team(): { run: Replay; ed: AgentId; flo: AgentId } {
  const run = replayWithJake()
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "build it" })
  const ed = run.agent(jakeId).childIds[0] as AgentId
  run.must({ type: "agent.spawn", parentId: ed, name: "Flo", assignment: "a part of it" })
  return { run, ed, flo: run.agent(ed).childIds[0] as AgentId }
}

/** In a turn of its own. What came of it: the item, or what the agent was told instead. */
function knocks(run: Replay, agentId: AgentId): AttentionItem | string {
  if (!run.agent(agentId).turn) run.must({ type: "message.send", agentId, text: "go on", delivery: "queue" }, user)
  const [call] = run.proposes(agentId, { name: "knock", input: { reason: "Come and see." } })
  const turnId = run.agent(agentId).turn?.id as TurnId
  const events = run.must({ type: "call.apply", agentId, turnId, callId: call?.id as never }, app)
  const raised = events.find((event) => event.type === "attention.raised")
  const finished = events.find((event) => event.type === "call.finished")
  run.must({ type: "turn.reply", agentId, turnId, reply: replyOf([{ type: "text", text: "I go on." }]) }, app)
  return raised?.item ?? finished?.result.output ?? expect.fail("nothing came of it")
}
const answer = (run: Replay, item: AttentionItem | string, how: "join" | "not-now" | "never") => {
  if (typeof item === "string") return expect.fail(item)
  return run.must({ type: "knock.answer", itemId: item.id as ItemId, answer: how }, user)
}

describe("a knock", () => {
  it("OPM-10 waits in tier 3, opens nothing and moves nobody", () => {
    const { run, flo } = team()
    expect(knocks(run, flo)).toMatchObject({ kind: "knock", tier: 3, reason: "Come and see." })
    expect(run.world()).toMatchObject({ panes: {}, focus: {} })
    expect(run.agent(flo).presence).toBeNull()
  })

  it("OPM-10 OPM-3 the user comes by another way: it is answered, one line says so, and it may knock again after the visit", () => {
    const { run, flo } = team()
    knocks(run, flo)
    const events = run.must({ type: "presence.join", agentId: flo, pane: "p1", cause: "navigate" }, user)
    expect(events.filter(({ type }) => type === "attention.resolved")).toMatchObject([
      { outcome: "answered", note: "You joined.", surface: "desktop" },
    ])
    expect(events.filter(({ type }) => type === "presence.joined" || type === "agent.noticed")).toHaveLength(2)
    run.must({ type: "presence.leave", pane: "p1", cause: "zoom-out" }, user)
    expect(run.world().attention).toEqual({})
    expect(knocks(run, flo)).toMatchObject({ kind: "knock" })
  })

  it("OPM-10 not now: the agent is told so, and may knock again after half an hour at the earliest", () => {
    const { run, flo } = team()
    answer(run, knocks(run, flo), "not-now")
    expect(run.agent(flo).notices).toMatchObject([{ note: "declined", text: expect.stringContaining("user declined") }])
    run.pass({ minutes: 29, seconds: 59 })
    expect(knocks(run, flo)).toContain("declined not long ago")
    run.pass({ seconds: 1 })
    expect(knocks(run, flo)).toMatchObject({ kind: "knock" })
  })

  it("OPM-10 not now is for the one that knocked: another may", () => {
    const { run, ed, flo } = team()
    answer(run, knocks(run, flo), "not-now")
    expect(knocks(run, ed)).toMatchObject({ kind: "knock" })
  })

  it("OPM-10 never: not after any time, until the user takes it back", () => {
    const { run, flo } = team()
    answer(run, knocks(run, flo), "never")
    run.pass({ hours: 48 })
    expect(knocks(run, flo)).toContain("does not want")
    run.must({ type: "agent.configure", agentId: flo, mayKnock: true }, user)
    expect(knocks(run, flo)).toMatchObject({ kind: "knock" })
  })

  it("OPM-10 standing consent is for a room: it and all below it may open a tab in the background, nobody else, and it is revocable", () => {
    const { run, ed, flo } = team()
    expect(knocks(run, flo)).not.toHaveProperty("opensTab")
    answer(run, Object.values(run.world().attention)[0] as AttentionItem, "join")
    run.must({ type: "consent.set", agentId: ed, given: true }, user)
    expect(knocks(run, flo)).toMatchObject({ opensTab: true })
    expect(run.agent(flo).presence).toBeNull()
    expect(knocks(run, jakeId)).not.toHaveProperty("opensTab")
    run.must({ type: "consent.set", agentId: ed, given: false }, user)
    expect(knocks(run, ed)).not.toHaveProperty("opensTab")
  })
})
