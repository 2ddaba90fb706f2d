// What the user does to one agent, to all below it, or to everybody, and that everybody has a next move after it (OPM-1, OPM-6, OPM-7).
import { type AgentId, type AttentionItem, type Event, type Json, jakeId, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"

const app = { actor: "app", surface: null } as const
const user = { actor: "user", surface: "desktop", connection: "c1" } as const

/** Jake → Ed → Flo, both with an assignment and at work. */
function team(): { run: Replay; ed: AgentId; flo: AgentId } {
  const run = replayWithJake()
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "build it" })
  const ed = run.agent(jakeId).childIds[0] as AgentId
  run.must({ type: "agent.spawn", parentId: ed, name: "Flo", assignment: "a part of it" })
  return { run, ed, flo: run.agent(ed).childIds[0] as AgentId }
}

function says(run: Replay, agentId: AgentId, text: string): Event[] {
  const turnId = run.agent(agentId).turn?.id as TurnId
  const content = text === "" ? [] : [{ type: "text" as const, text }]
  return run.must({ type: "turn.reply", agentId, turnId, reply: replyOf(content) }, app)
}
function calls(run: Replay, agentId: AgentId, name: string, input: Json): void {
  const turnId = run.agent(agentId).turn?.id as TurnId
  const content = [{ type: "tool_use" as const, id: "x" as never, name, input }]
  run.must({ type: "turn.reply", agentId, turnId, reply: replyOf(content, "tool_use") }, app)
  for (const call of run.agent(agentId).turn?.calls ?? []) {
    if (call.status === "allowed") run.must({ type: "call.apply", agentId, turnId, callId: call.id }, app)
  }
}
/** The reactor reports that the turn has ended. */
function stops(run: Replay, ...ids: AgentId[]): void {
  for (const agentId of ids) {
    const { turn } = run.agent(agentId)
    if (turn) run.must({ type: "turn.stop", agentId, turnId: turn.id, draft: "" }, app)
  }
}
const kinds = (run: Replay, agentId: AgentId): AttentionItem["kind"][] =>
  run.agent(agentId).items.map((id) => run.world().attention[id]?.kind ?? expect.fail("an item that is not there"))
const halt = (run: Replay, agentId: AgentId, how: "pause" | "stop", scope: "one" | "subtree" | "all" = "one") =>
  run.must({ type: "agent.halt", agentId, how, all: false, scope }, user)
const standing = (run: Replay, ...ids: AgentId[]) => ids.map((id) => run.agent(id).standing.kind)

