import type { AgentId, CallId, Event, Recorded, Seq, TurnId } from "@kibitz/contract"
import { expect, test } from "vitest"
import { foldTranscript, transcriptOf } from "../record.ts"

const ed = "ed" as AgentId
const turnId = "t1" as TurnId
const recorded = (...events: object[]): Recorded[] =>
  events.map(
    (event, at) =>
      ({ seq: (at + 1) as Seq, at: "2026-01-01T10:00:00.000Z", event: { agentId: ed, ...event } as Event }) as Recorded,
  )
const fold = (...events: object[]) => foldTranscript([], recorded(...events))
const check = (callId: string, command: string) => ({
  callId: callId as CallId,
  name: command,
  command,
  required: true,
  source: "quality",
})

test("OPM-3: that the user came and went is one line each; the words the model gets of it are none", () => {
  const items = fold(
    { type: "presence.joined", cause: "navigate", surface: "desktop" },
    { type: "message.delivered", messageId: "m1", turnId, text: "[Kibitz] user joined", note: "joined" },
    { type: "presence.left", cause: "quit", stayedMs: 420_000 },
    { type: "message.delivered", messageId: "m2", turnId, text: "[Kibitz] user left", note: "left" },
  )
  expect(items).toMatchObject([
    { kind: "presence", what: "joined" },
    { kind: "presence", what: "left", stayedMs: 420_000, cause: "quit" },
  ])
})

test("what Kibitz says is never the user's; a report keeps the name of the one it is from", () => {
  const items = fold(
    { type: "message.delivered", messageId: "m1", turnId, text: "hello" },
    { type: "message.delivered", messageId: "m2", turnId, text: "[Kibitz] continuation 1 of 50", note: "continuation" },
    { type: "message.delivered", messageId: "m3", turnId, text: "Tal is done.", note: "report", from: "tal" },
  )
  expect(items).toMatchObject([
    { kind: "user", text: "hello", from: null },
    { kind: "note", note: "continuation", from: null },
    { kind: "note", note: "report", from: "tal" },
  ])
})

test("F34: what was written when Kibitz stopped once too often broke off by that, not by the connection", () => {
  const failed = (kind: string) => ({ type: "turn.failed", turnId, draft: "half", parked: false, failure: { kind } })
  expect(fold(failed("crashed"))[0]).toMatchObject({ kind: "draft", cause: "crash" })
  expect(fold(failed("cut"))[0]).toMatchObject({ kind: "draft", cause: "failed" })
})

test("VER-1: the checks of a verification are one line, and their calls no lines of their own", () => {
  const call = { callId: "c1", turnId, capability: "bash", input: { command: "npm test" }, verdict: { because: "" } }
  const begun = [
    { type: "verification.started", turnId, checks: [check("c1", "npm test"), check("c2", "npm run lint")], said: "done" },
    { type: "call.allowed", ...call },
    { type: "call.finished", callId: "c1", turnId, result: { ok: true, output: "", bytes: 0, durationMs: 1 } },
  ]
  const passed = { name: "npm test", command: "npm test", required: true, result: "passed", detail: "" }
  const failed = { name: "npm run lint", command: "npm run lint", required: true, result: "failed", detail: "1 error" }
  expect(fold(...begun)).toMatchObject([
    { kind: "verification", passed: null, checks: [{ state: "running" }, { state: "planned" }] },
  ])
  expect(fold(...begun, { type: "verification.checked", turnId, outcome: passed })).toMatchObject([
    { checks: [{ state: "passed", callId: "c1" }, { state: "planned" }] },
  ])
  expect(fold(...begun, { type: "verification.ended", turnId, passed: false, checks: [passed, failed] })).toMatchObject([
    { passed: false, checks: [{ state: "passed" }, { state: "failed", detail: "1 error" }] },
  ])
})

test("VER-1: a verification whose beginning is on another page is told by its end", () => {
  const outcome = { name: "npm test", command: "npm test", required: true, result: "passed", detail: "" }
  expect(fold({ type: "verification.ended", turnId, passed: true, checks: [outcome] })).toMatchObject([
    { kind: "verification", passed: true, checks: [{ state: "passed" }] },
  ])
})

test("where an agent stands is a line when its work ends or is held up, and none when it goes on", () => {
  const moved = (standing: object, because: string) => ({ type: "agent.moved", standing, because })
  const items = fold(
    moved({ kind: "paused", at: "", by: "user" }, "You paused it."),
    moved({ kind: "open" }, "You let it go on."),
    moved({ kind: "stuck", at: "", why: "repeats", detail: "The same call 4 times." }, "repeats"),
  )
  expect(items).toMatchObject([
    { kind: "standing", standing: "paused", text: "You paused it." },
    { kind: "standing", standing: "stuck", text: "The same call 4 times." },
  ])
  expect(transcriptOf({ type: "agent.moved", agentId: ed, standing: { kind: "open" }, because: "" })).toBe(ed)
})

test("a no of the user's is theirs where they read it, and the user's where the model does", () => {
  const call = { turnId, callId: "c9", capability: "bash", input: {} }
  const asked = {
    type: "call.asked",
    ...call,
    itemId: "i1",
    verdict: { effect: "ask", rule: "profile", because: "It needs your word." },
  }
  const blocked = (because: string) => ({ type: "call.blocked", ...call, verdict: { effect: "deny", rule: "denied", because } })
  expect(fold(asked, blocked("The user said no: not on a Friday"))).toMatchObject([{ because: "You said no: not on a Friday" }])
  expect(fold(blocked("The user keeps you in planning. Plan without it."))).toMatchObject([
    { because: "You kept it in planning." },
  ])
  expect(fold(blocked("The user said nothing."))).toMatchObject([{ because: "The user said nothing." }])
})
