// Questions that end without their card (OPM-9): by what the user says in the chat, and by who asks needing no answer any more.
import { type AgentId, type Event, type Json, jakeId, type MessageId, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"

const app = { actor: "app", surface: null } as const
const user = { actor: "user", surface: "desktop", connection: "c1" } as const

/** Jake → Ed → Flo and Gus, all at work. */
function team(): { run: Replay; ed: AgentId; flo: AgentId; gus: AgentId } {
  const run = replayWithJake()
  const spawned = (parentId: AgentId, name: string): AgentId => {
    run.must({ type: "agent.spawn", parentId, name, assignment: `the part of ${name}` })
    return run.agent(parentId).childIds.at(-1) as AgentId
  }
  const ed = spawned(jakeId, "Ed")
  return { run, ed, flo: spawned(ed, "Flo"), gus: spawned(ed, "Gus") }
}
function says(run: Replay, agentId: AgentId, text: string): Event[] {
  const turnId = run.agent(agentId).turn?.id as TurnId
  return run.must({ type: "turn.reply", agentId, turnId, reply: replyOf([{ type: "text", text }]) }, app)
}
function calls(run: Replay, agentId: AgentId, name: string, input: Json): Event[] {
  const turnId = run.agent(agentId).turn?.id as TurnId
  const content = [{ type: "tool_use" as const, id: "x" as never, name, input }]
  run.must({ type: "turn.reply", agentId, turnId, reply: replyOf(content, "tool_use") }, app)
  const call = run.agent(agentId).turn?.calls.find(({ status }) => status === "allowed")
  return run.must({ type: "call.apply", agentId, turnId, callId: call?.id as never }, app)
}
const asks = (run: Replay, agentId: AgentId, question: string, ask: "user" | "parent" = "user") =>
  calls(run, agentId, "ask_user", { question, ask })
const tells = (run: Replay, agentId: AgentId, text: string, delivery: "queue" | "now" = "queue") =>
  run.must({ type: "message.send", agentId, text, delivery }, user)
const questions = (run: Replay) =>
  Object.values(run.world().attention).flatMap((item) => (item.kind === "question" ? [[item.agentId, item.question]] : []))
const resolvedIn = (events: readonly Event[]) => events.filter(({ type }) => type === "attention.resolved")

describe("said in the chat of the one who asks", () => {
  it("OPM-9 OPM-6 the question is answered with those words: once the user has left it goes on, and its DONE counts", () => {
    const { run, flo } = team()
    asks(run, flo, "Which colour?")
    says(run, flo, "I go on with the rest.")
    run.must({ type: "presence.join", agentId: flo, pane: "p1", cause: "navigate" }, user)
    const events = tells(run, flo, "Blue")
    expect(resolvedIn(events)).toMatchObject([
      { agentId: flo, outcome: "answered", note: "Answered in the chat: Blue", surface: "desktop" },
    ])
    says(run, flo, "It is blue now.")
    run.must({ type: "presence.leave", pane: "p1", cause: "zoom-out" }, user)
    expect(run.agent(flo)).toMatchObject({ items: [], waits: null, due: { why: "continue" } })
    run.pass({ seconds: 2 })
    run.must({ type: "agent.continue", agentId: flo }, app)
    says(run, flo, "DONE")
    expect(run.agent(flo).standing.kind).toBe("done")
  })

  it("OPM-9 while it is at work: it is answered when it has read it, not before", () => {
    const { run, flo } = team()
    asks(run, flo, "Which colour?")
    expect(resolvedIn(tells(run, flo, "Blue"))).toEqual([])
    expect(questions(run)).toHaveLength(1)
    expect(resolvedIn(says(run, flo, "DONE"))).toMatchObject([{ outcome: "answered", note: "Answered in the chat: Blue" }])
    expect(run.agent(flo)).toMatchObject({ items: [], turn: { cause: "message" } })
  })

  it("OPM-9 in the middle of a turn, with the results of its calls", () => {
    const { run, flo } = team()
    asks(run, flo, "Which colour?")
    tells(run, flo, "Blue", "now")
    expect(resolvedIn(calls(run, flo, "report_progress", { percent: 1 }))).toMatchObject([{ outcome: "answered" }])
  })

  it("OPM-9 taken back before it was read, it has answered nothing", () => {
    const { run, flo } = team()
    asks(run, flo, "Which colour?")
    tells(run, flo, "Blue")
    const [queued] = run.agent(flo).queue
    run.must({ type: "message.withdraw", agentId: flo, messageId: queued?.id as MessageId }, user)
    says(run, flo, "I go on with the rest.")
    expect(questions(run)).toHaveLength(1)
  })

  it("OPM-9 written before it asked, it answers nothing", () => {
    const { run, flo } = team()
    tells(run, flo, "Mind the docs.")
    asks(run, flo, "Which colour?")
    says(run, flo, "I go on with the rest.")
    expect(run.agent(flo).turn).toMatchObject({ cause: "message" })
    expect(questions(run)).toHaveLength(1)
  })

  it("OPM-9 answered on its card, or spoken to on the card of something else: the other questions stay", () => {
    const { run, flo } = team()
    asks(run, flo, "Which colour?")
    asks(run, flo, "Which size?")
    says(run, flo, "<chorus>NEEDS_HELP:how?</chorus>")
    const [colour, , help] = run.agent(flo).items
    run.must({ type: "question.answer", itemId: colour as never, text: "Blue", also: [] }, user)
    expect(questions(run)).toEqual([[flo, "Which size?"]])
    const card = { items: [help as never], visibleMs: 900 }
    run.must({ type: "message.send", agentId: flo, text: "Like this.", delivery: "now" }, { ...user, card })
    says(run, flo, "I see.")
    expect(questions(run)).toEqual([[flo, "Which size?"]])
  })

  it("OPM-9 what the user has put off is not ended by another word of theirs: it comes back", () => {
    const { run, flo } = team()
    asks(run, flo, "Which colour?")
    says(run, flo, "I go on with the rest.")
    run.must({ type: "attention.snooze", itemId: run.agent(flo).items[0] as never, until: 5 }, user)
    tells(run, flo, "Mind the docs.")
    expect(questions(run)).toEqual([[flo, "Which colour?"]])
  })

  it("OPM-9 the same question of another stays", () => {
    const { run, flo, gus } = team()
    asks(run, flo, "Which colour?")
    asks(run, gus, "Which colour?")
    says(run, flo, "I go on with the rest.")
    tells(run, flo, "Blue")
    expect(questions(run)).toEqual([[gus, "Which colour?"]])
  })

  it("OPM-9 with the one above, it is over there too: nobody has to read it, and it does not climb", () => {
    const { run, ed, flo } = team()
    asks(run, flo, "Which colour?", "parent")
    says(run, flo, "I go on with the rest.")
    expect(run.agent(ed).queue).toHaveLength(1)
    expect(tells(run, flo, "Blue")).toContainEqual(
      expect.objectContaining({ type: "question.left", outcome: "answered", note: "Answered in the chat: Blue" }),
    )
    expect([run.agent(flo).asking, run.agent(ed).queue]).toEqual([[], []])
  })

  it("OPM-9 what another asks the one above alike is still read there, as its own", () => {
    const { run, ed, flo, gus } = team()
    asks(run, flo, "Which colour?", "parent")
    asks(run, gus, "Which colour?", "parent")
    says(run, flo, "I go on with the rest.")
    says(run, gus, "I go on with the rest.")
    tells(run, flo, "Blue")
    const [parked] = run.agent(gus).asking
    const [queued] = run.agent(ed).queue
    expect(queued?.text).toMatch(new RegExp(`^Gus asks you\\.[^\\n]*${parked?.id}`))
    calls(run, ed, "answer_child", { question: parked?.id ?? "", answer: "red" })
    expect(run.agent(gus)).toMatchObject({ asking: [], turn: { cause: "message" } })
  })
})

it("SIG-1 OPM-9 RESOLVED: it needs no answer any more, neither from the user nor from the one above, and DONE with it counts", () => {
  const { run, ed, flo } = team()
  asks(run, flo, "Which colour?")
  asks(run, flo, "Which size?", "parent")
  const events = says(run, flo, "I found both in the docs.\n<chorus>RESOLVED</chorus>\n<chorus>COMPLETE</chorus>")
  expect(resolvedIn(events)).toMatchObject([{ outcome: "withdrawn", note: "It says that it is resolved." }])
  expect(run.agent(flo)).toMatchObject({ asking: [], standing: { kind: "done" } })
  expect(questions(run)).toEqual([])
  expect(run.agent(ed).queue.map(({ text }) => text)).toEqual([expect.stringContaining("Flo says that it is done")])
})

describe("another assignment", () => {
  const promises = (run: Replay, agentId: AgentId) => calls(run, agentId, "add_commitment", { command: "make old" })

  it("OPM-9 held back and given something else, it asks nobody anew when it is let go on by that", () => {
    const { run, flo } = team()
    asks(run, flo, "Which colour?", "parent")
    const { turn } = run.agent(flo)
    run.must({ type: "agent.halt", agentId: flo, how: "pause", scope: "one", all: false }, user)
    run.must({ type: "turn.stop", agentId: flo, turnId: turn?.id as TurnId, draft: "" }, app)
    expect(run.agent(flo)).toMatchObject({ standing: { kind: "paused" }, turn: null, asking: [{}] })
    const events = run.must({ type: "agent.redirect", agentId: flo, assignment: "something else" }, user)
    expect(events.filter(({ type }) => type === "question.parked")).toEqual([])
    expect(run.agent(flo)).toMatchObject({ standing: { kind: "open" }, asking: [] })
  })

  it("OPM-8 OPM-9 what it promised and asked for the last one does not hold the new one: it is done by its own measure", () => {
    const { run, ed, flo } = team()
    promises(run, flo)
    asks(run, flo, "Which colour?")
    asks(run, flo, "Which size?", "parent")
    says(run, flo, "I go on with the rest.")
    const events = run.must({ type: "agent.redirect", agentId: flo, assignment: "something else" }, user)
    expect(resolvedIn(events)).toMatchObject([{ outcome: "withdrawn", note: "It has a new assignment." }])
    expect(run.agent(flo)).toMatchObject({ commitments: [], asking: [], items: [], turn: { cause: "message" } })
    expect(run.agent(ed).queue).toEqual([])
    says(run, flo, "DONE")
    expect(run.agent(flo).standing).toMatchObject({ kind: "done", verified: false })
  })

  it.each(["in the middle of a turn", "held back"])("OPM-8 OPM-9 also %s", (how) => {
    const { run, ed, flo } = team()
    promises(run, flo)
    asks(run, flo, "Which colour?")
    if (how === "held back") {
      run.must({ type: "agent.halt", agentId: flo, how: "pause", all: false, scope: "one" }, user)
      run.must({ type: "turn.stop", agentId: flo, turnId: run.agent(flo).turn?.id as TurnId, draft: "" }, app)
    }
    calls(run, ed, "redirect_agent", { agent: "Flo", assignment: "something else" })
    expect(run.agent(flo)).toMatchObject({ commitments: [], items: [], queue: [{ note: "redirected" }] })
    expect(questions(run)).toEqual([])
  })

  it("OPM-9 from the one that was asked and has not read it: it does not read it any more", () => {
    const { run, ed, flo } = team()
    asks(run, flo, "Which colour?", "parent")
    const events = calls(run, ed, "redirect_agent", { agent: "Flo", assignment: "something else" })
    expect(events.filter((event) => event.type === "message.delivered" && event.agentId === ed)).toEqual([])
    expect([run.agent(flo).asking, run.agent(ed).queue]).toEqual([[], []])
  })
})