describe("hold and go on", () => {
  it("OPM-7 pause keeps what waits: resumed, it takes it at once", () => {
    const { run, ed } = team()
    run.must({ type: "message.send", agentId: ed, text: "and blue", delivery: "queue" }, user)
    halt(run, ed, "pause")
    stops(run, ed)
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "paused" }, due: null, waits: null, turn: null })
    run.pass({ hours: 1 })
    expect(run.do({ type: "agent.continue", agentId: ed }, app)).toBe("stale")
    run.must({ type: "agent.resume", agentId: ed, scope: "one" }, user)
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "message" }, queue: [] })
  })

  it("OPM-7 whoever is held stays held when it is spoken to: that waits too, unless it is to be heard now", () => {
    const { run, ed } = team()
    halt(run, jakeId, "pause", "all")
    stops(run, ed)
    run.must({ type: "message.send", agentId: ed, text: "and blue", delivery: "queue" }, user)
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "paused" }, turn: null, queue: [{ text: "and blue" }] })
    run.must({ type: "message.send", agentId: ed, text: "no, red", delivery: "now" }, user)
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "message" }, queue: [] })
  })

  it("OPM-7 stop clears what waits: it goes on only when it is spoken to", () => {
    const { run, ed } = team()
    run.must({ type: "message.send", agentId: ed, text: "and blue", delivery: "queue" }, user)
    halt(run, ed, "stop")
    stops(run, ed)
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "stopped" }, queue: [], due: null })
    expect(run.do({ type: "agent.resume", agentId: ed, scope: "one" }, user)).toBe("nothing-to-retry")
    run.must({ type: "message.send", agentId: ed, text: "again", delivery: "queue" }, user)
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "message" } })
  })

  it("OPM-1 a subtree is held with everything below it, and nobody beside it; all is everybody", () => {
    const { run, ed, flo } = team()
    run.must({ type: "agent.spawn", parentId: jakeId, name: "Gil", assignment: "else" })
    const gil = run.agent(jakeId).childIds[1] as AgentId
    halt(run, ed, "pause", "subtree")
    expect(standing(run, ed, flo, gil)).toEqual(["paused", "paused", "open"])
    run.must({ type: "agent.resume", agentId: ed, scope: "subtree" }, user)
    halt(run, jakeId, "pause", "all")
    // Jake was never asked for anything: there is nothing to hold him back from.
    expect(standing(run, jakeId, ed, flo, gil)).toEqual(["open", "paused", "paused", "paused"])
  })

  it("OPM-7 held before it has written a word and let go on, it goes on with what it was told, though one below it works", () => {
    const { run, ed, flo } = team()
    says(run, ed, "Flo is on it.")
    expect(run.agent(ed).waits).toBe("child")
    run.must({ type: "message.send", agentId: ed, text: "and what about the door?", delivery: "queue" }, user)
    halt(run, jakeId, "pause", "all")
    stops(run, ed, flo)
    run.must({ type: "agent.resume", agentId: jakeId, scope: "all" }, user)
    expect(run.agent(ed)).toMatchObject({ due: { why: "continue" }, waits: null })
  })

  it("OPM-4 a turn that is interrupted from elsewhere is held, or it would be continued at once; in a chat it waits", () => {
    const { run, ed, flo } = team()
    run.must({ type: "turn.interrupt", agentId: flo }, user)
    stops(run, flo)
    expect(run.agent(flo)).toMatchObject({ standing: { kind: "paused" }, due: null })
    run.must({ type: "presence.join", agentId: ed, pane: "p1", cause: "tab" }, user)
    run.must({ type: "turn.interrupt", agentId: ed }, user)
    stops(run, ed)
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, due: null, waits: null })
  })

  it("OPM-6 one more unit, when the user says so, ends what it waited for", () => {
    const { run, ed } = team()
    says(run, ed, "<chorus>BLOCKED:no disk</chorus>")
    expect(kinds(run, ed)).toEqual(["stuck"])
    run.must({ type: "agent.go-on", agentId: ed }, user)
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "continuation" }, items: [] })
  })

  it("OPM-7 tried again after it failed for good, it is not said to be stuck any more", () => {
    const { run, ed } = team()
    run.must({ type: "agent.configure", agentId: ed, supervision: "report-only" }, user)
    says(run, ed, "")
    expect([standing(run, ed), kinds(run, ed)]).toEqual([["stuck"], ["stuck"]])
    run.must({ type: "turn.retry", agentId: ed }, user)
    expect([standing(run, ed), kinds(run, ed)]).toEqual([["open"], []])
  })
})

