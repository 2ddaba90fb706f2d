// Which checks decide whether "done" is true, and in what order (OPM-8, VER-1).
import { type AgentId, type CallId, jakeId, type QualityCommand, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { foldTranscript } from "../record.ts"
import { agentAt, sampleMoment, sampleWorld } from "../testing/sample-world.ts"
import { proofOf } from "./proof.ts"
import { checksFor, verificationEnded } from "./verify.ts"

const app = { actor: "app", surface: null } as const
const quality = (name: string, order = 0, required = true): QualityCommand => ({
  name,
  command: `npm run ${name}`,
  required,
  order,
  timeoutSeconds: 77,
})
const promise = (command: string) => ({ callId: "c" as CallId, command, timeoutSeconds: 33 })

function staged(commitments: string[], project: QualityCommand[], assignment: string | null = "do it") {
  const world = sampleWorld()
  const settings = { ...world.settings, qualityCommands: project }
  return { world: { ...world, settings }, agent: { ...agentAt(world), assignment, commitments: commitments.map(promise) } }
}

describe("checksFor", () => {
  it("VER-1 its own promises first, then those of the project in their order, each with a call of its own", () => {
    const { world, agent } = staged(["make a", "make b"], [quality("late", 9), quality("early", 1), quality("mid", 5, false)])
    const checks = checksFor(world, agent, sampleMoment())
    expect(checks.map(({ command, source, required }) => [command, source, required])).toEqual([
      ["make a", "commitment", true],
      ["make b", "commitment", true],
      ["npm run early", "quality", true],
      ["npm run mid", "quality", false],
      ["npm run late", "quality", true],
    ])
    expect(new Set(checks.map(({ callId }) => callId)).size).toBe(5)
  })

  it("VER-1 the project's hold for tasks, not for talk; a promise holds for both", () => {
    const { world, agent } = staged(["make a"], [quality("test")], null)
    expect(checksFor(world, agent, sampleMoment()).map(({ command }) => command)).toEqual(["make a"])
  })
})

describe("what they amount to", () => {
  const outcome = fc.record({
    name: fc.constant("x"),
    command: fc.constant("x"),
    required: fc.boolean(),
    result: fc.constantFrom("passed" as const, "failed" as const, "not-run" as const),
    detail: fc.constant(""),
  })
  it("OPM-8 passed is: one passed, and every one that is required. Nothing else makes it so, and nothing else prevents it", () => {
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 6 }), (checks) => {
        const { passed } = verificationEnded("ed" as AgentId, "t" as TurnId, checks)
        const missing = checks.filter(({ required, result }) => required && result !== "passed")
        const shown = checks.filter(({ result }) => result === "passed")
        expect(passed).toBe(missing.length === 0 && shown.length > 0)
      }),
    )
  })
})

describe("what is said of it", () => {
  const check = (name: string, result: "passed" | "failed" | "not-run", required = true) => ({ name, required, result })
  it.each([
    [[], false, "It says so; nothing was there to check it by."],
    [[check("test", "passed")], true, "Every check passed."],
    [[check("lint", "passed", false)], true, "Every check passed."],
    [[check("test", "not-run"), check("lint", "failed", false)], false, /could not be run/],
    [[check("lint", "not-run", false)], false, /could not be run/],
    [
      [check("lint", "failed", false), check("docs", "not-run", false)],
      false,
      /^It says so; lint did not pass, and no check is required\.$/,
    ],
    [["a", "b", "c", "d"].map((name) => check(name, "failed", name === "")), false, /a, b, c and 1 other check did not pass/],
    [
      [check("test", "passed"), check("lint", "failed", false), check("docs", "not-run", false)],
      true,
      "Its checks passed, except lint and docs, which are not required.",
    ],
  ] as const)("OPM-8 %j", (checks, verified, because) => {
    const proof = proofOf(checks)
    expect(proof.verified).toBe(verified)
    expect(proof.because).toMatch(because)
  })
})

