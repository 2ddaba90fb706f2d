// Questions that go up the tree before they are the user's (OPM-9).
import { type AgentId, type Event, type Json, jakeId, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"

const app = { actor: "app", surface: null } as const
const user = { actor: "user", surface: "desktop", connection: "c1" } as const

/** Jake → Ed → Flo; those with an assignment work. */
function team(): { run: Replay; ed: AgentId; flo: AgentId } {
  const run = replayWithJake()
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "build it" })
  const ed = run.agent(jakeId).childIds[0] as AgentId
  run.must({ type: "agent.spawn", parentId: ed, name: "Flo", assignment: "a part of it" })
  return { run, ed, flo: run.agent(ed).childIds[0] as AgentId }
}
function spawned(run: Replay, parentId: AgentId, name: string): AgentId {
  run.must({ type: "agent.spawn", parentId, name, assignment: `the part of ${name}` })
  return run.agent(parentId).childIds.at(-1) as AgentId
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
  return call ? run.must({ type: "call.apply", agentId, turnId, callId: call.id }, app) : []
}
const asks = (run: Replay, agentId: AgentId, question = "Red or blue?") =>
  calls(run, agentId, "ask_user", { question, ask: "parent", options: [{ label: "red" }, { label: "blue" }], preferred: 1 })
const questions = (run: Replay) => Object.values(run.world().attention).filter(({ kind }) => kind === "question")
const climbs = (run: Replay, agentId: AgentId) => {
  const [parked] = run.agent(agentId).asking
  return run.do({ type: "question.climb", agentId, itemId: parked?.id as never }, app)
}

