// What stops everybody at once (ux 2.5, tier 0): said once, and over as soon as the provider answers.
import { type AgentId, type Json, jakeId, type ModelFailureKind, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { foldTranscript } from "../record.ts"
import { agentStatus } from "../team/status.ts"

const app = { actor: "app", surface: null } as const
const user = { actor: "user", surface: "desktop", connection: "c1" } as const

function team(): { run: Replay; ed: AgentId; flo: AgentId } {
  const run = replayWithJake()
  for (const name of ["Ed", "Flo"]) run.must({ type: "agent.spawn", parentId: jakeId, name, assignment: "do it" })
  const [ed, flo] = run.agent(jakeId).childIds as [AgentId, AgentId]
  return { run, ed, flo }
}
const failure = (kind: ModelFailureKind) => ({
  kind,
  message: `refused: ${kind}`,
  status: null,
  requestId: null,
  retryAfterMs: null,
})
const turnOf = (run: Replay, agentId: AgentId) => ({ agentId, turnId: run.agent(agentId).turn?.id as TurnId })
const fails = (run: Replay, agentId: AgentId, kind: ModelFailureKind, parked = true) =>
  run.must({ type: "turn.fail", ...turnOf(run, agentId), failure: failure(kind), parked, draft: "" }, app)
const waits = (run: Replay, agentId: AgentId, delayMs: number) =>
  run.must({ type: "turn.delay", ...turnOf(run, agentId), failure: failure("rate_limited"), delayMs, draft: "" }, app)
const says = (run: Replay, agentId: AgentId, text: string) =>
  run.must({ type: "turn.reply", ...turnOf(run, agentId), reply: replyOf([{ type: "text", text }]) }, app)
const calls = (run: Replay, agentId: AgentId, name: string, input: Json) => {
  const content = [{ type: "tool_use" as const, id: "x" as never, name, input }]
  run.must({ type: "turn.reply", ...turnOf(run, agentId), reply: replyOf(content, "tool_use") }, app)
  for (const { id: callId, status } of run.agent(agentId).turn?.calls ?? [])
    if (status === "allowed") run.must({ type: "call.apply", ...turnOf(run, agentId), callId }, app)
}
/** The last thing that was said to it. */
const told = (run: Replay, agentId: AgentId) =>
  run.journal.flatMap(({ event }) => (event.type === "message.delivered" && event.agentId === agentId ? [event.text] : [])).at(-1)
const items = (run: Replay) => Object.values(run.world().attention)

describe("the provider refuses", () => {
  it.each(["auth", "billing", "model_not_found", "no_model"] as const)(
    "A3 %s is one item of the first tier, whoever meets it",
    (kind) => {
      const { run, ed, flo } = team()
      fails(run, ed, kind)
      fails(run, flo, kind)
      expect(items(run)).toMatchObject([{ kind: "provider", tier: 0, failure: kind, agentId: ed, until: null }])
      for (const id of [ed, flo])
        expect(run.agent(id)).toMatchObject({ trouble: { parked: true }, due: null, standing: { kind: "open" } })
    },
  )

  it("the model it does not know is named as it was asked for then, whatever the agent asks for since", () => {
    const { run, ed } = team()
    const asked = run.agent(ed).turn?.model
    fails(run, ed, "model_not_found")
    run.must({ type: "agent.choose-model", agentId: ed, model: "claude-of-old" }, user)
    const failed = run.journal.findLast(({ event }) => event.type === "turn.failed")
    expect(failed?.event).toMatchObject({ model: asked })
    expect(failed && foldTranscript([], [failed])).toContainEqual(
      expect.objectContaining({ notice: expect.objectContaining({ type: "failed", model: asked }) }),
    )
  })

  it("A3 over when it answers anybody", () => {
    const { run, ed, flo } = team()
    fails(run, ed, "auth")
    const reply = replyOf([{ type: "text", text: "Here I am." }])
    run.must({ type: "turn.reply", ...turnOf(run, flo), reply }, app)
    expect(items(run)).toEqual([])
    expect(run.agent(ed).items).toEqual([])
  })

  it("what is the agent's own trouble is nobody else's: no item of the first tier", () => {
    const { run, ed } = team()
    fails(run, ed, "unknown", false)
    expect(items(run)).toEqual([])
    expect(run.agent(ed).due).toMatchObject({ why: "restart" })
  })

  it.each(["too_long", "invalid_request"] as const)(
    "OPM-1 OPM-7 %s is no matter of the provider's: no try mends it, so the user and the one above are told, and a word lets it go on",
    (kind) => {
      const { run, ed } = team()
      fails(run, ed, kind)
      expect(agentStatus(run.agent(ed))).toBe("stuck")
      expect(items(run)).toMatchObject([{ kind: "stuck", why: "failed", agentId: ed, detail: expect.stringContaining(kind) }])
      expect(told(run, jakeId)).toMatch(/^Ed has failed for good: /)
      run.pass({ minutes: 2 })
      expect(run.do({ type: "agent.continue", agentId: ed }, app)).toBe("stale")
      calls(run, jakeId, "message_agent", { to: "Ed", text: "read less of it" })
      expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "message" }, items: [] })
    },
  )

  it("OPM-7 a failure that comes after the user has stopped it is no failure: nobody is told, and nothing is started again", () => {
    const { run, ed } = team()
    run.must({ type: "agent.halt", agentId: jakeId, how: "pause", all: true, scope: "all" }, user)
    fails(run, ed, "unknown", false)
    expect(run.agent(ed)).toMatchObject({ turn: null, trouble: null, lastTurn: { outcome: "interrupted" } })
    expect(run.agent(jakeId)).toMatchObject({ turn: null, queue: [] })
  })

  it("OPM-7 the user lets it go on: it is planned at once, and started again", () => {
    const { run, ed } = team()
    fails(run, ed, "auth")
    run.must({ type: "agent.resume", agentId: ed, scope: "one" }, user)
    expect(run.agent(ed).due).toMatchObject({ why: "restart" })
    run.must({ type: "agent.continue", agentId: ed }, app)
    expect(run.agent(ed).turn).toMatchObject({ cause: "restart" })
  })
})

