// When perseverance ends because nothing comes of it (OPM-6).
import { type Agent, type AgentId, defaultSettings, type Event, freshRun, type Json, jakeId, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { sampleWorld } from "../testing/sample-world.ts"
import { loop, spent } from "./stuck.ts"

const app = { actor: "app", surface: null } as const
const { limits } = defaultSettings

describe("loop", () => {
  it("OPM-6 the same call four times, or two in turn twice; nothing shorter, and nothing else", () => {
    expect(loop("Ed", ["a", "a", "a"])).toBeNull()
    expect(loop("Ed", ["b", "a", "a", "a"])).toBeNull()
    expect(loop("Ed", ["a", "a", "a", "a"])).toMatchObject({ why: "repeats" })
    expect(loop("Ed", ["a", "b", "a", "b"])).toMatchObject({ why: "alternates" })
    expect(loop("Ed", ["a", "b", "a", "c"])).toBeNull()
  })

  it("OPM-6 only the last four count, whatever came before", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 }), (calls) => {
        const [p, q, r, s] = calls.slice(-4)
        const isLong = calls.length >= 4
        const expected = isLong && p === r && q === s ? (p === q ? "repeats" : "alternates") : null
        expect(loop("Ed", calls)?.why ?? null).toBe(expected)
      }),
    )
  })
})

describe("spent", () => {
  const why = (run: Partial<Agent["run"]>) =>
    spent(sampleWorld(), { name: "Ed", run: { ...freshRun, ...run } } as Agent)?.why ?? null
  it("OPM-6 what it says is right for one as well as for many", () => {
    const world = sampleWorld()
    const settings = { ...world.settings, limits: { ...limits, idleContinuations: 1, iterations: 1, workingMinutes: 1 } }
    const said = (run: Partial<Agent["run"]>) =>
      spent({ ...world, settings }, { name: "Ed", run: { ...freshRun, ...run } } as Agent)?.detail
    expect(said({ idle: 1 })).toBe("Ed was continued once without progress and is now stuck.")
    expect(said({ iteration: 1 })).toBe("Ed has been continued once, which is the most for one assignment.")
    expect(said({ workedMs: 60_000 })).toBe("Ed has worked 1 minute, which is the most for one assignment.")
  })

  it("OPM-6 five continuations without progress, fifty in all, thirty minutes of work", () => {
    expect([why({ idle: limits.idleContinuations - 1 }), why({ idle: limits.idleContinuations })]).toEqual([null, "no-progress"])
    expect([why({ iteration: limits.iterations - 1 }), why({ iteration: limits.iterations })]).toEqual([null, "iterations"])
    const minutes = limits.workingMinutes * 60_000
    expect([why({ workedMs: minutes - 1 }), why({ workedMs: minutes })]).toEqual([null, "time"])
  })
})

