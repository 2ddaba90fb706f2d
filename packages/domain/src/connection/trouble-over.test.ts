// A provider's lasting trouble ends for everybody it has parked (OPM-4, OPM-6): nobody stands still without a time, or an item that says why.
import { type AgentId, type Command, jakeId, type ModelFailureKind, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { isParked } from "../provider/provider.ts"
import { decide } from "../world.ts"

const app = { actor: "app", surface: null } as const
const user = { actor: "user", surface: "desktop", connection: "c1" } as const
const lasting = ["auth", "billing", "model_not_found", "no_model"] as const

type Team = { readonly run: Replay; readonly ed: AgentId; readonly flo: AgentId; readonly gus: AgentId }
function team(): Team {
  const run = replayWithJake()
  const connection = { using: "provider", keySource: "keychain", keyHint: "…one", protection: "none" } as const
  run.must({ type: "connection.record", ...connection }, app)
  for (const name of ["Ed", "Flo", "Gus"]) run.must({ type: "agent.spawn", parentId: jakeId, name, assignment: "do it" }, user)
  const [ed, flo, gus] = run.agent(jakeId).childIds as [AgentId, AgentId, AgentId]
  return { run, ed, flo, gus }
}
/** Everybody below Jake is refused. */
function refused(kind: ModelFailureKind): Team {
  const those = team()
  for (const id of [those.ed, those.flo, those.gus]) fails(those.run, id, kind)
  those.run.pass({ minutes: 1 })
  return those
}
const turnOf = (run: Replay, agentId: AgentId) => ({ agentId, turnId: run.agent(agentId).turn?.id as TurnId })
function fails(run: Replay, agentId: AgentId, kind: ModelFailureKind): void {
  const failure = { kind, message: `refused: ${kind}`, status: null, requestId: null, retryAfterMs: null }
  run.must({ type: "turn.fail", ...turnOf(run, agentId), failure, parked: true, draft: "" }, app)
}
const says = (run: Replay, agentId: AgentId, text: string) =>
  run.must({ type: "turn.reply", ...turnOf(run, agentId), reply: replyOf([{ type: "text", text }]) }, app)
const speaks = (run: Replay, agentId: AgentId) =>
  run.must({ type: "message.send", agentId, text: "well?", delivery: "queue" }, user)
const checks = (run: Replay, models: string[]) => {
  run.must({ type: "connection.check" }, user)
  run.must({ type: "connection.record-check", outcome: { result: "ok", models } }, app)
}
const kinds = (run: Replay) => Object.values(run.world().attention).map(({ kind }) => kind)
/** How long after now each goes on; null: it does not. */
const dues = (run: Replay, ...ids: AgentId[]) =>
  ids.map((id) => {
    const { due } = run.agent(id)
    return due && { ms: Date.parse(due.at) - Date.parse(run.journal.at(-1)?.at ?? ""), why: due.why }
  })
/** Nobody is parked without an item that says so. */
function nobodyIsForgotten(run: Replay, ...ids: AgentId[]): void {
  for (const id of ids) {
    const agent = run.agent(id)
    if (isParked(agent)) expect(run.world().attention[`provider-${agent.trouble?.failure.kind}` as never]).toBeDefined()
  }
}

describe("somebody is answered", () => {
  it.each(lasting)("%s: everybody it had parked goes on, one after the other, and nothing is asked any more", (kind) => {
    const { run, ed, flo, gus } = refused(kind)
    speaks(run, jakeId)
    says(run, jakeId, "Here.")
    expect(kinds(run)).toEqual([])
    expect(dues(run, ed, flo, gus).sort((a, b) => (a?.ms ?? 0) - (b?.ms ?? 0))).toEqual(
      [200, 400, 600].map((ms) => ({ ms, why: "restart" })),
    )
    run.pass({ seconds: 1 })
    for (const agentId of [ed, flo, gus]) run.must({ type: "agent.continue", agentId }, app)
    expect([ed, flo, gus].map((id) => run.agent(id).turn?.cause)).toEqual(["restart", "restart", "restart"])
  })

  it("also when it is one of them, whom the user has let go on", () => {
    const { run, ed, flo, gus } = refused("auth")
    run.must({ type: "agent.resume", agentId: ed, scope: "one" }, user)
    run.must({ type: "agent.continue", agentId: ed }, app)
    expect([kinds(run), dues(run, flo, gus)]).toEqual([["provider"], [null, null]])
    says(run, ed, "Half of it.")
    expect(kinds(run)).toEqual([])
    expect(dues(run, flo, gus)).not.toContain(null)
  })

  it("a reply that was asked for before says nothing: nobody goes on, and the item stays", () => {
    const { run, ed, flo, gus } = team()
    run.pass({ seconds: 1 })
    fails(run, ed, "auth")
    fails(run, gus, "auth")
    run.pass({ seconds: 1 })
    says(run, flo, "I had asked before.")
    expect([kinds(run), dues(run, ed, gus)]).toEqual([["provider"], [null, null]])
  })

  it("whom the user paused or stopped meanwhile stays so, and goes on when it is let go on", () => {
    const { run, ed, flo, gus } = refused("billing")
    run.must({ type: "agent.halt", agentId: ed, how: "pause", all: false, scope: "one" }, user)
    run.must({ type: "agent.halt", agentId: flo, how: "stop", all: false, scope: "one" }, user)
    speaks(run, jakeId)
    says(run, jakeId, "Here.")
    expect([run.agent(ed).standing.kind, run.agent(flo).standing.kind]).toEqual(["paused", "stopped"])
    expect(dues(run, ed, flo)).toEqual([null, null])
    expect(dues(run, gus)).toEqual([{ ms: 200, why: "restart" }])
    run.must({ type: "agent.resume", agentId: jakeId, scope: "all", stopped: true }, user)
    expect(dues(run, ed, flo)).not.toContain(null)
  })

  it("before the user's eyes it goes on at once", () => {
    const { run, ed } = refused("auth")
    run.must({ type: "presence.join", agentId: ed, pane: "p1", cause: "tab" }, user)
    speaks(run, jakeId)
    says(run, jakeId, "Here.")
    expect(run.agent(ed)).toMatchObject({ due: null, turn: { cause: "restart" } })
  })

  it("refused again, nobody else is sent after it: the item is there again", () => {
    const { run, ed, flo, gus } = refused("auth")
    speaks(run, jakeId)
    says(run, jakeId, "Here.")
    run.pass({ seconds: 1 })
    run.must({ type: "agent.continue", agentId: ed }, app)
    fails(run, ed, "auth")
    expect([kinds(run), dues(run, ed, flo, gus)]).toEqual([["provider"], [null, null, null]])
    nobodyIsForgotten(run, ed, flo, gus)
    speaks(run, jakeId)
    says(run, jakeId, "Here again.")
    expect(dues(run, ed, flo, gus)).not.toContain(null)
  })

  it("whoever alone is refused again and again waits for the user in the end, and the item stays as long", () => {
    const { run, ed } = team()
    fails(run, ed, "auth")
    for (let again = 0; again < 3; again += 1) {
      run.pass({ seconds: 10 })
      speaks(run, jakeId)
      says(run, jakeId, "Here.")
      run.pass({ seconds: 10 })
      run.must({ type: "agent.continue", agentId: ed }, app)
      fails(run, ed, "auth")
    }
    run.pass({ seconds: 10 })
    speaks(run, jakeId)
    says(run, jakeId, "Here.")
    expect([kinds(run), dues(run, ed)]).toEqual([["provider"], [null]])
    run.must({ type: "agent.resume", agentId: ed, scope: "one" }, user)
    expect(dues(run, ed)).toEqual([{ ms: 0, why: "restart" }])
  })

  it("an unknown model is known when that very model answers, and not when another does", () => {
    const { run, ed, flo } = team()
    run.must({ type: "agent.choose-model", agentId: ed, model: "claude-of-old" }, user)
    fails(run, ed, "model_not_found")
    fails(run, flo, "model_not_found")
    run.pass({ minutes: 1 })
    speaks(run, jakeId)
    says(run, jakeId, "Here.")
    expect([kinds(run), dues(run, ed, flo)]).toEqual([["provider"], [null, { ms: 200, why: "restart" }]])
  })

  it("a script that plays a part does not speak for the provider, nor the provider for a script", () => {
    const { run, ed } = refused("auth")
    run.must({ type: "agent.spawn", parentId: jakeId, name: "Played", assignment: "play", rehearsal: true }, user)
    const played = run.agent(jakeId).childIds.at(-1) as AgentId
    says(run, played, "I am a script.")
    expect([kinds(run), dues(run, ed)]).toEqual([["provider"], [null]])
  })

  it("OPM-6 out of money when it is over, it goes on when there is money again", () => {
    const { run, ed } = refused("auth")
    run.must({ type: "agent.set-budget", agentId: ed, limitUsd: 0 }, user)
    speaks(run, jakeId)
    says(run, jakeId, "Here.")
    expect([kinds(run), run.agent(ed)]).toMatchObject([["budget"], { due: null, waits: "you" }])
    run.must({ type: "agent.set-budget", agentId: ed, limitUsd: 5 }, user)
    expect(run.agent(ed)).toMatchObject({ due: { why: "restart" }, waits: null })
  })
})

it("OPM-11 whoever was parked by a Kibitz that did not say so goes on at the next start", () => {
  const { run, ed, flo, gus } = refused("auth")
  const world = { ...run.world(), attention: {} }
  const at = run.journal.at(-1)?.at ?? expect.fail("nothing has happened")
  const begun = decide(world, { type: "session.begin" }, { at, id: (prefix) => `${prefix}_x`, origin: app })
  const planned = "events" in begun ? begun.events.filter(({ type }) => type === "agent.planned") : []
  expect(planned.map((event) => "agentId" in event && event.agentId).sort()).toEqual([ed, flo, gus].sort())
})

describe("something is changed", () => {
  const anotherKey = {
    type: "connection.record",
    using: "provider",
    keySource: "keychain",
    keyHint: "…two",
    protection: "none",
  } as const
  const elsewhere = { type: "settings.change", patch: { baseUrl: "http://127.0.0.1:9" } } as const

  it.each(
    lasting.flatMap((kind) =>
      ([anotherKey, elsewhere] as const).map((change) => [kind, change.type, change as Command] as const),
    ),
  )("%s, %s: one of them asks first, and the others follow when it is answered", (kind, _, change) => {
    const { run, ed, flo, gus } = refused(kind)
    run.must(change, change.type === "settings.change" ? user : app)
    const tries = [ed, flo, gus].filter((id) => run.agent(id).due)
    expect([tries.length, kinds(run)]).toEqual([1, ["provider"]])
    run.pass({ seconds: 1 })
    const [agentId] = tries as [AgentId]
    run.must({ type: "agent.continue", agentId }, app)
    says(run, agentId, "Half of it.")
    expect(kinds(run)).toEqual([])
    expect(dues(run, ed, flo, gus)).not.toContain(null)
  })

  it.each(["auth", "no_model"] as const)("%s: the connection works, and everybody goes on", (kind) => {
    const { run, ed, flo, gus } = refused(kind)
    checks(run, [])
    expect(kinds(run)).toEqual([])
    expect(dues(run, ed, flo, gus)).not.toContain(null)
  })

  it("a check that fails sends nobody on", () => {
    const { run, ed } = refused("auth")
    run.must({ type: "connection.check" }, user)
    const failure = { kind: "auth", message: "no", status: 401, requestId: null, retryAfterMs: null } as const
    run.must({ type: "connection.record-check", outcome: { result: "failed", failure } }, app)
    expect([kinds(run), dues(run, ed)]).toEqual([["provider"], [null]])
  })

  it("billing: that the key is good says nothing of the bill: one asks, the others wait for what it is told", () => {
    const { run, ed, flo, gus } = refused("billing")
    checks(run, [])
    expect(kinds(run)).toEqual(["provider"])
    expect(dues(run, ed, flo, gus).filter((due) => due !== null)).toHaveLength(1)
  })

  it("model_not_found: who asks a model that is there goes on; the item stays for the others", () => {
    const { run, ed, flo, gus } = refused("model_not_found")
    run.must({ type: "agent.choose-model", agentId: ed, model: "claude-of-old" }, user)
    run.pass({ seconds: 1 })
    run.must({ type: "agent.continue", agentId: ed }, app)
    fails(run, ed, "model_not_found")
    checks(run, [run.world().settings.models.smart])
    expect([kinds(run), dues(run, ed)]).toEqual([["provider"], [null]])
    expect(dues(run, flo, gus)).not.toContain(null)
  })

  it.each([
    ["its own model", (ed) => [{ type: "agent.choose-model", agentId: ed, model: "claude-new" }]],
    ["how it thinks", (ed) => [{ type: "posture.change", agentId: ed, changes: { modelMode: "fast" } }]],
    ["the table", () => [{ type: "settings.change", patch: { models: { smart: "claude-new" } } }]],
  ] as const satisfies [string, (ed: AgentId) => unknown][])("model_not_found: %s is another, and it goes on", (_, changes) => {
    const { run, ed, flo, gus } = refused("model_not_found")
    for (const change of changes(ed) as unknown as Command[]) run.must(change, user)
    expect(run.agent(ed).due).toMatchObject({ why: "restart" })
    nobodyIsForgotten(run, ed, flo, gus)
  })

  it("with nobody parked any more, what the one before had refused is no longer said", () => {
    const { run, ed, flo, gus } = refused("auth")
    for (const agentId of [ed, flo, gus]) run.must({ type: "agent.dismiss", agentId }, user)
    expect(kinds(run)).toEqual(["provider"])
    run.must(anotherKey, app)
    expect(kinds(run)).toEqual([])
  })
})
