// The rules of one agent's path, driven by any order of commands. Whatever comes, the history must be valid for the API and a lean
// event must fold to the same world as the full one.
import { type Command, type Event, jakeId } from "@kibitz/contract"
import { type Replay, replayWorld, replyOf } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isOpen } from "./call/facts.ts"
import { repairHistory } from "./history/repair.ts"
import { requestFault } from "./history/testing/request-fault.ts"
import { findAgent, snapshotOf } from "./team/agents.ts"
import { agentStatus } from "./team/status.ts"
import { leanSnapshot } from "./turn/lean.ts"
import { STEP_LIMIT } from "./turn/reply.ts"
import { historyOf } from "./world.ts"

const failure = { kind: "overloaded", message: "busy", status: 529, requestId: null, retryAfterMs: null } as const

function founded() {
  const run = replayWorld()
  run.do({ type: "agent.found", agentId: jakeId, name: "Jake" })
  return run
}

const send = (text: string, delivery: "queue" | "now" = "queue", messageId?: string): Command =>
  ({ type: "message.send", agentId: jakeId, text, delivery, ...(messageId ? { messageId } : {}) }) as Command
const says = (text: string) => replyOf([{ type: "text", text }])
const reading = (path: string) =>
  replyOf([{ type: "tool_use", id: "same" as never, name: "read_file", input: { path } }], "tool_use")
const calls = (...names: string[]) =>
  replyOf(
    names.map((name) => ({ type: "tool_use", id: "same" as never, name, input: { path: "a.txt" } })),
    "tool_use",
  )
const types = (events: Event[] | string) => (typeof events === "string" ? events : events.map((event) => event.type))