describe("going on from where it broke off", () => {
  const spoken = (run: Replay, agentId: AgentId): string[] =>
    run.journal.flatMap(({ event }) => (event.type === "message.delivered" && event.agentId === agentId ? [event.text] : []))

  it.each(["pause", "stop"] as const)(
    "OPM-7 %s in the middle of a reply, with the user there: it is told what it had written",
    (how) => {
      const run = replayWithJake()
      run.must({ type: "presence.join", agentId: jakeId, pane: "p1", cause: "tab" }, user)
      run.must({ type: "message.send", agentId: jakeId, text: "tell me a story", delivery: "queue" }, user)
      halt(run, jakeId, how)
      const turnId = run.agent(jakeId).turn?.id as TurnId
      run.must({ type: "turn.stop", agentId: jakeId, turnId, draft: "Once upon a time" }, app)
      expect(run.agent(jakeId).turn).toBeNull()
      run.must({ type: "agent.resume", agentId: jakeId, scope: "one", ...(how === "stop" ? { stopped: true } : {}) }, user)
      expect(run.agent(jakeId)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "message" } })
      expect(spoken(run, jakeId).at(-1)).toMatch(
        /^\[Kibitz\] go on\n[^\n]*without repeating it\.\nWhat you had written:\n\nOnce upon a time$/,
      )
    },
  )

  it("OPM-7 what was said meanwhile comes after the rest of the reply, and is not lost", () => {
    const run = replayWithJake()
    run.must({ type: "presence.join", agentId: jakeId, pane: "p1", cause: "tab" }, user)
    run.must({ type: "message.send", agentId: jakeId, text: "tell me a story", delivery: "queue" }, user)
    run.must({ type: "message.send", agentId: jakeId, text: "and then a poem", delivery: "queue" }, user)
    halt(run, jakeId, "pause")
    run.must({ type: "turn.stop", agentId: jakeId, turnId: run.agent(jakeId).turn?.id as TurnId, draft: "Once" }, app)
    run.must({ type: "agent.resume", agentId: jakeId, scope: "one" }, user)
    expect(run.agent(jakeId).queue).toMatchObject([{ text: "and then a poem" }])
    says(run, jakeId, "upon a time. The end.")
    expect(run.agent(jakeId)).toMatchObject({ queue: [], turn: { cause: "message" } })
    expect(spoken(run, jakeId).at(-1)).toBe("and then a poem")
  })

  it("OPM-7 a whole team that was stopped goes on with one word; what merely was held does so without it", () => {
    const { run, ed, flo } = team()
    halt(run, ed, "stop", "subtree")
    stops(run, ed, flo)
    expect(run.do({ type: "agent.resume", agentId: ed, scope: "subtree" }, user)).toBe("nothing-to-retry")
    run.must({ type: "agent.resume", agentId: ed, scope: "subtree", stopped: true }, user)
    expect(standing(run, ed, flo)).toEqual(["open", "open"])
  })

  it("OPM-7 an answer does not let go whoever is held: it is kept, and taken when it goes on", () => {
    const { run, ed } = team()
    calls(run, ed, "ask_user", { question: "Red or blue?" })
    says(run, ed, "I wait.")
    halt(run, jakeId, "pause", "all")
    run.must({ type: "question.answer", itemId: run.agent(ed).items[0] as never, text: "Blue", also: [] }, user)
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "paused" }, turn: null, items: [] })
    expect(run.agent(ed).queue[0]?.text).toContain("Blue")
    run.must({ type: "agent.resume", agentId: jakeId, scope: "all" }, user)
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "message" }, queue: [] })
  })

  it("OPM-9 an answer waits for whoever has no money left, and is read first thing when there is some again", () => {
    const { run, ed } = team()
    calls(run, ed, "ask_user", { question: "Red or blue?" })
    says(run, ed, "I wait.")
    run.must({ type: "agent.set-budget", agentId: ed, limitUsd: 0 }, user)
    const question = run.agent(ed).items.find((id) => run.world().attention[id]?.kind === "question")
    run.must({ type: "question.answer", itemId: question as never, text: "Blue", also: [] }, user)
    expect(run.agent(ed)).toMatchObject({ turn: null, waits: "you", queue: [{ text: expect.stringContaining("Blue") }] })
    run.must({ type: "agent.set-budget", agentId: ed, limitUsd: 5 }, user)
    run.pass({ seconds: 60 })
    run.must({ type: "agent.continue", agentId: ed })
    expect(run.agent(ed)).toMatchObject({ turn: { cause: "continuation" }, queue: [] })
  })

  it("OPM-8 whoever waits for an answer is not done, whatever it says", () => {
    const { run, ed } = team()
    calls(run, ed, "ask_user", { question: "Red or blue?" })
    says(run, ed, "DONE")
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, waits: "you" })
    run.must({ type: "question.answer", itemId: run.agent(ed).items[0] as never, text: "Blue", also: [] }, user)
    says(run, ed, "DONE")
    expect(standing(run, ed)).toEqual(["done"])
  })
})

describe("a continuation", () => {
  it("OPM-6 starts once, at its time and not before, and what happened meanwhile takes it back", () => {
    const { run, flo } = team()
    says(run, flo, "Half.")
    expect(run.do({ type: "agent.continue", agentId: flo }, app)).toBe("stale")
    run.pass({ seconds: 2 })
    run.must({ type: "agent.continue", agentId: flo }, app)
    expect(run.agent(flo).turn).toMatchObject({ cause: "continuation" })
    expect(run.do({ type: "agent.continue", agentId: flo }, app)).toBe("stale")
    says(run, flo, "Half.")
    run.must({ type: "presence.join", agentId: flo, pane: "p1", cause: "tab" }, user)
    run.pass({ hours: 1 })
    expect(run.do({ type: "agent.continue", agentId: flo }, app)).toBe("stale")
  })

  it("OPM-6 a time that is set is not put off by what merely happens", () => {
    const { run, flo } = team()
    says(run, flo, "Half.")
    const { due } = run.agent(flo)
    run.pass({ seconds: 1 })
    run.must({ type: "posture.change", agentId: flo, changes: { modelMode: "fast" }, when: "now", reason: "" }, user)
    run.must({ type: "session.begin" }, app)
    expect(run.agent(flo).due).toEqual(due)
  })

  it("OPM-6 whoever works for it and is not done is waited for, until it is done, stopped or gone", () => {
    const { run, ed, flo } = team()
    says(run, ed, "Flo is on it.")
    expect(run.agent(ed)).toMatchObject({ due: null, waits: "child" })
    halt(run, flo, "stop")
    expect(run.agent(ed)).toMatchObject({ due: { why: "continue" }, waits: null })
  })
})