describe("a usage limit", () => {
  it("A1 a minute or more is told once, with the time at which it ends; less is nobody's business", () => {
    const { run, ed, flo } = team()
    waits(run, ed, 59_999)
    expect(run.world().limit).toBeNull()
    expect(items(run)).toEqual([])
    waits(run, flo, 3_600_000)
    expect(items(run)).toMatchObject([{ kind: "provider", tier: 0, failure: "rate_limited", until: run.world().limit?.until }])
  })

  it("A1 a second that is asked to wait about as long adds nothing", () => {
    const { run, ed, flo } = team()
    waits(run, ed, 3_600_000)
    const before = run.world().limit
    run.pass({ seconds: 5 })
    waits(run, flo, 3_600_000)
    expect(run.world().limit).toEqual(before)
    expect(items(run)).toHaveLength(1)
  })

  it("A1 whoever is not to be woken stands still when it is over, until the user says so", () => {
    const { run, ed } = team()
    waits(run, ed, 3_600_000)
    run.must({ type: "limit.wake", wake: false }, user)
    run.pass({ hours: 1 })
    run.must({ type: "turn.retry-step", ...turnOf(run, ed) }, app)
    expect(run.agent(ed)).toMatchObject({ turn: null, trouble: { parked: true }, due: null })
    run.must({ type: "limit.wake", wake: true }, user)
    expect(run.agent(ed).due).toMatchObject({ why: "restart" })
  })

  it("A1 whoever's time comes while nobody is to be woken is paused by the limit, on record, and stays so when another is answered", () => {
    const { run, ed, flo } = team()
    says(run, flo, "Half of it.")
    waits(run, ed, 3_600_000)
    run.must({ type: "limit.wake", wake: false }, user)
    run.pass({ seconds: 10 })
    run.must({ type: "agent.continue", agentId: flo }, app)
    expect(run.agent(flo)).toMatchObject({ turn: null, due: null, standing: { kind: "paused", by: "limit" } })
    run.pass({ hours: 1 })
    run.must({ type: "message.send", agentId: jakeId, text: "anybody?", delivery: "queue" }, user)
    says(run, jakeId, "Here.")
    expect(run.world().limit).toBeNull()
    expect(run.agent(flo)).toMatchObject({ due: null, standing: { kind: "paused", by: "limit" } })
    run.must({ type: "agent.resume", agentId: flo, scope: "one" }, user)
    expect(run.agent(flo)).toMatchObject({ due: { why: "continue" }, standing: { kind: "open" } })
  })

  it("A1 OPM-7 whoever's time comes while it is on waits for the provider until it ends, and is not said to go on before", () => {
    const { run, ed, flo } = team()
    says(run, flo, "Half of it.")
    waits(run, ed, 3_600_000)
    expect(agentStatus(run.agent(flo))).toBe("stopped")
    run.pass({ seconds: 10 })
    run.must({ type: "agent.continue", agentId: flo }, app)
    expect(run.agent(flo)).toMatchObject({ turn: null, due: { at: run.world().limit?.until, why: "continue", limited: true } })
    expect(agentStatus(run.agent(flo))).toBe("waiting-api")
    run.pass({ hours: 1 })
    run.must({ type: "agent.continue", agentId: flo }, app)
    expect(run.agent(flo).turn).toMatchObject({ cause: "continuation" })
  })

  it("A1 a reply that was under way when it was met does not end it; one that comes after it does", () => {
    const { run, ed, flo } = team()
    waits(run, ed, 3_600_000)
    const { limit } = run.world()
    says(run, flo, "I had asked before.")
    expect([run.world().limit, items(run).length]).toEqual([limit, 1])
    run.pass({ seconds: 10 })
    run.must({ type: "agent.continue", agentId: flo }, app)
    run.pass({ hours: 1 })
    run.must({ type: "turn.retry-step", ...turnOf(run, ed) }, app)
    says(run, ed, "Here I am.")
    expect([run.world().limit, items(run)]).toEqual([null, []])
    expect(run.agent(flo).due?.limited).toBeUndefined()
  })

  it.each([
    [
      "another account",
      { type: "connection.record", using: "provider", keySource: "keychain", keyHint: "…two", protection: "none" },
    ],
    ["another address", { type: "settings.change", patch: { baseUrl: "http://127.0.0.1:9" } }],
  ] as const)(
    "A1 %s is bound by no limit of the one before: whoever it held back goes on at once, unless it is to sleep",
    (_, change) => {
      for (const wake of [true, false]) {
        const { run, ed, flo } = team()
        says(run, flo, "Half of it.")
        waits(run, ed, 3_600_000)
        run.pass({ seconds: 10 })
        run.must({ type: "agent.continue", agentId: flo }, app)
        if (!wake) run.must({ type: "limit.wake", wake }, user)
        run.must(change, change.type === "settings.change" ? user : app)
        expect([run.world().limit, items(run)]).toEqual([null, []])
        if (wake) expect(run.agent(flo).due).toEqual({ at: expect.any(String), why: "continue" })
        else expect(run.agent(flo)).toMatchObject({ due: null, standing: { kind: "paused", by: "limit" } })
      }
    },
  )

  it("A1 whoever was to sleep through it goes on when the user says so, also while nobody has been answered yet", () => {
    const { run, ed, flo } = team()
    says(run, flo, "Half of it.")
    waits(run, ed, 3_600_000)
    run.must({ type: "limit.wake", wake: false }, user)
    run.pass({ hours: 1 })
    run.must({ type: "turn.retry-step", ...turnOf(run, ed) }, app)
    run.must({ type: "agent.continue", agentId: flo }, app)
    expect([agentStatus(run.agent(ed)), agentStatus(run.agent(flo))]).toEqual(["paused", "paused"])
    run.must({ type: "agent.resume", agentId: jakeId, scope: "all" }, user)
    run.pass({ seconds: 1 })
    for (const agentId of [ed, flo]) run.must({ type: "agent.continue", agentId }, app)
    expect([run.agent(ed).turn?.cause, run.agent(flo).turn?.cause]).toEqual(["restart", "continuation"])
  })

  it("OPM-4 whoever slept through it and is let go on before the user's eyes goes on at once", () => {
    const { run, ed, flo } = team()
    says(run, flo, "Half of it.")
    waits(run, ed, 3_600_000)
    run.must({ type: "limit.wake", wake: false }, user)
    run.pass({ hours: 1 })
    run.must({ type: "turn.retry-step", ...turnOf(run, ed) }, app)
    run.must({ type: "agent.continue", agentId: flo }, app)
    for (const agentId of [ed, flo]) {
      run.must({ type: "presence.join", agentId, pane: "p1", cause: "tab" }, user)
      run.must({ type: "agent.resume", agentId, scope: "one" }, user)
      expect(run.agent(agentId)).toMatchObject({ standing: { kind: "open" }, due: null })
    }
    expect([run.agent(ed).turn?.cause, run.agent(flo).turn?.cause]).toEqual(["restart", "message"])
    expect(told(run, flo)).toMatch(/^\[Kibitz\] go on/)
  })

  it("OPM-4 woken after it before the user's eyes, it goes on at once as well", () => {
    const { run, ed, flo } = team()
    says(run, flo, "Half of it.")
    waits(run, ed, 3_600_000)
    run.must({ type: "limit.wake", wake: false }, user)
    run.pass({ hours: 1 })
    run.must({ type: "agent.continue", agentId: flo }, app)
    run.must({ type: "presence.join", agentId: flo, pane: "p1", cause: "tab" }, user)
    run.must({ type: "limit.wake", wake: true }, user)
    expect(run.agent(flo)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "message" } })
  })

  it("A1 whom the user has let go on is not put to sleep again when another is answered", () => {
    const { run, ed, flo } = team()
    says(run, flo, "Half of it.")
    waits(run, ed, 3_600_000)
    run.must({ type: "limit.wake", wake: false }, user)
    run.pass({ seconds: 10 })
    run.must({ type: "agent.continue", agentId: flo }, app)
    run.must({ type: "agent.resume", agentId: flo, scope: "one" }, user)
    run.must({ type: "agent.continue", agentId: flo }, app)
    expect(run.agent(flo).due).toMatchObject({ limited: true, byUser: true })
    run.pass({ hours: 1 })
    run.must({ type: "message.send", agentId: jakeId, text: "anybody?", delivery: "queue" }, user)
    says(run, jakeId, "Here.")
    expect(run.agent(flo)).toMatchObject({ standing: { kind: "open" }, due: { why: "continue", byUser: true } })
  })

  it("A1 those who sleep are woken one after the other, not before the limit is over", () => {
    const { run, ed, flo } = team()
    says(run, flo, "Half of it.")
    waits(run, ed, 3_600_000)
    const until = Date.parse(run.world().limit?.until ?? "")
    run.must({ type: "limit.wake", wake: false }, user)
    run.pass({ seconds: 10 })
    run.must({ type: "agent.continue", agentId: flo }, app)
    run.must({ type: "limit.wake", wake: true }, user)
    expect(run.agent(flo)).toMatchObject({ standing: { kind: "open" }, due: { why: "continue" } })
    expect(Date.parse(run.agent(flo).due?.at ?? "")).toBeGreaterThanOrEqual(until)
  })
})