describe("one agent's path", () => {
  it("Jake is founded once", () => {
    const run = founded()
    expect(run.do({ type: "agent.found", agentId: jakeId, name: "Jake" })).toEqual([])
    expect(agentStatus(run.agent())).toBe("waiting")
  })

  it("a message to a waiting agent starts a turn; the same id again is one message", () => {
    const run = founded()
    expect(types(run.do(send("hello", "queue", "m1")))).toEqual(["turn.started", "message.delivered"])
    expect(run.do(send("hello", "queue", "m1"))).toEqual([])
    expect(agentStatus(run.agent())).toBe("working")
  })

  it("a message to a working agent waits, can be changed, and is taken when the turn ends", () => {
    const run = founded()
    run.do(send("one"))
    expect(types(run.do(send("two", "queue", "m2")))).toEqual(["message.queued"])
    run.do({ type: "message.edit", agentId: jakeId, messageId: "m2" as never, text: "two!" })
    const turnId = run.agent().turn?.id as never
    const events = run.do({ type: "turn.reply", agentId: jakeId, turnId, reply: says("done") })
    expect(types(events)).toEqual(["turn.replied", "turn.finished", "turn.started", "message.delivered"])
    expect((events as Event[]).at(-1)).toMatchObject({ text: "two!" })
    expect(run.do({ type: "message.edit", agentId: jakeId, messageId: "m2" as never, text: "late" })).toBe("unknown-message")
  })

  it("a message sent now is taken at the next step of the same turn", () => {
    const run = founded()
    run.do(send("one"))
    const turnId = run.agent().turn?.id as never
    run.do({ type: "turn.reply", agentId: jakeId, turnId, reply: calls("read_file") })
    run.do(send("wait", "now"))
    const callId = run.agent().turn?.calls[0]?.id as never
    const result = { ok: true, output: "x", bytes: 1, durationMs: 1 }
    expect(types(run.do({ type: "call.finish", agentId: jakeId, turnId, callId, result }))).toEqual([
      "call.finished",
      "message.delivered",
    ])
    expect(run.agent().turn?.id).toBe(turnId)
  })

  it("T27 calls with the same id get ids of their own, unknown ones are blocked, and the turn goes on", () => {
    const run = founded()
    run.do(send("one"))
    const turnId = run.agent().turn?.id as never
    expect(
      types(run.do({ type: "turn.reply", agentId: jakeId, turnId, reply: calls("read_file", "read_file", "nonsense") })),
    ).toEqual(["turn.replied", "call.allowed", "call.allowed", "call.blocked"])
    expect(new Set(run.agent().turn?.calls.map((call) => call.id)).size).toBe(3)
    expect(run.agent().turn?.status.kind).toBe("calling")
  })

  it("stopping closes what was under way; retry starts again; the queue is kept", () => {
    const run = founded()
    run.do(send("one"))
    const turnId = run.agent().turn?.id as never
    run.do({ type: "turn.reply", agentId: jakeId, turnId, reply: calls("read_file") })
    run.do(send("later"))
    expect(types(run.do({ type: "turn.interrupt", agentId: jakeId }))).toEqual(["turn.stopping", "agent.moved"])
    expect(types(run.do({ type: "turn.stop", agentId: jakeId, turnId, draft: "half" }))).toEqual([
      "call.finished",
      "turn.interrupted",
    ])
    expect(run.agent().queue).toHaveLength(1)
    expect(types(run.do({ type: "turn.retry", agentId: jakeId }))).toEqual(["agent.moved", "turn.started", "message.delivered"])
  })

  it("what was to be sent now comes first when the turn is stopped before it was taken", () => {
    const run = founded()
    run.do(send("one"))
    const turnId = run.agent().turn?.id as never
    run.do(send("A", "queue", "a"))
    run.do(send("B", "queue", "b"))
    run.do(send("C", "now", "c"))
    run.do({ type: "turn.interrupt", agentId: jakeId })
    run.do({ type: "turn.stop", agentId: jakeId, turnId, draft: "" })
    expect(run.agent().queue.map(({ id, delivery }) => [id, delivery])).toEqual([
      ["c", "queue"],
      ["a", "queue"],
      ["b", "queue"],
    ])
  })

  it("A9 a reply cut at the token limit can be continued", () => {
    const run = founded()
    run.do(send("one"))
    const turnId = run.agent().turn?.id as never
    run.do({ type: "turn.reply", agentId: jakeId, turnId, reply: { ...says("half"), stopReason: "max_tokens" } })
    expect(types(run.do({ type: "turn.retry", agentId: jakeId }))).toEqual(["turn.started", "message.delivered"])
  })

  it("A10 a paused turn goes on without a new message", () => {
    const run = founded()
    run.do(send("one"))
    const turnId = run.agent().turn?.id as never
    run.do({ type: "turn.reply", agentId: jakeId, turnId, reply: { ...says("so far"), stopReason: "pause_turn" } })
    expect(run.agent().turn?.status.kind).toBe("asking")
  })

  it("A5 a refused key parks the agent and a new message starts it again", () => {
    const run = founded()
    run.do(send("one"))
    const turnId = run.agent().turn?.id as never
    run.do({ type: "turn.fail", agentId: jakeId, turnId, failure: { ...failure, kind: "auth" }, parked: true, draft: "" })
    expect(agentStatus(run.agent())).toBe("paused")
    run.do(send("again"))
    expect(run.agent().trouble).toBeNull()
  })

  it("T28 a turn that never comes to an end is stopped at the step limit, and every call has its answer", () => {
    const run = founded()
    run.do(send("one"))
    const turnId = run.agent().turn?.id as never
    for (let step = 0; step < STEP_LIMIT && run.agent().turn; step++) {
      run.do({ type: "turn.reply", agentId: jakeId, turnId, reply: reading(`${step}.txt`) })
      const callId = run.agent().turn?.calls[0]?.id as never
      run.do({ type: "call.finish", agentId: jakeId, turnId, callId, result: { ok: true, output: "x", bytes: 1, durationMs: 1 } })
    }
    expect(run.agent()).toMatchObject({ turn: null, trouble: { parked: false, failure: { kind: "step_limit" } } })
    expect(run.journal.filter(({ event }) => event.type === "turn.replied")).toHaveLength(STEP_LIMIT)
    expect(requestFault(repairHistory(run.journal.flatMap(({ event }) => historyOf(event))))).toBeNull()
    expect(run.journal.findLast(({ event }) => event.type === "call.blocked")?.event).toMatchObject({
      verdict: { rule: "exhausted" },
    })
  })

  it("what waits stays small enough to be shown on every screen", () => {
    const run = founded()
    run.do(send("one"))
    expect(types(run.do(send("x".repeat(300_000), "queue", "m2")))).toEqual(["message.queued"])
    expect(run.do(send("x".repeat(300_000)))).toBe("queue-full")
    expect(run.do({ type: "message.edit", agentId: jakeId, messageId: "m2" as never, text: "y".repeat(500_001) })).toBe(
      "queue-full",
    )
    for (let more = 0; more < 49; more++) run.do(send("x"))
    expect(run.do(send("one too many"))).toBe("queue-full")
  })

  it("a reply too large to be shown is cut, and says so", () => {
    const run = founded()
    run.do(send("one"))
    const turnId = run.agent().turn?.id as never
    run.do({ type: "turn.reply", agentId: jakeId, turnId, reply: says("x".repeat(3_000_000)) })
    const replied = JSON.stringify(run.journal.find(({ event }) => event.type === "turn.replied"))
    expect(replied.length).toBeLessThan(600_000)
    expect(replied).toContain("2500000 more characters were left out")
  })

  it("A17 of two replies to one request the first counts, the second changes nothing", () => {
    const run = founded()
    run.do(send("one"))
    const turnId = run.agent().turn?.id as never
    const reply = { type: "turn.reply" as const, agentId: jakeId, turnId, reply: calls("read_file") }
    run.do(reply)
    const recorded = run.journal.length
    expect(run.do(reply)).toBe("stale")
    expect(run.journal).toHaveLength(recorded)
    expect(run.agent().turn?.calls).toHaveLength(1)
  })

  it("A17 reports about a turn that is over are stale", () => {
    const run = founded()
    run.do(send("one"))
    const turnId = run.agent().turn?.id as never
    run.do({ type: "turn.reply", agentId: jakeId, turnId, reply: says("done") })
    expect(run.do({ type: "turn.reply", agentId: jakeId, turnId, reply: says("done again") })).toBe("stale")
    expect(run.do({ type: "turn.interrupt", agentId: jakeId })).toBe("nothing-to-stop")
  })

  it("F6 after a crash a read is run again, and the history stays valid", () => {
    const run = founded()
    run.do(send("one"))
    const turnId = run.agent().turn?.id as never
    run.do({ type: "turn.reply", agentId: jakeId, turnId, reply: calls("read_file") })
    expect(types(run.do({ type: "turn.recover", agentId: jakeId, turnId, draft: "" }))).toEqual([
      "turn.crashed",
      "turn.recovered",
      "agent.noticed",
    ])
    expect(run.agent().turn?.status.kind).toBe("calling")
  })
})