describe("dismiss", () => {
  it("OPM-1 goes with everything below; what waits on their behalf is withdrawn, and the user has left", () => {
    const { run, ed, flo } = team()
    calls(run, flo, "ask_user", { question: "Red or blue?" })
    run.must({ type: "presence.join", agentId: flo, pane: "p1", cause: "tab" }, user)
    const events = run.must({ type: "agent.dismiss", agentId: ed }, user)
    expect(events.filter(({ type }) => type === "presence.left")).toMatchObject([{ agentId: flo, cause: "dismissed" }])
    stops(run, ed, flo)
    expect(standing(run, ed, flo)).toEqual(["dismissed", "dismissed"])
    expect(run.world()).toMatchObject({ attention: {}, panes: {} })
    expect(run.agent(jakeId).tally).toMatchObject({ agents: 1, working: 0 })
    expect(run.do({ type: "message.send", agentId: ed, text: "hm", delivery: "queue" }, user)).toBe("illegal-move")
    expect(run.do({ type: "agent.dismiss", agentId: jakeId }, user)).toBe("not-allowed")
    expect(run.do({ type: "turn.retry", agentId: ed }, user)).toBe("illegal-move")
    expect(run.do({ type: "agent.go-on", agentId: ed }, user)).toBe("illegal-move")
    expect(run.do({ type: "agent.redirect", agentId: ed, assignment: "else" }, user)).toBe("illegal-move")
    expect(run.agent(ed).turn).toBeNull()
  })

  it("OPM-7 whoever goes once it is done leaves nothing behind: no item, no message, nobody below that works for it", () => {
    const { run, ed, flo } = team()
    run.must({ type: "agent.configure", agentId: ed, whenDone: "dismiss" }, user)
    calls(run, ed, "knock", { reason: "Come and see." })
    says(run, ed, "DONE")
    stops(run, flo)
    expect(standing(run, ed, flo)).toEqual(["dismissed", "dismissed"])
    expect(run.world().attention).toEqual({})
    expect(run.agent(jakeId)).toMatchObject({ turn: { cause: "message" }, tally: { agents: 1 } })
  })
})

describe("another assignment", () => {
  it("OPM-6 is a new beginning: taken after the running tool, or at once; what it was stuck on is over", () => {
    const { run, ed, flo } = team()
    run.must({ type: "agent.redirect", agentId: ed, assignment: "something else" }, user)
    expect(run.agent(ed)).toMatchObject({ assignment: "something else", queue: [{ note: "redirected", delivery: "now" }] })
    says(run, flo, "<chorus>BLOCKED:no disk</chorus>")
    run.must({ type: "agent.redirect", agentId: flo, assignment: "something else" }, user)
    expect(run.agent(flo)).toMatchObject({
      standing: { kind: "open" },
      turn: { cause: "message" },
      items: [],
      run: { iteration: 0 },
    })
  })
})

it("OPM-6 whoever is given an assignment is waited for by the one above, also when it began without one", () => {
  const { run, flo } = team()
  run.must({ type: "agent.spawn", parentId: flo, name: "Gil" })
  says(run, flo, "Half.")
  expect(run.agent(flo).due).toMatchObject({ why: "continue" })
  run.must({ type: "agent.redirect", agentId: run.agent(flo).childIds[0] as AgentId, assignment: "a part" }, user)
  expect(run.agent(flo)).toMatchObject({ due: null, waits: "child" })
})

describe("a failure in a chat", () => {
  it("OPM-4 REQ-OPM-002 is a stop like any other: the user who looks elsewhere is told", () => {
    const { run, ed } = team()
    run.must({ type: "presence.join", agentId: ed, pane: "p1", cause: "tab" }, user)
    says(run, ed, "")
    expect(run.agent(ed)).toMatchObject({ turn: null, due: null, trouble: { parked: false } })
    expect(kinds(run, ed)).toEqual(["your-turn"])
  })
})
