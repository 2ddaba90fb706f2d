// What holds an agent back, money or the user, is lifted by no other agent, by no timer and by no message (OPM-1, OPM-6, OPM-7, T25).
import { type AgentId, type AttentionItem, type Event, type Json, jakeId, noUsage, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"

const app = { actor: "app", surface: null } as const
const user = { actor: "user", surface: "desktop", connection: "c1" } as const
/** More than a dollar. */
const dear = { ...noUsage, outputTokens: 100_000 }

/** Jake, who has a dollar, has two at work. */
function paidTeam(): { run: Replay; ed: AgentId; flo: AgentId } {
  const run = replayWithJake()
  run.must({ type: "connection.record", using: "provider", keySource: "keychain", keyHint: "…", protection: "none" }, app)
  for (const name of ["Ed", "Flo"]) run.must({ type: "agent.spawn", parentId: jakeId, name, assignment: "do it" })
  const [ed, flo] = run.agent(jakeId).childIds as [AgentId, AgentId]
  run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 1 }, user)
  return { run, ed, flo }
}
/** Jake → Ed → Flo; those with an assignment work. */
function chain(): { run: Replay; ed: AgentId; flo: AgentId } {
  const run = replayWithJake()
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "build it" })
  const ed = run.agent(jakeId).childIds[0] as AgentId
  run.must({ type: "agent.spawn", parentId: ed, name: "Flo", assignment: "a part of it" })
  return { run, ed, flo: run.agent(ed).childIds[0] as AgentId }
}
const turnOf = (run: Replay, agentId: AgentId) => ({ agentId, turnId: run.agent(agentId).turn?.id as TurnId })
const says = (run: Replay, agentId: AgentId, text: string, usage = noUsage): Event[] =>
  run.must({ type: "turn.reply", ...turnOf(run, agentId), reply: replyOf([{ type: "text", text }], "end_turn", usage) }, app)
/** What the last of the calls brought. */
function calls(run: Replay, agentId: AgentId, name: string, input: Json, usage = noUsage): string {
  const content = [{ type: "tool_use" as const, id: "x" as never, name, input }]
  run.must({ type: "turn.reply", ...turnOf(run, agentId), reply: replyOf(content, "tool_use", usage) }, app)
  const call = run.agent(agentId).turn?.calls.find(({ status }) => status === "allowed")
  if (!call) return ""
  const events = run.must({ type: "call.apply", ...turnOf(run, agentId), callId: call.id }, app)
  return events.flatMap((event) => (event.type === "call.finished" ? [event.result.output] : [])).join()
}
const stops = (run: Replay, ...ids: AgentId[]) => {
  for (const id of ids) if (run.agent(id).turn) run.must({ type: "turn.stop", ...turnOf(run, id), draft: "" }, app)
}
const halt = (run: Replay, agentId: AgentId, how: "pause" | "stop", scope: "one" | "all" = "one") =>
  run.must({ type: "agent.halt", agentId, how, all: false, scope }, user)
const kinds = (run: Replay): AttentionItem["kind"][] => Object.values(run.world().attention).map(({ kind }) => kind)
const begun = (run: Replay, agentId: AgentId) =>
  run.journal.filter(({ event }) => event.type === "turn.started" && event.agentId === agentId).length

