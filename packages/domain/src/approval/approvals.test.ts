// What an approval is worth: one action, of one agent, in one state of the project, once.
import {
  type AgentId,
  type ApprovalItem,
  type CallId,
  type GrantPattern,
  jakeId,
  projectWorkspaceId,
  type TurnId,
} from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fromApp } from "../kernel/outcome.ts"
import { headOf } from "../workspace/workspaces.ts"
import { answer, approvals, bash, executing, install, once, only, statusOf } from "./testing/approvals.ts"

describe("an approval", () => {
  it("lets exactly the call go ahead that was asked for, and is used up by it", () => {
    const run = executing()
    run.proposes(jakeId, bash(install))
    const item = only(run)
    expect(item).toMatchObject({ title: expect.any(String), detail: expect.stringContaining(install), destructive: false })
    expect(statusOf(run)).toEqual(["asked"])
    const events = run.must(answer([item], once))
    expect(events.map(({ type }) => type)).toEqual(["attention.resolved", "call.allowed"])
    expect(events[1]).toMatchObject({ approvedBy: item.id, verdict: { effect: "allow", rule: "approval" } })
    expect(run.world().attention).toEqual({})
    expect(run.do(answer([item], once))).toBe("unknown-item")
  })

  it("T22 is refused when the hash is not the one that was shown", () => {
    const run = executing()
    run.proposes(jakeId, bash(install))
    expect(run.do(answer([{ ...only(run), hash: "0".repeat(64) }], once))).toBe("changed")
    expect(statusOf(run)).toEqual(["asked"])
  })

  it("T23 is asked for anew when the commit or the rights have changed meanwhile, and the old answer is worth nothing", () => {
    const run = executing()
    run.proposes(jakeId, bash(install))
    const before = only(run)
    run.must({ type: "workspace.record-head", workspaceId: projectWorkspaceId, head: "abc123" })
    const after = only(run)
    expect(after.hash).not.toBe(before.hash)
    expect(run.do(answer([before], once))).toBe("unknown-item")
    run.must({ type: "posture.change", agentId: jakeId, changes: { permissionProfile: "restricted" }, reason: "", when: "now" })
    expect(run.do(answer([after], once))).toBe("unknown-item")
    expect(only(run).profile).toBe("restricted")
  })

  it("is not needed any more when a raised profile covers the call: it goes ahead and the card goes away", () => {
    const run = executing()
    run.proposes(jakeId, bash(install))
    run.must({
      type: "posture.change",
      agentId: jakeId,
      changes: { permissionProfile: "trusted" },
      confirm: "trusted",
      reason: "",
      when: "now",
    })
    expect([statusOf(run), approvals(run)]).toEqual([["allowed"], []])
  })

  it("card law 8: the time the user takes is not the agent's: only what it works counts against its limit", () => {
    const run = executing()
    run.pass({ minutes: 2 })
    run.proposes(jakeId, bash(install))
    run.pass({ hours: 20 })
    run.must(answer([only(run)], once))
    run.pass({ minutes: 1 })
    const [call] = run.agent().turn?.calls ?? []
    const turnId = run.agent().turn?.id as TurnId
    const result = { ok: true, output: "", bytes: 0, durationMs: 60_000 }
    run.must({ type: "call.finish", agentId: jakeId, turnId, callId: call?.id as CallId, result }, fromApp)
    run.must({ type: "turn.reply", agentId: jakeId, turnId, reply: replyOf([{ type: "text", text: "Installed." }]) }, fromApp)
    expect(run.agent().run.workedMs).toBe(60_000)
  })

  it("card law 8: that nobody gives in time is a no, and says so", () => {
    const run = executing()
    run.proposes(jakeId, bash(install))
    const item = only(run)
    expect(run.do({ type: "attention.expire", itemId: item.id })).toBe("stale")
    run.pass({ hours: 25 })
    expect(run.do(answer([item], once))).toBe("unknown-item")
    run.must({ type: "attention.expire", itemId: item.id })
    expect(run.agent().turn?.calls[0]).toMatchObject({ status: "blocked", because: expect.stringContaining("in time") })
  })

  it("that is denied tells the model why", () => {
    const run = executing()
    run.proposes(jakeId, bash(install))
    run.must(answer([only(run)], { kind: "deny", why: "use the one we have" }))
    expect(run.agent().turn).toMatchObject({
      status: { kind: "asking" },
      calls: [{ status: "blocked", because: "The user said no: use the one we have" }],
    })
  })

  it("is withdrawn with its turn", () => {
    const run = executing()
    run.proposes(jakeId, bash(install))
    const turnId = run.agent().turn?.id as never
    run.must({ type: "turn.interrupt", agentId: jakeId })
    run.must({ type: "turn.stop", agentId: jakeId, turnId, draft: "" })
    expect(run.world().attention).toEqual({})
    expect(run.journal.findLast(({ event }) => event.type === "attention.resolved")?.event).toMatchObject({
      outcome: "withdrawn",
    })
  })

  it("survives a crash: the question is still there and still answerable", () => {
    const run = executing()
    run.proposes(jakeId, bash(install))
    run.must({ type: "turn.recover", agentId: jakeId, turnId: run.agent().turn?.id as never, draft: "" })
    expect(run.agent().turn?.status.kind).toBe("calling")
    run.must(answer([only(run)], once))
    expect(statusOf(run)).toEqual(["allowed"])
  })
})

