// Approvals that are refused: what a red team tried, and what surprises a newcomer.
import { type ApprovalItem, type GrantPattern, jakeId } from "@kibitz/contract"
import { replayWithJake } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { answer, approvals, bash, executing, install, once, only, statusOf } from "./testing/approvals.ts"

describe("what a red team tried", () => {
  const pattern: GrantPattern = { kind: "command", words: ["npm", "install"], rest: true }

  it("a lease is counted within one reply, and among what waits already", () => {
    const run = executing()
    run.proposes(jakeId, bash(install), ...Array.from({ length: 5 }, () => bash("npm install a")))
    run.must(answer([approvals(run)[0] as ApprovalItem], { kind: "lease", pattern, agentId: jakeId, uses: 3, minutes: 5 }))
    expect(statusOf(run)).toEqual(["allowed", "allowed", "allowed", "asked", "asked", "asked"])
    expect(run.world().grants).toEqual({})
  })

  it("T24 one agent cannot bury the user in cards", () => {
    const run = executing()
    run.proposes(jakeId, ...Array.from({ length: 60 }, (_, n) => bash(`npm install a${n}`)))
    expect(approvals(run)).toHaveLength(20)
    expect(statusOf(run)?.filter((status) => status === "blocked")).toHaveLength(40)
  })

  it("T26 what would be run again after a crash is judged by the rights of today", () => {
    const run = executing()
    run.proposes(jakeId, { name: "write_file", input: { path: "a.txt", content: "x" } })
    expect(statusOf(run)).toEqual(["allowed"])
    const changes = { phase: "planning", permissionProfile: "restricted" } as const
    run.must({ type: "posture.change", agentId: jakeId, changes, reason: "", when: "now" })
    run.must({ type: "turn.recover", agentId: jakeId, turnId: run.agent().turn?.id as never, draft: "" })
    expect(statusOf(run)).not.toContain("allowed")
  })

  it("a card for the web in planning goes when planning may no longer use it", () => {
    const run = replayWithJake()
    run.must({ type: "posture.change", agentId: jakeId, changes: { permissionProfile: "restricted" }, reason: "", when: "now" })
    run.proposes(jakeId, { name: "web_fetch", input: { url: "https://example.org/" } })
    expect(statusOf(run)).toEqual(["asked"])
    run.must({ type: "settings.change", patch: { planningNetwork: false } })
    expect([statusOf(run), approvals(run)]).toEqual([["blocked"], []])
  })

  it("an answer says over which surface it came and about which call", () => {
    const run = executing()
    run.proposes(jakeId, bash(install))
    const item = only(run)
    const card = { items: [item.id], visibleMs: 700 }
    const [resolved] = run.must(answer([item], once), { actor: "user", surface: "web", card })
    expect(resolved).toMatchObject({ type: "attention.resolved", callId: item.callId, surface: "web", visibleMs: 700 })
  })
})

describe("what a newcomer saw", () => {
  it("T21 a command cannot turn the sentence about it round: hidden characters are visible everywhere on the card", () => {
    const run = executing()
    run.proposes(jakeId, bash('echo "safe \u202e; touch stolen # \u2066"'))
    const item = only(run)
    const told = [item.title, item.detail, item.verdict.because, ...item.effects, item.stepTwo].join("\n")
    expect(told).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b-\u200f]/)
  })

  it("a card whose call goes ahead says so, and is not called withdrawn", () => {
    const run = replayWithJake()
    run.proposes(jakeId, bash("ls"))
    const events = run.must({
      type: "posture.change",
      agentId: jakeId,
      changes: { phase: "execution" },
      confirm: "execution",
      reason: "",
      when: "now",
    })
    expect(events.find(({ type }) => type === "attention.resolved")).toMatchObject({
      outcome: "allowed",
      note: expect.stringContaining("goes ahead"),
    })
  })

  it("what was stopped says how long it ran, and claims no output", () => {
    const run = executing()
    run.proposes(jakeId, bash("ls"))
    run.pass({ seconds: 6 })
    const turnId = run.agent().turn?.id as never
    run.must({ type: "turn.interrupt", agentId: jakeId })
    const events = run.must({ type: "turn.stop", agentId: jakeId, turnId, draft: "" })
    expect(events[0]).toMatchObject({ type: "call.finished", result: { ok: false, bytes: 0, durationMs: 6000 } })
    expect(JSON.stringify(events[0])).toContain("after 6 s")
  })
})
