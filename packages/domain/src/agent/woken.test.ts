// Agents that wake each other come to an end like one that is continued: only the user, or another assignment, is a new beginning (OPM-6).
import { type AgentId, type Json, jakeId, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"

const app = { actor: "app", surface: null } as const
const user = { actor: "user", surface: "desktop", connection: "c1" } as const
const ITERATIONS = 4

/** Jake, who has been spoken to, and Ed, who works for him. */
function pair(): { run: Replay; ed: AgentId } {
  const run = replayWithJake()
  run.must({ type: "settings.change", patch: { limits: { iterations: ITERATIONS } } }, user)
  run.must({ type: "message.send", agentId: jakeId, text: "have it built", delivery: "queue" }, user)
  calls(run, jakeId, "spawn_agent", { name: "Ed", assignment: "build it" })
  says(run, jakeId, "Ed is on it.")
  return { run, ed: run.agent(jakeId).childIds[0] as AgentId }
}
const turnOf = (run: Replay, agentId: AgentId) => ({ agentId, turnId: run.agent(agentId).turn?.id as TurnId })
const says = (run: Replay, agentId: AgentId, text: string) =>
  run.must({ type: "turn.reply", ...turnOf(run, agentId), reply: replyOf([{ type: "text", text }]) }, app)
function calls(run: Replay, agentId: AgentId, name: string, input: Json): void {
  const content = [{ type: "tool_use" as const, id: "x" as never, name, input }]
  run.must({ type: "turn.reply", ...turnOf(run, agentId), reply: replyOf(content, "tool_use") }, app)
  for (const { id: callId, status } of run.agent(agentId).turn?.calls ?? [])
    if (status === "allowed") run.must({ type: "call.apply", ...turnOf(run, agentId), callId }, app)
}
/** Ed is done, Jake thanks, Ed is done: until one of them is not there any more to answer. */
function courtesies(run: Replay, ed: AgentId, most: number): number {
  for (let round = 0; round < most; round++) {
    if (!run.agent(ed).turn) return round
    says(run, ed, `${round} times, with pleasure.\n\nDONE`)
    if (!run.agent(jakeId).turn) return round
    calls(run, jakeId, "message_agent", { to: "Ed", text: `thank you, ${round}` })
    says(run, jakeId, "I have thanked Ed.")
  }
  return most
}

describe("what agents say to each other", () => {
  it("OPM-6 is counted: one that is done, thanked, and done again, comes to an end, and the user is told", () => {
    const { run, ed } = pair()
    expect(run.agent(ed).run.iteration).toBe(0)
    const rounds = courtesies(run, ed, 50)
    // The first of them is what Ed says of his own work.
    expect(rounds).toBe(ITERATIONS + 1)
    const stuck = Object.values(run.world().attention).filter(({ kind }) => kind === "stuck")
    expect(stuck).toMatchObject([{ why: "iterations" }, { why: "iterations" }])
    expect([run.agent(ed).turn, run.agent(jakeId).turn]).toEqual([null, null])
  })

  it("OPM-6 whoever leads many hears the first word of each: it is counted for nobody, and what comes of it is", () => {
    const { run, ed } = pair()
    const others = Array.from({ length: 2 * ITERATIONS }, (_, at) => {
      calls(run, ed, "spawn_agent", { name: `Mate ${at}`, assignment: "a part of it" })
      return run.agent(ed).childIds.at(-1) as AgentId
    })
    says(run, ed, "They are on it.")
    for (const mate of others) {
      says(run, mate, "My part.\n\nDONE")
      if (mate === others.at(-1)) calls(run, ed, "redirect_agent", { agent: "Mate 0", assignment: "the same again" })
      says(run, ed, "Noted.")
    }
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, run: { iteration: 0 } })
    says(run, others[0] as AgentId, "The same again.\n\nDONE")
    expect(run.agent(ed).run).toMatchObject({ iteration: 1 })
  })

  it("OPM-6 nothing of it is lost: what was not answered is read when the user speaks, and the count begins anew", () => {
    const { run, ed } = pair()
    courtesies(run, ed, 50)
    expect(run.agent(jakeId)).toMatchObject({ standing: { kind: "stuck" }, queue: [{ from: ed }] })
    run.must({ type: "message.send", agentId: jakeId, text: "go on", delivery: "queue" }, user)
    expect(run.agent(jakeId)).toMatchObject({ standing: { kind: "open" }, queue: [], run: { iteration: 0 } })
  })

  it("OPM-6 T25 one that had as much as an assignment may take is not set going again by the one above: it says so", () => {
    const { run, ed } = pair()
    for (let count = 0; count < ITERATIONS; count++) {
      calls(run, ed, "report_progress", { percent: count + 1 })
      says(run, ed, "Half.")
      run.pass({ minutes: 1 })
      run.do({ type: "agent.continue", agentId: ed }, app)
    }
    says(run, ed, "Half.")
    expect(run.agent(ed).standing).toMatchObject({ kind: "stuck", why: "iterations" })
    calls(run, jakeId, "message_agent", { to: "Ed", text: "just go on" })
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "stuck" }, turn: null, queue: [{ from: jakeId }] })
    expect(Object.values(run.world().attention).filter(({ kind }) => kind === "stuck")).toHaveLength(1)
    calls(run, jakeId, "redirect_agent", { agent: "Ed", assignment: "something else" })
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "message" }, run: { iteration: 0 } })
  })

  it("OPM-6 the user who is there sees it for themselves: what children report is heard, however often", () => {
    const { run, ed } = pair()
    for (const agentId of [jakeId, ed]) run.must({ type: "presence.join", agentId, pane: agentId, cause: "tab" }, user)
    expect(courtesies(run, ed, 2 * ITERATIONS)).toBe(2 * ITERATIONS)
  })

  it("OPM-6 advice after which something is brought about ends a row without progress", () => {
    const { run, ed } = pair()
    run.must({ type: "settings.change", patch: { limits: { iterations: 50, idleContinuations: 2 } } }, user)
    for (let count = 0; count < 2; count++) {
      says(run, ed, "Hm.")
      run.pass({ minutes: 1 })
      run.must({ type: "agent.continue", agentId: ed }, app)
    }
    says(run, ed, "Hm.")
    expect(run.agent(ed).standing).toMatchObject({ kind: "stuck", why: "no-progress" })
    calls(run, jakeId, "message_agent", { to: "Ed", text: "start with the door" })
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, run: { iteration: 3, idle: 2 } })
    calls(run, ed, "report_progress", { percent: 10 })
    says(run, ed, "The door is there.")
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, due: { why: "continue" }, run: { idle: 0 } })
  })
})
