// What the end of a unit means (SIG-1, OPM-8, VER-1), and that nothing that was said meanwhile is lost.
import { type AgentId, type AttentionItem, type Event, jakeId, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"

const app = { actor: "app", surface: null } as const
const user = { actor: "user", surface: "desktop", connection: "c1" } as const

/** A child at work on an assignment; every task has to pass one check, which the user is asked for. */
function team(...checks: string[]): { run: Replay; ed: AgentId } {
  const run = replayWithJake()
  const qualityCommands = checks.map((command, order) => ({ name: command, command, required: true, order, timeoutSeconds: 60 }))
  run.must({ type: "settings.change", patch: { defaults: { phase: "execution" }, qualityCommands }, confirm: "execution" })
  run.must({ type: "posture.change", agentId: jakeId, changes: { phase: "execution" }, confirm: "execution", reason: "" })
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "build it" })
  const ed = run.agent(jakeId).childIds[0] as AgentId
  return { run, ed }
}

function says(run: Replay, agentId: AgentId, text: string): Event[] {
  const turnId = run.agent(agentId).turn?.id as TurnId
  return run.must({ type: "turn.reply", agentId, turnId, reply: replyOf(text === "" ? [] : [{ type: "text", text }]) }, app)
}

function items(run: Replay, agentId: AgentId): AttentionItem[] {
  return run.agent(agentId).items.flatMap((id) => run.world().attention[id] ?? [])
}

/** The user says yes to what it asks for, and it ends like this. */
function checkEnds(run: Replay, agentId: AgentId, ok: boolean): void {
  const asked = items(run, agentId).find((item) => item.kind === "approval")
  if (asked?.kind !== "approval") return expect.fail("nothing is asked for")
  run.must({ type: "approval.answer", items: [{ id: asked.id, hash: asked.hash }], decision: { kind: "once" } })
  const { turn } = run.agent(agentId)
  const result = { ok, output: ok ? "fine" : "1 failed", bytes: 4, durationMs: 1 }
  run.must({ type: "call.finish", agentId, turnId: turn?.id as TurnId, callId: asked.callId, result }, app)
}

describe("what the last words declare", () => {
  it("SIG-1 nothing: alone, nobody is told, and it goes on by itself", () => {
    const { run, ed } = team()
    says(run, ed, "Half of it is there.")
    expect(run.agent(ed)).toMatchObject({ turn: null, standing: { kind: "open" }, due: { why: "continue" }, items: [] })
  })

  it("SIG-1 OPM-8 DONE with nothing to check by is done, unverified, and told to the one it works for", () => {
    const { run, ed } = team()
    says(run, ed, "DONE")
    expect(run.agent(ed).standing).toMatchObject({ kind: "done", verified: false })
    const because = "It says so; nothing was there to check it by."
    expect(items(run, ed)).toMatchObject([{ kind: "result", tier: 4, verified: false, because }])
    expect(run.agent(jakeId).turn).toMatchObject({ cause: "message" })
  })

  it("SIG-1 BLOCKED is stuck at once: the user is told, and the one it works for", () => {
    const { run, ed } = team()
    says(run, ed, "<chorus>COMPLETE</chorus> <chorus>BLOCKED:no disk</chorus>")
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "stuck", why: "blocked" }, due: null })
    expect(items(run, ed)).toMatchObject([{ kind: "stuck", tier: 2, detail: "no disk" }])
    expect(run.agent(jakeId).turn).not.toBeNull()
  })

  it("SIG-1 NEEDS_HELP asks for a person and waits", () => {
    const { run, ed } = team()
    says(run, ed, "<chorus>NEEDS_HELP:which one?</chorus>")
    expect(items(run, ed)).toMatchObject([{ kind: "help", tier: 1, reason: "which one?" }])
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, due: null, waits: "you" })
  })

  it("SIG-1 PROGRESS that rises is progress; the same again is none", () => {
    const { run, ed } = team()
    says(run, ed, "<chorus>PROGRESS:40</chorus>")
    expect(run.agent(ed).progress).toMatchObject({ percent: 40 })
    const goOn = () => {
      run.pass({ minutes: 5 })
      run.must({ type: "agent.continue", agentId: ed }, app)
    }
    goOn()
    says(run, ed, "<chorus>PROGRESS:60</chorus>")
    expect(run.agent(ed).run).toMatchObject({ percent: 60, iteration: 1 })
    goOn()
    says(run, ed, "<chorus>PROGRESS:60</chorus>")
    expect(run.agent(ed).run).toMatchObject({ idle: 1, iteration: 2 })
  })

  it("AXS-7 one unit at a time: the stop waits for a look, and no time is set", () => {
    const { run, ed } = team()
    run.must({ type: "posture.change", agentId: ed, changes: { runControl: "assisted" }, when: "now", reason: "" })
    says(run, ed, "That was one.")
    expect(items(run, ed)).toMatchObject([{ kind: "your-turn", why: "unit" }])
    expect(run.agent(ed)).toMatchObject({ due: null, waits: "review" })
  })

  it("AXS-7 one that stopped before the user's eyes waits for a look once they have gone, and says so", () => {
    const { run, ed } = team()
    run.must({ type: "posture.change", agentId: ed, changes: { runControl: "assisted" }, when: "now", reason: "" })
    run.must({ type: "presence.join", agentId: ed, pane: "p1", cause: "navigate" }, user)
    run.must({ type: "focus.set", window: true, pane: "p1" }, user)
    says(run, ed, "That was one.")
    expect(items(run, ed)).toEqual([])
    run.must({ type: "presence.leave", pane: "p1", cause: "zoom-out" }, user)
    expect(run.agent(ed)).toMatchObject({ due: null, waits: "review" })
    expect(items(run, ed)).toMatchObject([{ kind: "your-turn", why: "unit", tier: 3 }])
    run.must({ type: "agent.go-on", agentId: ed })
    expect(items(run, ed)).toEqual([])
    expect(run.agent(ed).turn).toMatchObject({ cause: "continuation" })
  })

  it.each(["assisted", "manual"] as const)(
    "AXS-7 one that was about to go on is held to units: %s takes its time back and asks for a look; autonomous gives it back",
    (runControl) => {
      const { run, ed } = team()
      says(run, ed, "That was one.")
      expect(run.agent(ed).due).not.toBeNull()
      run.must({ type: "posture.change", agentId: ed, changes: { runControl }, when: "now", reason: "" })
      expect(run.agent(ed)).toMatchObject({ due: null, waits: "review" })
      expect(items(run, ed)).toMatchObject([{ kind: "your-turn", why: "unit" }])
      run.must({
        type: "posture.change",
        agentId: ed,
        changes: { runControl: "autonomous" },
        confirm: "autonomous",
        when: "now",
        reason: "",
      })
      expect(items(run, ed)).toEqual([])
      expect(run.agent(ed)).toMatchObject({ due: { why: "continue" }, waits: null })
    },
  )
})