describe("money that is spent", () => {
  it("OPM-6 T25 by one stops the others that draw on it before their next request, and raised it lets all of them go on", () => {
    const { run, ed, flo } = paidTeam()
    says(run, flo, "Half of it.")
    says(run, ed, "Half of it.", dear)
    expect(kinds(run)).toEqual(["budget"])
    expect(run.agent(flo)).toMatchObject({ turn: null, due: null, waits: "you" })
    run.pass({ seconds: 2 })
    expect(run.do({ type: "agent.continue", agentId: flo }, app)).toBe("stale")
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 10 }, user)
    for (const agentId of [ed, flo]) expect(run.agent(agentId)).toMatchObject({ due: { why: "continue" }, waits: null })
    run.pass({ seconds: 2 })
    run.must({ type: "agent.continue", agentId: flo }, app)
    expect(run.agent(flo).turn).toMatchObject({ cause: "continuation" })
  })

  it("OPM-6 does not let one that failed be started again either", () => {
    const { run, ed, flo } = paidTeam()
    says(run, flo, "")
    expect(run.agent(flo).due).toMatchObject({ why: "restart" })
    says(run, ed, "Half of it.", dear)
    expect(run.agent(flo)).toMatchObject({ turn: null, due: null, waits: "you" })
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 10 }, user)
    expect(run.agent(flo)).toMatchObject({ due: { why: "restart" }, waits: null })
  })

  it("OPM-6 by a reply that says nothing does not wake the one above, who has none left either", () => {
    const { run, ed } = paidTeam()
    run.must({ type: "turn.reply", ...turnOf(run, ed), reply: replyOf([], "end_turn", dear) }, app)
    expect(run.agent(jakeId)).toMatchObject({ turn: null, queue: [{ from: ed }] })
    expect([run.agent(ed).waits, kinds(run)]).toEqual(["you", ["budget"]])
  })

  it("OPM-9 is still asked for when the one that asked is dismissed, and is counted for those above it as long as it is in the inbox", () => {
    const { run, ed } = paidTeam()
    says(run, ed, "Half of it.", dear)
    run.must({ type: "agent.dismiss", agentId: ed }, user)
    expect([kinds(run), run.agent(jakeId).tally.tiers]).toEqual([["budget"], [1, 0, 0, 0, 0]])
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 10 }, user)
    expect([kinds(run), run.agent(jakeId).tally.tiers]).toEqual([[], [0, 0, 0, 0, 0]])
  })

  it("OPM-8 SIG-1 with the words that it is done: it is, and nobody is asked to pay for it", () => {
    const { run, ed, flo } = paidTeam()
    run.must({ type: "agent.halt", agentId: flo, how: "stop", all: false, scope: "one" }, user)
    stops(run, flo)
    says(run, ed, "All of it.\n\nDONE", dear)
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "done" }, turn: null, waits: null })
    expect(kinds(run)).toEqual(["result"])
  })

  it("OPM-8 VER-1 with the words that it is done: the checks cost nothing and are run; only mending what failed waits for money", () => {
    const { run, ed, flo } = paidTeam()
    const qualityCommands = [{ name: "test", command: "npm test", required: true, order: 0, timeoutSeconds: 60 }]
    run.must({ type: "settings.change", patch: { qualityCommands } })
    run.must({ type: "posture.change", agentId: jakeId, changes: { phase: "execution" }, confirm: "execution", reason: "" })
    run.must({
      type: "posture.change",
      agentId: ed,
      changes: { phase: "execution" },
      confirm: "execution",
      when: "now",
      reason: "",
    })
    halt(run, flo, "stop")
    stops(run, flo)
    says(run, ed, "DONE", dear)
    expect(run.agent(ed).turn).toMatchObject({ cause: "verification" })
    expect(kinds(run)).toEqual(["approval"])
    const [item] = Object.values(run.world().attention)
    if (item?.kind !== "approval") return expect.fail("nothing is asked for")
    run.must({ type: "approval.answer", items: [{ id: item.id, hash: item.hash }], decision: { kind: "once" } })
    run.must({ type: "message.send", agentId: ed, text: "And blue.", delivery: "queue" }, user)
    const result = { ok: false, output: "1 failed", bytes: 8, durationMs: 1 }
    run.must({ type: "call.finish", ...turnOf(run, ed), callId: item.callId, result }, app)
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, turn: null, waits: "you", queue: [{ text: "And blue." }] })
    expect(kinds(run)).toEqual(["budget"])
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 10 }, user)
    run.pass({ seconds: 2 })
    run.must({ type: "agent.continue", agentId: ed }, app)
    expect(run.agent(ed)).toMatchObject({ turn: { cause: "continuation" }, queue: [], notices: [] })
  })

  it.each([
    ["<chorus>BLOCKED:no disk</chorus>", "stuck", ["stuck"]],
    ["<chorus>NEEDS_HELP:which one?</chorus>", "open", ["help", "budget"]],
  ] as const)("SIG-1 with %s: that is told; only who is to go on asks for money", (words, standing, items) => {
    const { run, ed, flo } = paidTeam()
    halt(run, flo, "stop")
    stops(run, flo)
    says(run, ed, words, dear)
    expect(run.agent(ed).standing.kind).toBe(standing)
    expect(kinds(run)).toEqual(items)
  })

  it("OPM-6 by one that is done with it: who shares it and was to go on asks for it at once", () => {
    const { run, ed, flo } = paidTeam()
    says(run, flo, "Half of it.")
    says(run, ed, "DONE", dear)
    expect(run.agent(flo)).toMatchObject({ due: null, waits: "you" })
    expect(Object.values(run.world().attention)).toMatchObject([{ kind: "result" }, { kind: "budget", agentId: flo }])
  })

  it("OPM-6 by one that is done with it: the first of those who share it asks for it, also where its reply tells that a key works again", () => {
    const { run, ed, flo } = paidTeam()
    run.must({ type: "agent.spawn", parentId: jakeId, name: "Gus", assignment: "do it" })
    const gus = run.agent(jakeId).childIds[2] as AgentId
    const failure = { kind: "auth", message: "No such key.", status: 401, requestId: null, retryAfterMs: null } as const
    says(run, ed, "Half of it.")
    run.must({ type: "turn.fail", ...turnOf(run, flo), failure, parked: true, draft: "" }, app)
    says(run, gus, "DONE", dear)
    expect(run.agent(flo)).toMatchObject({ due: null, waits: "you", items: [] })
    expect(Object.values(run.world().attention)).toMatchObject([{ kind: "result" }, { kind: "budget", agentId: ed }])
  })

  it("OPM-6 or set aside for another, is not there for one that was to go on: it is asked for at once", () => {
    const { run, ed, flo } = paidTeam()
    says(run, flo, "Half of it.")
    run.must({ type: "agent.set-budget", agentId: ed, limitUsd: 1 }, user)
    expect(run.agent(flo)).toMatchObject({ turn: null, due: null, waits: "you" })
    expect(kinds(run)).toEqual(["budget"])
  })

  it.each([
    [
      "lowering what was set aside for another",
      (run, ed) => run.must({ type: "agent.set-budget", agentId: ed, limitUsd: 0.1 }, user),
    ],
    ["taking it back", (run, ed) => run.must({ type: "agent.set-budget", agentId: ed, limitUsd: null }, user)],
    ["dismissing the one it was set aside for", (run, ed) => run.must({ type: "agent.dismiss", agentId: ed }, user)],
  ] as const satisfies [string, (run: Replay, ed: AgentId) => unknown][])(
    "OPM-6 %s brings it back to whoever waits for it, and nobody is asked for money any more",
    (_, free) => {
      const { run, ed, flo } = paidTeam()
      says(run, flo, "Half of it.")
      run.must({ type: "agent.set-budget", agentId: ed, limitUsd: 1 }, user)
      expect(run.agent(flo).waits).toBe("you")
      free(run, ed)
      expect(kinds(run)).toEqual([])
      expect(run.agent(flo)).toMatchObject({ waits: null, due: { why: "continue" } })
    },
  )

  it("OPM-6 a limit that is raised and still set aside in full is asked for as before", () => {
    const { run, ed, flo } = paidTeam()
    says(run, flo, "Half of it.")
    run.must({ type: "agent.set-budget", agentId: ed, limitUsd: 1 }, user)
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 0.5 }, user)
    const before = Object.keys(run.world().attention)
    expect(before).toHaveLength(1)
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 0.8 }, user)
    expect(Object.keys(run.world().attention)).toEqual(before)
    expect(run.agent(flo).waits).toBe("you")
  })

  it("OPM-6 is asked for where the user has lowered the limit below it", () => {
    const { run, ed, flo } = paidTeam()
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: null }, user)
    says(run, flo, "Half of it.")
    says(run, ed, "Half of it.", dear)
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 1 }, user)
    expect(run.agent(flo)).toMatchObject({ due: null, waits: "you" })
    expect(kinds(run)).toEqual(["budget"])
  })

  it("OPM-7 is not spent once more because the user lets the agent go on: they are told what it needs", () => {
    const { run, ed, flo } = paidTeam()
    calls(run, ed, "list_dir", { path: "." }, dear)
    expect(run.agent(ed).trouble?.failure.kind).toBe("budget")
    expect(run.do({ type: "agent.resume", agentId: ed, scope: "one" }, user)).toBe("not-allowed")
    expect(run.refusal.message).toContain("$1.00")
    expect(run.agent(ed)).toMatchObject({ due: null, waits: "you" })
    halt(run, flo, "pause")
    stops(run, flo)
    run.must({ type: "agent.resume", agentId: jakeId, scope: "all" }, user)
    for (const agentId of [ed, flo]) expect(run.agent(agentId)).toMatchObject({ turn: null, due: null, waits: "you" })
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 10 }, user)
    expect([run.agent(ed).due?.why, run.agent(flo).due?.why]).toEqual(["restart", "continue"])
  })

  it("OPM-6 a new assignment by the one above waits for the money, and is taken up when it is there", () => {
    const { run, ed, flo } = paidTeam()
    run.must({ type: "agent.set-budget", agentId: jakeId, limitUsd: 10 }, user)
    run.must({ type: "message.send", agentId: jakeId, text: "go", delivery: "queue" }, user)
    run.must({ type: "agent.set-budget", agentId: flo, limitUsd: 1 }, user)
    says(run, flo, "<chorus>BLOCKED:no disk</chorus>", dear)
    const before = begun(run, flo)
    expect(calls(run, jakeId, "redirect_agent", { agent: "Flo", assignment: "something else" })).toMatch(/money/)
    expect(run.agent(flo)).toMatchObject({ turn: null, assignment: "something else", waits: "you", standing: { kind: "open" } })
    expect([begun(run, flo), run.agent(flo).queue]).toMatchObject([before, [{ note: "redirected", from: jakeId }]])
    run.must({ type: "agent.set-budget", agentId: flo, limitUsd: 5 }, user)
    run.pass({ seconds: 2 })
    run.must({ type: "agent.continue", agentId: flo }, app)
    expect(run.agent(flo)).toMatchObject({ queue: [], turn: { cause: "continuation" } })
    expect(run.agent(ed).turn).not.toBeNull()
  })
})