describe("over a restart", () => {
  /** In the middle of a verification whose check waits for the user. */
  function verifying(): { run: Replay; ed: AgentId } {
    const run = replayWithJake()
    const patch = { defaults: { phase: "execution" as const }, qualityCommands: [quality("test")] }
    run.must({ type: "settings.change", patch, confirm: "execution" })
    run.must({ type: "posture.change", agentId: jakeId, changes: { phase: "execution" }, confirm: "execution", reason: "" })
    run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "do it" })
    const ed = run.agent(jakeId).childIds[0] as AgentId
    const turnId = run.agent(ed).turn?.id as TurnId
    run.must({ type: "turn.reply", agentId: ed, turnId, reply: replyOf([{ type: "text", text: "DONE" }]) }, app)
    return { run, ed }
  }
  const recover = (run: Replay, ed: AgentId) =>
    run.must({ type: "turn.recover", agentId: ed, turnId: run.agent(ed).turn?.id as TurnId, draft: "" }, app)

  /** The check that waits is let run, and has not ended yet. */
  function allow(run: Replay): void {
    const [item] = Object.values(run.world().attention)
    if (item?.kind !== "approval") return expect.fail("nothing is asked for")
    run.must({ type: "approval.answer", items: [{ id: item.id, hash: item.hash }], decision: { kind: "once" } })
  }

  it("OPM-11 OPM-8 a check that waits for the user still does, although nobody is connected yet: it is not done unverified", () => {
    const { run, ed } = verifying()
    const before = run.agent(ed)
    run.must({ type: "surfaces.record", surfaces: [] }, app)
    recover(run, ed)
    expect(run.agent(ed)).toMatchObject({ turn: { id: before.turn?.id, cause: "verification" }, items: before.items })
    expect(run.agent(ed).standing.kind).toBe("open")
  })

  it("OPM-11 half a verification proves nothing: it begins anew, and nothing of the first is left to answer", () => {
    const { run, ed } = verifying()
    const before = run.agent(ed).turn?.id
    allow(run)
    recover(run, ed)
    expect(run.agent(ed).turn).toMatchObject({ cause: "verification", brief: { kind: "verification" } })
    expect(run.agent(ed).turn).not.toHaveProperty("found")
    expect(run.agent(ed).turn?.id).not.toBe(before)
    expect(run.agent(ed).items).toHaveLength(1)
  })

  it("F6 a check that Kibitz ended in the middle of is told as cut off, not as stopped by the user, and runs again", () => {
    for (const how of ["killed", "closed"] as const) {
      const { run, ed } = verifying()
      const first = run.agent(ed).turn
      allow(run)
      if (how === "closed") run.must({ type: "session.end" }, app)
      run.must({ type: "session.begin" }, app)
      const events = recover(run, ed)
      const said = JSON.stringify(events)
      expect(said).not.toMatch(/user stopped/i)
      expect(said).toContain("Kibitz ended while this ran")
      expect(events).toContainEqual({ type: "verification.cut-off", agentId: ed, turnId: first?.id })
      expect(events.filter(({ type }) => type === "verification.started")).toHaveLength(1)
      const [before, now] = foldTranscript([], run.journal).filter((item) => item.kind === "verification")
      expect(before).toMatchObject({
        passed: null,
        isCut: true,
        checks: [{ state: "not-run", detail: expect.stringContaining("Kibitz ended") }],
      })
      expect(now).toMatchObject({ passed: null, isCut: false })
    }
  })

  it("OPM-8 a verification that the user stops is over on the screen too", () => {
    const { run, ed } = verifying()
    allow(run)
    run.must({ type: "turn.interrupt", agentId: ed })
    run.must({ type: "turn.stop", agentId: ed, turnId: run.agent(ed).turn?.id as TurnId, draft: "" }, app)
    const [item] = foldTranscript([], run.journal).filter((one) => one.kind === "verification")
    expect(item).toMatchObject({ isCut: true, checks: [{ state: "not-run" }] })
  })

  it("OPM-6 OPM-11 with nothing left to check by, it is held to what it said DONE to, and comes to an end all the same", () => {
    const { run, ed } = verifying()
    allow(run)
    run.must({ type: "settings.change", patch: { qualityCommands: [] } })
    recover(run, ed)
    expect(run.agent(ed).turn).toMatchObject({ cause: "verification", calls: [{ status: "asked" }] })
  })

  it("AXS-6 a change that waits for the next unit takes effect when that unit begins right after the checks", () => {
    const { run, ed } = verifying()
    allow(run)
    run.must({ type: "message.send", agentId: ed, text: "and then this", delivery: "queue" })
    const restricted = { permissionProfile: "restricted" as const }
    run.must({ type: "posture.change", agentId: ed, changes: restricted, when: "for-next-unit", reason: "" })
    expect(run.agent(ed)).toMatchObject({ posture: { permissionProfile: "normal" }, pendingSteers: [{}] })
    const turn = run.agent(ed).turn
    const result = { ok: true, output: "passed", bytes: 6, durationMs: 1 }
    const [call] = turn?.calls ?? []
    run.must({ type: "call.finish", agentId: ed, turnId: turn?.id as TurnId, callId: call?.id as CallId, result }, app)
    expect(run.agent(ed)).toMatchObject({
      turn: { cause: "message" },
      posture: { permissionProfile: "restricted" },
      pendingSteers: [],
    })
  })
})
