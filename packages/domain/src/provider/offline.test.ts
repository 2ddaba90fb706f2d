// A network that is gone stops everybody with one item, is looked for by Kibitz itself, and lets everybody go on when it is back (F32, OPM-4).
import { type AgentId, jakeId, type ModelFailureKind, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { offlineItem } from "./provider.ts"

const app = { actor: "app", surface: null } as const
const user = { actor: "user", surface: "desktop", connection: "c1" } as const

const connection = { using: "provider", keySource: "keychain", keyHint: "…one", protection: "none" } as const
function failureOf(kind: ModelFailureKind, status: number | null = null) {
  return { kind, message: `trouble: ${kind}`, status, requestId: null, retryAfterMs: null }
}
const turnOf = (run: Replay, agentId: AgentId) => ({ agentId, turnId: run.agent(agentId).turn?.id as TurnId })
const fails = (run: Replay, agentId: AgentId, kind: ModelFailureKind = "offline") =>
  run.must({ type: "turn.fail", ...turnOf(run, agentId), failure: failureOf(kind), parked: true, draft: "" }, app)
const says = (run: Replay, agentId: AgentId, text: string) =>
  run.must({ type: "turn.reply", ...turnOf(run, agentId), reply: replyOf([{ type: "text", text }]) }, app)
const speaks = (run: Replay, agentId: AgentId) =>
  run.must({ type: "message.send", agentId, text: "well?", delivery: "queue" }, user)
function looks(run: Replay, trouble: ModelFailureKind | null, status: number | null = null): void {
  run.must({ type: "connection.check" }, app)
  const outcome = trouble
    ? ({ result: "failed", failure: failureOf(trouble, status) } as const)
    : ({ result: "ok", models: [] } as const)
  run.must({ type: "connection.record-check", outcome: { ...outcome } as never }, app)
}
const now = (run: Replay) => Date.parse(run.journal.at(-1)?.at ?? "")
const items = (run: Replay) => Object.values(run.world().attention)
/** In how many seconds the network is looked for again. */
function nextLook(run: Replay): number | null {
  const item = run.world().attention[offlineItem]
  return item?.kind === "provider" && item.until ? (Date.parse(item.until) - now(run)) / 1000 : null
}
const waitsMs = (run: Replay, ...ids: AgentId[]) =>
  ids.map((id) => run.agent(id).due && Date.parse(run.agent(id).due?.at ?? "") - now(run))

/** Everybody below Jake has tried as often as a step is tried. */
function cutOff() {
  const run = replayWithJake()
  run.must({ type: "connection.record", ...connection }, app)
  for (const name of ["Ed", "Flo", "Gus"]) run.must({ type: "agent.spawn", parentId: jakeId, name, assignment: "do it" }, user)
  const [ed, flo, gus] = run.agent(jakeId).childIds as [AgentId, AgentId, AgentId]
  for (const id of [ed, flo, gus]) fails(run, id)
  return { run, ed, flo, gus, team: [ed, flo, gus] as const }
}

describe("F32 while there is no network", () => {
  it("one item says so for all, nobody has failed for good, and nobody above is told that they had", () => {
    const { run, team } = cutOff()
    expect(items(run)).toMatchObject([{ id: "provider-offline", kind: "provider", tier: 0, failure: "offline" }])
    for (const id of team) {
      expect(run.agent(id)).toMatchObject({ standing: { kind: "open" }, trouble: { parked: true }, due: null })
    }
    expect(run.agent(jakeId).queue).toEqual([])
  })

  it("it is looked for again, each time after twice as long, at most after a minute, without end and at nobody's cost", () => {
    const { run, team } = cutOff()
    const waits: (number | null)[] = []
    for (let again = 0; again < 40; again += 1) {
      waits.push(nextLook(run))
      run.pass({ seconds: nextLook(run) ?? 0 })
      looks(run, "offline")
      if (again < 8) expect(team.map((id) => run.agent(id).due)).toEqual([null, null, null])
    }
    expect(waits.slice(0, 7)).toEqual([5, 5, 10, 20, 40, 60, 60])
    expect(new Set(waits.slice(5))).toEqual(new Set([60]))
    expect(items(run)).toHaveLength(1)
    for (const id of team) expect(run.agent(id).run.restarts).toBe(0)
  })

  it("whoever meets it later waits with the others, and does not put off when it is looked for", () => {
    const { run } = cutOff()
    run.pass({ seconds: 3 })
    speaks(run, jakeId)
    fails(run, jakeId)
    expect([items(run).length, nextLook(run)]).toEqual([1, 2])
  })

  it("put off by the user, it stays so while it is looked for", () => {
    const { run } = cutOff()
    run.must({ type: "attention.snooze", itemId: offlineItem, until: 30 }, user)
    run.pass({ seconds: 5 })
    looks(run, "offline")
    expect(items(run)).toMatchObject([{ snoozed: expect.any(String) }])
  })

  it("where the check is not answered at all, the one that has waited longest asks itself, once in ten minutes", () => {
    const { run, ed, flo, gus } = cutOff()
    const asked: (AgentId | undefined)[] = []
    for (let minute = 0; minute < 35; minute += 1) {
      run.pass({ minutes: 1 })
      looks(run, "offline")
      const due = [ed, flo, gus].find((id) => run.agent(id).due)
      if (!due) continue
      asked.push(due)
      run.pass({ seconds: 1 })
      run.must({ type: "agent.continue", agentId: due }, app)
      fails(run, due)
    }
    expect([asked.length, new Set(asked).size]).toEqual([3, 3])
    expect([ed, flo, gus].map((id) => run.agent(id).run.restarts)).toEqual([0, 0, 0])
  })
})

describe("F32 the network is back", () => {
  it.each([
    ["the check passes", null, null],
    ["the provider says no", "auth", 401],
    ["the provider knows no such question", "unknown", 404],
    ["the provider is overloaded", "overloaded", 529],
  ] as const)("%s: all go on, one after the other, and nothing is said any more", (_, trouble, status) => {
    const { run, team } = cutOff()
    run.pass({ seconds: 5 })
    looks(run, trouble, status)
    expect(items(run)).toEqual([])
    expect(waitsMs(run, ...team).sort()).toEqual([200, 400, 600])
    run.pass({ seconds: 1 })
    for (const agentId of team) run.must({ type: "agent.continue", agentId }, app)
    for (const id of team) expect(run.agent(id)).toMatchObject({ turn: { cause: "restart" }, run: { restarts: 0 } })
  })

  it.each(["offline", "stalled", "cut", "unknown"] as const)("not, when the check ends with: %s", (kind) => {
    const { run, team } = cutOff()
    run.pass({ seconds: 5 })
    looks(run, kind)
    expect([items(run).length, waitsMs(run, ...team)]).toEqual([1, [null, null, null]])
  })

  it("somebody is answered, and all go on, however often each of them was restarted", () => {
    const { run, team } = cutOff()
    run.must({ type: "settings.change", patch: { limits: { restarts: 0 } } }, user)
    run.pass({ seconds: 1 })
    speaks(run, jakeId)
    says(run, jakeId, "Here.")
    expect(items(run)).toEqual([])
    expect(waitsMs(run, ...team)).not.toContain(null)
  })

  it("whom the user has paused or stopped stays so; whom the user is with goes on at once", () => {
    const { run, ed, flo, gus } = cutOff()
    run.must({ type: "agent.halt", agentId: ed, how: "pause", all: false, scope: "one" }, user)
    run.must({ type: "agent.halt", agentId: flo, how: "stop", all: false, scope: "one" }, user)
    run.must({ type: "presence.join", agentId: gus, pane: "p1", cause: "tab" }, user)
    run.pass({ seconds: 5 })
    looks(run, null)
    expect([run.agent(ed).standing.kind, run.agent(flo).standing.kind]).toEqual(["paused", "stopped"])
    expect(waitsMs(run, ed, flo)).toEqual([null, null])
    expect(run.agent(gus)).toMatchObject({ turn: { cause: "restart" } })
    expect(items(run)).toEqual([])
  })

  it("whom the user comes to before it is its turn goes on then, and does not stand still before them", () => {
    const { run, gus } = cutOff()
    run.pass({ seconds: 5 })
    looks(run, null)
    run.must({ type: "presence.join", agentId: gus, pane: "p1", cause: "tab" }, user)
    expect(run.agent(gus)).toMatchObject({ due: null, turn: { cause: "restart" } })
  })

  it("gone again at once, nobody is sent after the first: the item is there again", () => {
    const { run, ed, flo, gus } = cutOff()
    run.pass({ seconds: 5 })
    looks(run, null)
    run.pass({ seconds: 1 })
    run.must({ type: "agent.continue", agentId: ed }, app)
    fails(run, ed)
    expect([items(run).length, waitsMs(run, ed, flo, gus)]).toEqual([1, [null, null, null]])
  })

  it("a check that nobody waits for raises nothing", () => {
    const run = replayWithJake()
    run.must({ type: "connection.record", ...connection }, app)
    looks(run, "offline")
    expect(items(run)).toEqual([])
  })
})