describe("whoever the user holds", () => {
  it.each(["pause", "stop"] as const)("OPM-7 %s: another assignment by the one above is kept, and does not let it go", (how) => {
    const { run, ed, flo } = chain()
    halt(run, flo, how)
    stops(run, flo)
    const { kind } = run.agent(flo).standing
    expect(calls(run, ed, "redirect_agent", { agent: "Flo", assignment: "something else" })).toMatch(/user/)
    expect(run.agent(flo)).toMatchObject({ standing: { kind }, turn: null, due: null, assignment: "something else" })
    expect(run.agent(flo).queue).toMatchObject([{ note: "redirected", from: ed }])
    run.must({ type: "agent.resume", agentId: flo, scope: "one", stopped: true }, user)
    expect(run.agent(flo)).toMatchObject({ standing: { kind: "open" }, queue: [], turn: { cause: "message" } })
  })

  it("OPM-7 a word of the one above does not let go whoever the user has stopped: it is read when the user speaks", () => {
    const { run, ed, flo } = chain()
    halt(run, flo, "stop")
    stops(run, flo)
    calls(run, ed, "message_agent", { to: "Flo", text: "mind the door" })
    expect(run.agent(flo)).toMatchObject({ standing: { kind: "stopped" }, turn: null, queue: [{ from: ed }] })
    run.must({ type: "message.send", agentId: flo, text: "go on", delivery: "queue" }, user)
    expect(run.agent(flo)).toMatchObject({ standing: { kind: "open" }, queue: [], turn: { cause: "message" } })
  })

  it("OPM-1 OPM-9 while everybody is held no question climbs to one that is done; let go, it climbs", () => {
    const { run, ed, flo } = chain()
    run.must({ type: "message.send", agentId: jakeId, text: "go", delivery: "queue" }, user)
    says(run, jakeId, "DONE")
    expect(run.agent(jakeId).standing.kind).toBe("done")
    calls(run, flo, "ask_user", { question: "Red or blue?", ask: "parent" })
    says(run, flo, "I wait.")
    halt(run, jakeId, "pause", "all")
    stops(run, ed, flo)
    const itemId = run.agent(flo).asking[0]?.id as never
    run.pass({ hours: 1 })
    expect(run.do({ type: "question.climb", agentId: flo, itemId }, app)).toBe("stale")
    expect(run.agent(jakeId)).toMatchObject({ standing: { kind: "done" }, turn: null })
    run.must({ type: "agent.resume", agentId: jakeId, scope: "all" }, user)
    // The one it is with could not answer either.
    expect(run.do({ type: "question.climb", agentId: flo, itemId }, app)).toBe("stale")
    run.pass({ minutes: 1 })
    run.must({ type: "question.climb", agentId: flo, itemId }, app)
    expect(run.agent(jakeId).turn).not.toBeNull()
  })

  it("OPM-1 one without an assignment is held too while its question is with another", () => {
    const { run, ed } = chain()
    run.must({ type: "agent.spawn", parentId: ed, name: "Gil" })
    const gil = run.agent(ed).childIds[1] as AgentId
    calls(run, ed, "message_agent", { to: "Gil", text: "which colour?" })
    calls(run, gil, "ask_user", { question: "Red or blue?", ask: "parent" })
    says(run, gil, "I wait.")
    expect(run.agent(gil)).toMatchObject({ waits: "nothing", asking: [{}] })
    halt(run, jakeId, "pause", "all")
    expect(run.agent(gil).standing.kind).toBe("paused")
  })
})