type Step = (run: Replay) => Command
const turnOf = (run: Replay) => (findAgent(run.world(), jakeId)?.turn?.id ?? "turn_none") as never
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ text: fc.constantFrom("a", "b\ud800"), delivery: fc.constantFrom("queue" as const, "now" as const) }).map(
    ({ text, delivery }): Step =>
      () =>
        send(text, delivery),
  ),
  fc.constantFrom<Step>(
    () => ({ type: "turn.interrupt", agentId: jakeId }),
    () => ({ type: "turn.retry", agentId: jakeId }),
    (run) => ({ type: "turn.retry-step", agentId: jakeId, turnId: turnOf(run) }),
    (run) => ({ type: "turn.stop", agentId: jakeId, turnId: turnOf(run), draft: "d" }),
    (run) => ({ type: "turn.recover", agentId: jakeId, turnId: turnOf(run), draft: "d" }),
    (run) => ({ type: "turn.delay", agentId: jakeId, turnId: turnOf(run), failure, delayMs: 5, draft: "" }),
    (run) => ({ type: "turn.fail", agentId: jakeId, turnId: turnOf(run), failure, parked: false, draft: "" }),
    (run) => ({ type: "turn.reply", agentId: jakeId, turnId: turnOf(run), reply: says("ok") }),
    (run) => ({ type: "turn.reply", agentId: jakeId, turnId: turnOf(run), reply: replyOf([]) }),
    (run) => ({ type: "turn.reply", agentId: jakeId, turnId: turnOf(run), reply: calls("read_file", "nope", "read_file") }),
    (run) => ({
      type: "call.finish",
      agentId: jakeId,
      turnId: turnOf(run),
      callId: (findAgent(run.world(), jakeId)?.turn?.calls.find((call) => call.status === "allowed")?.id ?? "call_none") as never,
      result: { ok: true, output: "out", bytes: 3, durationMs: 1 },
    }),
  ),
)

describe("any order of commands", () => {
  it("A15 I3 leaves a history the API accepts, after every single event", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const run = founded()
        for (const make of steps) run.do(make(run))
        const messages = run.journal.flatMap(({ event }) => historyOf(event))
        expect(requestFault(repairHistory(messages))).toBeNull()
      }),
      { numRuns: 400 },
    )
  })

  it("folds lean events to the same world, and a turn that asks has no open call", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const run = founded()
        for (const make of steps) {
          run.do(make(run))
          const turn = run.agent().turn
          if (turn?.status.kind === "asking") expect(turn.calls.filter(isOpen)).toEqual([])
          if (turn?.status.kind === "calling") expect(turn.calls.some(isOpen)).toBe(true)
        }
        expect(leanSnapshot(snapshotOf(run.lighter()))).toEqual(leanSnapshot(snapshotOf(run.world())))
      }),
      { numRuns: 400 },
    )
  })
})