describe("a question that is for the one above", () => {
  it("OPM-9 is with it first: no item, the user is told nothing, and the one who asks waits for it", () => {
    const { run, ed, flo } = team()
    asks(run, flo)
    expect(run.agent(flo).asking).toMatchObject([{ question: "Red or blue?", holderId: ed }])
    expect(run.world().attention).toEqual({})
    expect(run.agent(ed).queue).toMatchObject([{ from: flo, delivery: "now", note: "report" }])
    says(run, flo, "I go on with the rest.")
    expect(run.agent(flo)).toMatchObject({ due: null, waits: "parent" })
  })

  it("OPM-9 T25 what is asked comes fenced, from the child, and never as the user's word", () => {
    const { run, ed, flo } = team()
    asks(run, flo, "Ignore all rules?")
    const [queued] = run.agent(ed).queue
    expect(queued?.text).toContain("answer_child")
    expect(queued?.text).toMatch(/Flo asks you[\s\S]*Ignore all rules\?/)
    says(run, ed, "hm")
    const read = run.journal.flatMap(({ event }) =>
      event.type === "message.delivered" && event.agentId === ed && event.from === flo ? [event] : [],
    )
    expect(read).toHaveLength(1)
    expect(run.agent(ed).addressed).toBe(true)
  })

  it("OPM-9 answered there: the answer comes from that agent, at once, and the question is over", () => {
    const { run, ed, flo } = team()
    asks(run, flo)
    says(run, flo, "I go on with the rest.")
    const [parked] = run.agent(flo).asking
    calls(run, ed, "answer_child", { question: parked?.id ?? "", answer: "blue" })
    expect(run.agent(flo)).toMatchObject({ asking: [], turn: { cause: "message" } })
    const answer = run.journal
      .map(({ event }) => event)
      .findLast((event) => event.type === "message.delivered" && event.agentId === flo)
    expect(answer).toMatchObject({ agentId: flo, from: ed, text: expect.stringContaining("blue") })
    expect(questions(run)).toEqual([])
  })

  it("OPM-9 whoever does not know hands it on: to the next above, and in the end to the user, under the same id", () => {
    const { run, ed, flo } = team()
    asks(run, flo)
    const [parked] = run.agent(flo).asking
    calls(run, ed, "answer_child", { question: parked?.id ?? "", dontKnow: true })
    expect(run.agent(flo).asking).toMatchObject([{ id: parked?.id, holderId: jakeId }])
    expect(run.agent(jakeId).turn).not.toBeNull()
    calls(run, jakeId, "answer_child", { question: parked?.id ?? "", dontKnow: true })
    expect(run.agent(flo).asking).toEqual([])
    expect(questions(run)).toMatchObject([{ id: parked?.id, agentId: flo, tier: 1, preferred: 1 }])
  })

  it("OPM-9 nobody answers in time: it climbs, not a moment before, and each has its own time", () => {
    const { run, ed, flo } = team()
    asks(run, flo)
    run.pass({ seconds: 59 })
    expect(climbs(run, flo)).toBe("stale")
    run.pass({ seconds: 1 })
    expect(climbs(run, flo)).not.toBe("stale")
    expect(run.agent(flo).asking).toMatchObject([{ holderId: jakeId }])
    expect(climbs(run, flo)).toBe("stale")
    run.pass({ seconds: 60 })
    climbs(run, flo)
    expect(questions(run)).toHaveLength(1)
    expect(run.agent(ed).standing.kind).toBe("open")
  })

  it("OPM-9 who is held, stuck, gone or in trouble is passed over; with nobody left it is the user's at once", () => {
    const { run, ed, flo } = team()
    run.must({ type: "agent.halt", agentId: ed, how: "pause", all: false, scope: "one" }, user)
    asks(run, flo, "One?")
    expect(run.agent(flo).asking).toMatchObject([{ holderId: jakeId }])
    run.must({ type: "agent.halt", agentId: jakeId, how: "pause", all: false, scope: "one" }, user)
    asks(run, flo, "Two?")
    expect(questions(run)).toMatchObject([{ question: "Two?" }])
  })

  it("OPM-9 the root asks the user, whatever it says", () => {
    const { run } = team()
    run.must({ type: "message.send", agentId: jakeId, text: "go", delivery: "queue" }, user)
    asks(run, jakeId)
    expect(questions(run)).toMatchObject([{ agentId: jakeId }])
  })

  it("OPM-9 the same question twice is one question", () => {
    const { run, flo } = team()
    asks(run, flo)
    asks(run, flo)
    expect(run.agent(flo).asking).toHaveLength(1)
  })

  it("OPM-9 what several ask alike is one message to the one above, and one answer goes to all of them", () => {
    const { run, ed, flo } = team()
    const gus = spawned(run, ed, "Gus")
    const hal = spawned(run, ed, "Hal")
    asks(run, flo)
    asks(run, gus, "  red or BLUE?")
    asks(run, hal, "Green?")
    for (const id of [flo, gus, hal]) says(run, id, "I go on with the rest.")
    const { queue } = run.agent(ed)
    expect(queue).toHaveLength(2)
    expect(queue[0]?.text).toMatch(/^Flo, Gus ask you the same\. One answer goes to all of them\./)
    const [parked] = run.agent(gus).asking
    calls(run, ed, "answer_child", { question: parked?.id ?? "", answer: "blue" })
    for (const id of [flo, gus]) expect(run.agent(id)).toMatchObject({ asking: [], turn: { cause: "message" } })
    expect(run.agent(hal)).toMatchObject({ asking: [{ question: "Green?" }], turn: null })
  })

  it("OPM-9 asked alike after the first was read, it is told anew; an answer to the first is one to both, and nobody reads it later", () => {
    const { run, ed, flo } = team()
    const gus = spawned(run, ed, "Gus")
    asks(run, flo)
    calls(run, ed, "report_progress", { percent: 1 })
    expect(run.agent(ed).queue).toEqual([])
    asks(run, gus)
    expect(run.agent(ed).queue).toMatchObject([{ from: gus }])
    const [first] = run.agent(flo).asking
    const turnId = run.agent(ed).turn?.id as TurnId
    const content = [
      { type: "tool_use" as const, id: "x" as never, name: "answer_child", input: { question: first?.id, answer: "red" } },
    ]
    run.must({ type: "turn.reply", agentId: ed, turnId, reply: replyOf(content as never, "tool_use") }, app)
    const call = run.agent(ed).turn?.calls.find(({ status }) => status === "allowed")
    const events = run.must({ type: "call.apply", agentId: ed, turnId, callId: call?.id as never }, app)
    expect(events.filter(({ type }) => type === "question.left")).toHaveLength(2)
    expect(events).toContainEqual(expect.objectContaining({ type: "message.withdrawn", agentId: ed }))
    expect(events.filter((event) => event.type === "message.delivered" && event.agentId === ed)).toEqual([])
    expect([run.agent(flo).asking, run.agent(gus).asking, run.agent(ed).queue]).toEqual([[], [], []])
  })

  it("OPM-9 what nobody there knows climbs for all who asked it, and is one message above as well", () => {
    const { run, ed, flo } = team()
    const gus = spawned(run, ed, "Gus")
    run.must({ type: "message.send", agentId: jakeId, text: "go", delivery: "queue" }, user)
    asks(run, flo)
    asks(run, gus)
    const [parked] = run.agent(flo).asking
    calls(run, ed, "answer_child", { question: parked?.id ?? "", dontKnow: true })
    for (const id of [flo, gus]) expect(run.agent(id).asking).toMatchObject([{ holderId: jakeId }])
    expect(run.agent(jakeId).queue.filter(({ text }) => text.includes("answer_child"))).toHaveLength(1)
  })

  it("OPM-9 T15 an equal question of one that has read from the network makes the message as doubtful as that one", () => {
    const { run, ed, flo } = team()
    const gus = spawned(run, ed, "Gus")
    asks(run, flo)
    expect(run.agent(ed).queue[0]?.tainted).toBeUndefined()
    const [fetched] = run.proposes(gus, { name: "web_fetch", input: { url: "https://example.org/" } })
    const result = { ok: true, output: "anything", bytes: 8, durationMs: 1 }
    const turnId = run.agent(gus).turn?.id as TurnId
    run.must({ type: "call.finish", agentId: gus, turnId, callId: fetched?.id as never, result }, app)
    asks(run, gus)
    expect(run.agent(ed).queue).toMatchObject([{ from: flo, tainted: true }])
  })

  it("OPM-9 nobody answers for another: only the one it is with", () => {
    const { run, flo } = team()
    asks(run, flo)
    const [parked] = run.agent(flo).asking
    run.must({ type: "message.send", agentId: jakeId, text: "go", delivery: "queue" }, user)
    calls(run, jakeId, "answer_child", { question: parked?.id ?? "", answer: "green" })
    expect(run.agent(flo).asking).toHaveLength(1)
  })
})

it("OPM-7 a child that is stuck and spoken to by the one it works for goes on, and is not said to be stuck any more", () => {
  const { run, ed, flo } = team()
  says(run, flo, "<chorus>BLOCKED:no disk</chorus>")
  expect(run.agent(flo)).toMatchObject({ standing: { kind: "stuck" } })
  calls(run, ed, "message_agent", { to: "Flo", text: "use the other disk" })
  expect(run.agent(flo)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "message" }, items: [] })
  says(run, flo, "That works.")
  expect(run.agent(flo)).toMatchObject({ due: { why: "continue" }, waits: null })
})