describe("a reply that is no reply", () => {
  it("OPM-7 OPM-9 an empty one is told to the one it works for, is tried again, and in the end is stuck and told", () => {
    const { run, ed } = team()
    says(run, ed, "")
    expect(run.agent(jakeId).turn).not.toBeNull()
    const { restarts } = run.world().settings.limits
    for (let count = 0; count < restarts; count++) {
      expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, due: { why: "restart" } })
      run.pass({ minutes: 5 })
      run.must({ type: "agent.continue", agentId: ed }, app)
      says(run, ed, "")
    }
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "stuck", why: "failed" }, due: null })
    const detail = expect.stringMatching(/^Ed stopped: .*\. It was restarted 3 times\. Its transcript is intact\.$/)
    expect(items(run, ed)).toMatchObject([{ kind: "stuck", tier: 2, detail }])
    const told = run.agent(jakeId).queue.map(({ text }) => text)
    expect(told.at(-1)).toMatch(/^Ed has failed for good: .*[^.]\.$/)
  })
})

describe("verification", () => {
  it("OPM-8 VER-1 done is done when the check passed, and says so", () => {
    const { run, ed } = team("npm test")
    says(run, ed, "DONE")
    expect(run.agent(ed)).toMatchObject({ turn: { cause: "verification" }, standing: { kind: "open" } })
    checkEnds(run, ed, true)
    expect(run.agent(ed)).toMatchObject({
      turn: null,
      standing: { kind: "done", verified: true },
      verification: { passed: true },
    })
    expect(items(run, ed)).toMatchObject([{ kind: "result", verified: true }])
  })

  it("OPM-8 VER-1 a check that fails: it is not done, is told what is missing, once, and goes on", () => {
    const { run, ed } = team("npm test")
    says(run, ed, "DONE")
    checkEnds(run, ed, false)
    expect(run.agent(ed)).toMatchObject({
      standing: { kind: "open" },
      due: { why: "continue" },
      notices: [{ note: "verification" }],
    })
    run.pass({ minutes: 1 })
    const told = run
      .must({ type: "agent.continue", agentId: ed }, app)
      .flatMap((event) => (event.type === "message.delivered" && event.text.includes("1 failed") ? [event] : []))
    expect(told).toHaveLength(1)
  })

  it("VER-1 checks run one after the other; the first that fails does not hide the second", () => {
    const { run, ed } = team("npm test", "npm run lint")
    says(run, ed, "DONE")
    checkEnds(run, ed, false)
    expect(run.agent(ed).turn?.found).toMatchObject([{ name: "npm test", result: "failed" }])
    checkEnds(run, ed, true)
    expect(run.agent(ed).verification?.checks.map(({ result }) => result)).toEqual(["failed", "passed"])
    expect(run.agent(ed).standing.kind).toBe("open")
  })

  it("VER-1 a check nobody lets run proves nothing: done, and not verified", () => {
    const { run, ed } = team("npm test")
    says(run, ed, "DONE")
    const [asked] = items(run, ed)
    if (asked?.kind !== "approval") return expect.fail("nothing is asked for")
    const decision = { kind: "deny", why: "not now" } as const
    run.must({ type: "approval.answer", items: [{ id: asked.id, hash: asked.hash }], decision })
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "done", verified: false }, verification: { passed: false } })
    const because = "It says so; what it was to be checked by could not be run."
    expect(items(run, ed)).toMatchObject([{ kind: "result", verified: false, because }])
    const moved = run.journal.findLast(({ event }) => event.type === "agent.moved")?.event
    expect(moved).toMatchObject({ because })
  })

  it("OPM-8 VER-1 with nothing but checks that are not required: failed, it is done and not verified, and nobody is told otherwise", () => {
    const { run, ed } = team("npm run lint")
    const qualityCommands = run.world().settings.qualityCommands.map((one) => ({ ...one, name: "lint", required: false }))
    run.must({ type: "settings.change", patch: { qualityCommands } })
    says(run, ed, "DONE")
    checkEnds(run, ed, false)
    const because = "It says so; lint did not pass, and no check is required."
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "done", verified: false }, verification: { passed: false } })
    expect(items(run, ed)).toMatchObject([{ kind: "result", verified: false, because }])
    const told = run.journal.findLast(({ event }) => event.type === "message.delivered" && event.agentId === jakeId)?.event
    expect(told).toMatchObject({ text: expect.stringMatching(/^Ed says that it is done\./) })
  })

  it("OPM-8 VER-1 what is not required and did not pass is named where the others did", () => {
    const { run, ed } = team("npm test", "npm run lint")
    const qualityCommands = run.world().settings.qualityCommands.map((one, at) => ({ ...one, required: at === 0 }))
    run.must({ type: "settings.change", patch: { qualityCommands } })
    says(run, ed, "DONE")
    checkEnds(run, ed, true)
    checkEnds(run, ed, false)
    const because = "Its checks passed, except npm run lint, which is not required."
    expect(run.agent(ed).standing).toMatchObject({ kind: "done", verified: true })
    expect(items(run, ed)).toMatchObject([{ kind: "result", verified: true, because }])
    const told = run.journal.findLast(({ event }) => event.type === "message.delivered" && event.agentId === jakeId)?.event
    const text = expect.stringMatching(/^Ed is done, and its checks passed, except npm run lint, which is not required\./)
    expect(told).toMatchObject({ text })
  })

  it.each([
    ["queue", true],
    ["now", true],
    ["queue", false],
    ["now", false],
  ] as const)("OPM-8 what the user says meanwhile (%s) is taken when it ends (passed: %s)", (delivery, ok) => {
    const { run, ed } = team("npm test")
    says(run, ed, "DONE")
    run.must({ type: "message.send", agentId: ed, text: "and the colour?", delivery }, user)
    checkEnds(run, ed, ok)
    expect(run.agent(ed)).toMatchObject({ turn: { cause: "message" }, standing: { kind: "open" }, queue: [] })
    const read = run.journal.flatMap(({ event }) => (event.type === "message.delivered" && event.agentId === ed ? [event] : []))
    const turnId = run.agent(ed).turn?.id
    const inThisTurn = read.filter((event) => event.turnId === turnId).map(({ note, text }) => note ?? text)
    expect(inThisTurn).toEqual(ok ? ["and the colour?"] : ["verification", "and the colour?"])
  })

  it("OPM-3 who joins meanwhile is told to the model at its next turn, not to a verification, which nobody reads", () => {
    const { run, ed } = team("npm test")
    says(run, ed, "DONE")
    run.must({ type: "presence.join", agentId: ed, pane: "p1", cause: "navigate" }, user)
    checkEnds(run, ed, true)
    expect(run.agent(ed).notices).toMatchObject([{ note: "joined" }])
  })
})

it("OPM-6 a check that passed is progress, also when another failed", () => {
  const { run, ed } = team("npm test", "npm run lint")
  says(run, ed, "So far.")
  run.pass({ minutes: 5 })
  run.must({ type: "agent.continue", agentId: ed }, app)
  says(run, ed, "DONE")
  expect(run.agent(ed).run.idle).toBe(1)
  checkEnds(run, ed, true)
  checkEnds(run, ed, false)
  expect(run.agent(ed).run.idle).toBe(0)
})

it("OPM-6 a check that passed before as well is none: whoever says DONE again and again with the same gap is stuck in the end", () => {
  const { run, ed } = team("npm run lint", "npm test")
  const { idleContinuations } = run.world().settings.limits
  const again = () => {
    run.pass({ minutes: 5 })
    run.must({ type: "agent.continue", agentId: ed }, app)
    says(run, ed, "DONE")
    checkEnds(run, ed, true)
    checkEnds(run, ed, false)
  }
  says(run, ed, "So far.")
  for (let count = 0; count <= idleContinuations; count++) {
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, run: { idle: count === 0 ? 0 : count - 1 } })
    again()
  }
  expect(run.agent(ed).standing).toMatchObject({ kind: "stuck", why: "no-progress" })
})