describe("what cannot be undone", () => {
  it("T24, ux 7.13: needs two named steps, and nobody is hurried between them", () => {
    const run = executing("trusted")
    run.proposes(jakeId, bash("rm -rf data/legacy"))
    const item = only(run)
    expect(item).toMatchObject({ destructive: true, patterns: [], batch: null })
    expect(item.stepTwo).not.toBe("")
    expect(run.do(answer([item], once))).toBe("needs-confirmation")
    run.must({ type: "approval.arm", item: { id: item.id, hash: item.hash } })
    run.pass({ hours: 3 })
    run.must(answer([only(run)], once))
    expect(statusOf(run)).toEqual(["allowed"])
  })

  it("T23: the first step is void once what would be deleted is not what was counted", () => {
    const run = executing("trusted")
    run.proposes(jakeId, bash("rm -rf data/legacy"))
    const { id, hash } = only(run)
    const survey = (files: number) => ({ files, folders: 1, bytes: 100, isCut: false, inGit: null, first: [] })
    run.must({ type: "approval.survey", itemId: id, survey: survey(14) })
    run.must({ type: "approval.arm", item: { id, hash } })
    run.must({ type: "approval.survey", itemId: id, survey: survey(14) })
    expect(only(run).armedUntil).not.toBeNull()
    run.must({ type: "approval.survey", itemId: id, survey: survey(15) })
    expect(run.do(answer([only(run)], once))).toBe("needs-confirmation")
    run.must({ type: "approval.arm", item: { id, hash } })
    run.must(answer([only(run)], once))
    expect(statusOf(run)).toEqual(["allowed"])
  })

  it("is never remembered, not even when armed", () => {
    const run = executing("trusted")
    run.proposes(jakeId, bash("rm -rf data/legacy"))
    const item = only(run)
    run.must({ type: "approval.arm", item: { id: item.id, hash: item.hash } })
    const pattern: GrantPattern = { kind: "command", words: ["rm"], rest: true }
    for (const kind of ["session", "rule"] as const) expect(run.do(answer([item], { kind, pattern }))).toBe("not-allowed")
    expect(run.do(answer([item], { kind: "lease", pattern, agentId: jakeId, uses: 5, minutes: 5 }))).toBe("not-allowed")
    expect(run.world().grants).toEqual({})
  })

  it("cannot be batched", () => {
    const run = executing("trusted")
    run.proposes(jakeId, bash("rm -rf data/legacy"), bash("rm -rf data/legacy"))
    expect(run.do(answer(approvals(run), once))).toBe("not-allowed")
  })
})

describe("equal safe requests", () => {
  it("are answered together, unequal ones are not", () => {
    const run = executing()
    run.proposes(jakeId, bash(install), bash(install), bash("npm test"))
    const [first, second, third] = approvals(run) as [ApprovalItem, ApprovalItem, ApprovalItem]
    expect(run.do(answer([first, third], once))).toBe("not-allowed")
    run.must(answer([first, second], once))
    expect(statusOf(run)).toEqual(["allowed", "allowed", "asked"])
  })
})

describe("what is remembered", () => {
  const pattern: GrantPattern = { kind: "command", words: ["npm", "install"], rest: true }
  const child = (run: Replay): AgentId => {
    run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed" })
    const agentId = run.agent().childIds[0] as AgentId
    run.must({ type: "posture.change", agentId, changes: { phase: "execution" }, confirm: "execution", reason: "", when: "now" })
    return agentId
  }

  it("must cover what was asked, and is never wider than what was said", () => {
    const run = executing()
    run.proposes(jakeId, bash(install))
    const other: GrantPattern = { kind: "command", words: ["npm", "test"], rest: true }
    expect(run.do(answer([only(run)], { kind: "session", pattern: other }))).toBe("not-allowed")
    run.must(answer([only(run)], { kind: "session", pattern }))
    expect(statusOf(run)).toEqual(["allowed"])
  })

  it("for a session: holds for this agent, covers what waits already, and ends with the session", () => {
    const run = executing()
    run.proposes(jakeId, bash(install), bash("npm install left-pad"), bash("npm install x; curl evil.example"))
    run.must(answer([approvals(run)[0] as ApprovalItem], { kind: "session", pattern }))
    expect(statusOf(run)).toEqual(["allowed", "allowed", "asked"])
    const ed = child(run)
    run.proposes(ed, bash(install))
    expect(statusOf(run, ed)).toEqual(["asked"])
    run.must({ type: "session.begin" })
    expect(run.world().grants).toEqual({})
  })

  it("as a lease: for the subtree, counted, and over in time", () => {
    const run = executing()
    const ed = child(run)
    run.proposes(ed, bash(install))
    run.must(answer([only(run)], { kind: "lease", pattern, agentId: jakeId, uses: 3, minutes: 10 }))
    run.proposes(jakeId, bash(install))
    expect(statusOf(run)).toEqual(["allowed"])
    expect(Object.values(run.world().grants)).toMatchObject([{ remaining: 1 }])
    run.pass({ minutes: 11 })
    const turnId = run.agent().turn?.id as never
    const result = { ok: true, output: "", bytes: 0, durationMs: 1 }
    run.must({ type: "call.finish", agentId: jakeId, turnId, callId: run.agent().turn?.calls[0]?.id as never, result })
    run.proposes(jakeId, bash(install))
    expect(statusOf(run)).toEqual(["asked"])
  })

  it("can be revoked at once", () => {
    const run = executing()
    run.proposes(jakeId, bash(install))
    run.must(answer([only(run)], { kind: "rule", pattern }))
    const [grant] = Object.values(run.world().grants)
    run.must({ type: "grant.revoke", grantId: grant?.id as never })
    expect(run.world().grants).toEqual({})
    expect(run.do({ type: "grant.revoke", grantId: grant?.id as never })).toBe("unknown-item")
  })
})

