// Journals from before there were briefs tell of a verification with its own events alone. They fold to the same turn as today, are shown the same, and
// a verification that was under way in one of them is taken up like any other.
import {
  type AgentId,
  type CallId,
  type Check,
  type CheckOutcome,
  type Event,
  jakeId,
  type Recorded,
  type TurnId,
  type World,
} from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { emptyWorld, evolve, foldTranscript } from "../record.ts"
import { findAgent } from "../team/agents.ts"
import { sampleTime } from "../testing/sample-world.ts"
import { decide } from "../world.ts"

const ofTurn = { agentId: jakeId, turnId: "turn_old" as TurnId }
const check: Check = { callId: "call_old" as CallId, name: "test", command: "npm test", required: true, source: "quality" }
const outcome: CheckOutcome = { name: "test", command: "npm test", required: true, result: "passed", detail: "fine" }
const founded = { type: "agent.founded", agentId: jakeId, name: "Jake", parentId: null } as Event
const started: Event = { type: "verification.started", ...ofTurn, checks: [check], said: "DONE" }
const checked: Event = { type: "verification.checked", ...ofTurn, outcome }
const ended: Event = { type: "verification.ended", ...ofTurn, passed: true, checks: [outcome] }

const recorded = (events: readonly Event[]): Recorded[] => events.map((event, at) => ({ seq: at + 1, at: sampleTime, event }))
const folded = (...events: Event[]): World => recorded([founded, ...events]).reduce(evolve, emptyWorld)
const jake = (world: World) => findAgent(world, jakeId) ?? expect.fail("Jake is not there")

describe("a journal without turn.started before a verification", () => {
  it("folds to a turn that carries its brief and what was found", () => {
    const brief = { kind: "verification", input: { checks: [check], said: "DONE" }, byKibitz: true }
    const begun = jake(folded(started)).turn
    expect(begun).toMatchObject({ id: ofTurn.turnId, cause: "verification", brief, status: { kind: "calling" } })
    expect(jake(folded(started, checked)).turn).toEqual({ ...begun, found: [outcome] })
  })

  it("ends the turn with verification.ended or verification.cut-off alone", () => {
    const done = jake(folded(started, checked, ended))
    expect(done).toMatchObject({ turn: null, verification: { passed: true, checks: [outcome] }, run: { progressed: true } })
    const cut = folded(started, { type: "verification.cut-off", ...ofTurn })
    expect(jake(cut)).toMatchObject({ turn: null, verification: null })
  })

  it("a verification that was under way in it is cut off, and begins again with what it was asked for", () => {
    const input = { command: check.command }
    const verdict = { effect: "allow", rule: "test", because: "" } as const
    const ran: Event = { type: "call.allowed", ...ofTurn, callId: check.callId, capability: "bash", input, verdict }
    let made = 0
    const moment = {
      at: sampleTime,
      id: (prefix: string) => `${prefix}_${++made}`,
      origin: { actor: "app", surface: null },
    } as const
    const decision = decide(folded(started, ran), { type: "turn.recover", ...ofTurn, draft: "" }, moment)
    if ("rejection" in decision) return expect.fail(decision.rejection.message)
    expect(decision.events.map(({ type }) => type)).toEqual([
      "call.finished",
      "turn.crashed",
      "verification.cut-off",
      "turn.cut-off",
      "turn.started",
      "verification.started",
      "attention.raised",
      "call.asked",
    ])
    expect(decision.events[5]).toMatchObject({ said: "DONE", checks: [{ command: "npm test" }] })
  })
})

/** Ed says DONE, and the one check passes. */
function verifiedNow(): { run: Replay; ed: AgentId } {
  const run = replayWithJake()
  const qualityCommands = [{ name: "test", command: "npm test", required: true, order: 0, timeoutSeconds: 60 }]
  run.must({ type: "settings.change", patch: { defaults: { phase: "execution" }, qualityCommands }, confirm: "execution" })
  run.must({ type: "posture.change", agentId: jakeId, changes: { phase: "execution" }, confirm: "execution", reason: "" })
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "build it" })
  const ed = run.agent(jakeId).childIds[0] as AgentId
  const app = { actor: "app", surface: null } as const
  const turnId = () => run.agent(ed).turn?.id as TurnId
  run.must({ type: "turn.reply", agentId: ed, turnId: turnId(), reply: replyOf([{ type: "text", text: "DONE" }]) }, app)
  const [item] = Object.values(run.world().attention)
  if (item?.kind !== "approval") return expect.fail("nothing is asked for")
  run.must({ type: "approval.answer", items: [{ id: item.id, hash: item.hash }], decision: { kind: "once" } })
  const result = { ok: true, output: "fine", bytes: 4, durationMs: 1 }
  run.must({ type: "call.finish", agentId: ed, turnId: turnId(), callId: item.callId, result }, app)
  return { run, ed }
}

it("today's journal folds and shows the same as one that leaves out the turn events around a verification, as older ones do", () => {
  const { run, ed } = verifiedNow()
  const turns = new Set(run.journal.flatMap(({ event }) => (event.type === "verification.started" ? [event.turnId] : [])))
  expect(turns.size).toBe(1)
  const isAround = ({ event }: Recorded) =>
    (event.type === "turn.started" || event.type === "turn.finished") && turns.has(event.turnId)
  expect(run.journal.filter(isAround).map(({ event }) => event.type)).toEqual(["turn.started", "turn.finished"])
  const older = run.journal.filter((one) => !isAround(one))
  const then = findAgent(older.reduce(evolve, emptyWorld), ed)
  const { evidence: _, ...now } = run.agent(ed)
  expect(then).toMatchObject(now)
  expect(foldTranscript([], older)).toEqual(foldTranscript([], run.journal))
})