describe("round in circles", () => {
  function team(): { run: Replay; ed: AgentId } {
    const run = replayWithJake()
    run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "find it" })
    return { run, ed: run.agent(jakeId).childIds[0] as AgentId }
  }
  function wants(run: Replay, ed: AgentId, input: Json): Event[] {
    const turnId = run.agent(ed).turn?.id as TurnId
    const content = [{ type: "tool_use" as const, id: "x" as never, name: "read_file", input }]
    const events = run.must({ type: "turn.reply", agentId: ed, turnId, reply: replyOf(content, "tool_use") }, app)
    for (const call of run.agent(ed).turn?.calls ?? []) {
      if (call.status !== "allowed") continue
      const result = { ok: true, output: "", bytes: 0, durationMs: 1 }
      run.must({ type: "call.finish", agentId: ed, turnId, callId: call.id, result }, app)
    }
    return events
  }

  it("OPM-6 alone, the fourth equal call is not made: it is stuck, the user is told, and the one it works for", () => {
    const { run, ed } = team()
    for (let count = 0; count < 3; count++) wants(run, ed, { path: "a" })
    expect(run.agent(ed).turn).not.toBeNull()
    const events = wants(run, ed, { path: "a" })
    expect(events.some(({ type }) => type === "call.allowed")).toBe(false)
    expect(run.agent(ed)).toMatchObject({ turn: null, standing: { kind: "stuck", why: "repeats" }, due: null })
    expect(Object.values(run.world().attention)).toMatchObject([{ kind: "stuck", tier: 2 }])
    expect(run.agent(jakeId).turn).not.toBeNull()
  })

  it("OPM-6 before the user's eyes it may: they can see it", () => {
    const { run, ed } = team()
    run.must(
      { type: "presence.join", agentId: ed, pane: "p1", cause: "tab" },
      { actor: "user", surface: "desktop", connection: "c1" },
    )
    for (let count = 0; count < 6; count++) wants(run, ed, { path: "a" })
    expect(run.agent(ed).standing.kind).toBe("open")
  })

  it.each(["now", "queue"] as const)(
    "OPM-6 what the user has said meanwhile (%s) is read first, and is a new beginning",
    (delivery) => {
      const { run, ed } = team()
      for (let count = 0; count < 3; count++) wants(run, ed, { path: "a" })
      run.must({ type: "message.send", agentId: ed, text: "it is in b", delivery })
      const events = wants(run, ed, { path: "a" })
      expect(events.filter(({ type }) => type === "call.allowed" || type === "attention.raised")).toEqual([])
      expect(events).toContainEqual(expect.objectContaining({ type: "message.delivered", text: "it is in b" }))
      expect(run.agent(ed)).toMatchObject({
        standing: { kind: "open" },
        turn: { cause: "message" },
        queue: [],
        run: { calls: [] },
      })
      expect(run.agent(jakeId).turn).toBeNull()
    },
  )

  it("OPM-6 an answer on a card is such a word", () => {
    const { run, ed } = team()
    const [call] = run.proposes(ed, { name: "ask_user", input: { question: "Where is it?" } })
    run.must({ type: "call.apply", agentId: ed, turnId: run.agent(ed).turn?.id as TurnId, callId: call?.id as never }, app)
    for (let count = 0; count < 3; count++) wants(run, ed, { path: "a" })
    run.must({ type: "question.answer", itemId: run.agent(ed).items[0] as never, text: "In b.", also: [] })
    wants(run, ed, { path: "a" })
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "message" }, queue: [] })
  })

  it("OPM-6 nor is its time up while the user's word waits to be read", () => {
    const { run, ed } = team()
    run.pass({ minutes: limits.workingMinutes })
    run.must({ type: "message.send", agentId: ed, text: "it is in b", delivery: "queue" })
    wants(run, ed, { path: "a" })
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "message" }, run: { workedMs: 0 } })
  })

  it("OPM-6 a word of another agent is none", () => {
    const { run, ed } = team()
    for (let count = 0; count < 3; count++) wants(run, ed, { path: "a" })
    run.must({ type: "message.send", agentId: jakeId, text: "help it", delivery: "queue" })
    const [call] = run.proposes(jakeId, { name: "message_agent", input: { to: "Ed", text: "look in b" } })
    run.must(
      { type: "call.apply", agentId: jakeId, turnId: run.agent(jakeId).turn?.id as TurnId, callId: call?.id as never },
      app,
    )
    wants(run, ed, { path: "a" })
    expect(run.agent(ed).standing).toMatchObject({ kind: "stuck", why: "repeats" })
  })

  it("OPM-6 a word of the user is a new beginning", () => {
    const { run, ed } = team()
    for (let count = 0; count < 4; count++) wants(run, ed, { path: "a" })
    run.must({ type: "message.send", agentId: ed, text: "look again", delivery: "queue" })
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, items: [], run: { calls: [] } })
    for (let count = 0; count < 3; count++) wants(run, ed, { path: "a" })
    expect(run.agent(ed).standing.kind).toBe("open")
  })
})