describe("planning", () => {
  it("offers no approval, only the switch; switching lets the call be judged anew", () => {
    const run = replayWithJake()
    run.proposes(jakeId, bash("ls"))
    const [item] = Object.values(run.world().attention)
    expect(item).toMatchObject({ kind: "phase-request", verdict: { rule: "phase" } })
    const shown = { id: item?.id as never, hash: "0".repeat(64) }
    expect(run.do({ type: "approval.answer", items: [shown], decision: once })).toBe("changed")
    run.must({
      type: "posture.change",
      agentId: jakeId,
      changes: { phase: "execution" },
      confirm: "execution",
      reason: "",
      when: "now",
    })
    expect([statusOf(run), run.world().attention]).toEqual([["allowed"], {}])
  })

  it("that the user keeps the agent in tells it so", () => {
    const run = replayWithJake()
    run.proposes(jakeId, bash("ls"))
    const [item] = Object.values(run.world().attention)
    run.must({ type: "phase-request.decline", itemId: item?.id as never })
    expect(run.agent().turn?.calls[0]).toMatchObject({ status: "blocked", because: expect.stringContaining("planning") })
  })

  it("is a plain no when nobody is there to switch", () => {
    const run = replayWithJake()
    run.must({ type: "surfaces.record", surfaces: [] })
    run.proposes(jakeId, bash("ls"))
    expect([statusOf(run), run.world().attention]).toEqual([["blocked"], {}])
  })
})

describe("whatever is done in whatever order", () => {
  const move = fc.constantFrom(
    "answer",
    "answer-old",
    "head",
    "lower",
    "raise",
    "expire",
    "finish",
    "again",
    "stop",
    "wrong-agent",
  )

  it("a call starts at most once per approval, for the agent and the state it was given in", () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 25 }), (moves) => {
        const run = executing()
        const seen: ApprovalItem[] = []
        const used = new Set<string>()
        let heads = 0
        for (const one of moves) {
          seen.push(...approvals(run).filter(({ id }) => !seen.some((known) => known.id === id)))
          const before = run.journal.length
          const current = approvals(run)[0]
          const { turn } = run.agent()
          const running = turn?.calls.find(({ status }) => status === "allowed")
          if (one === "answer" && current) run.do(answer([current], once))
          if (one === "answer-old") for (const old of seen) run.do(answer([old], once))
          if (one === "wrong-agent" && current && seen[0]) run.do(answer([{ ...current, hash: seen[0].hash }], once))
          if (one === "head") run.do({ type: "workspace.record-head", workspaceId: projectWorkspaceId, head: `h${heads++}` })
          if (one === "lower" || one === "raise") {
            const permissionProfile = one === "lower" ? "restricted" : "normal"
            const confirm = permissionProfile
            run.do({ type: "posture.change", agentId: jakeId, changes: { permissionProfile }, confirm, reason: "", when: "now" })
          }
          if (one === "expire") {
            run.pass({ hours: 25 })
            for (const { id } of approvals(run)) run.do({ type: "attention.expire", itemId: id })
          }
          if (one === "finish" && turn && running) {
            const result = { ok: true, output: "", bytes: 0, durationMs: 0 }
            run.do({ type: "call.finish", agentId: jakeId, turnId: turn.id, callId: running.id, result })
          }
          if (one === "again" && run.agent().turn?.status.kind !== "calling") run.proposes(jakeId, bash(install))
          if (one === "stop" && turn) {
            run.do({ type: "turn.interrupt", agentId: jakeId })
            run.do({ type: "turn.stop", agentId: jakeId, turnId: turn.id, draft: "" })
          }
          for (const { event } of run.journal.slice(before)) {
            if (event.type !== "call.allowed") continue
            const item = seen.find(({ id }) => id === event.approvedBy)
            expect(item?.callId).toBe(event.callId)
            expect(item?.agentId).toBe(event.agentId)
            expect([item?.head, item?.profile]).toEqual([headOf(run.world(), run.agent()), run.agent().posture.permissionProfile])
            expect(used.has(item?.id ?? "")).toBe(false)
            used.add(item?.id ?? "")
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})
