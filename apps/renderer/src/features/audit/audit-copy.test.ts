import { type AuditEntry, defaultPosture } from "@kibitz/contract"
import { expect, test } from "vitest"
import { axesOf, factsOf, matches, receiptLine, whatOf, whoOf } from "./audit-copy.ts"

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  entry: 1,
  mac: "m",
  seq: 1,
  at: "2026-01-01T10:00:00.000Z" as AuditEntry["at"],
  kind: "decision",
  agentId: null,
  callId: null,
  posture: defaultPosture,
  rule: "profile",
  because: "",
  facts: {},
  ...fields,
})

test("an entry says who did what", () => {
  const asked = entry({ facts: { decision: "ask", capability: "bash", input: { command: "npm install jose" } } })
  expect([whoOf(asked), whatOf(asked)]).toEqual(["gate", "asked: run npm install jose"])
  const moved = entry({
    kind: "transition",
    rule: "phase",
    facts: { axis: "phase", from: "planning", to: "execution", actor: "user" },
  })
  expect([whoOf(moved), whatOf(moved)]).toEqual(["you", "phase: planning → execution"])
  expect(whoOf(entry({ kind: "answer", rule: "expired" }))).toBe("Kibitz")
})

test("coming, going, standing, verification, consent and what the computer says are told as what they are", () => {
  const told: readonly (readonly [Partial<AuditEntry>, string, string])[] = [
    [{ kind: "agent", rule: "joined", facts: { cause: "tab", surface: "desktop" } }, "you", "user joined (tab)"],
    [{ kind: "agent", rule: "left", facts: { cause: "quit", stayedMs: 65_000 } }, "you", "user left after 65 s (quit)"],
    [{ kind: "agent", rule: "paused", because: "Paused by you." }, "Kibitz", "paused: Paused by you."],
    [{ kind: "agent", rule: "watered", facts: { actor: "user" } }, "you", "watered"],
    [{ kind: "agent", rule: "watered", facts: { actor: "policy" } }, "Kibitz", "watered"],
    [{ kind: "agent", rule: "redirected", facts: { assignment: "the docs" } }, "you", "other assignment: the docs"],
    [{ kind: "agent", rule: "model", facts: { model: null } }, "you", "model: by mode"],
    [{ kind: "agent", rule: "configured", facts: { whenDone: "wait" } }, "you", 'configured: whenDone "wait"'],
    [{ kind: "grant", rule: "background-tab", facts: { given: true } }, "you", "its team may open a background tab"],
    [
      { kind: "receipt", rule: "verification", facts: { passed: false, checks: [{ name: "tests", result: "failed" }] } },
      "Kibitz",
      "verification failed: tests failed",
    ],
    [{ kind: "limit", rule: "provider", because: "The provider answers again." }, "Kibitz", "The provider answers again."],
    [{ kind: "limit", rule: "budget", facts: { limitUsd: 2 } }, "you", "limit $2.00"],
    [{ kind: "system", rule: "settings", facts: { theme: "dark" } }, "you", "settings: theme"],
    [{ kind: "system", rule: "surfaces", facts: { surfaces: ["rpc", "web"] } }, "Kibitz", "connected: rpc, web"],
    [{ kind: "system", rule: "head", because: "Another commit." }, "Kibitz", "Another commit."],
    [
      { kind: "transition", rule: "phase", facts: { axis: "phase", to: "execution", waits: true, scope: "after-current-unit" } },
      "Kibitz",
      "phase: → execution, waits (after-current-unit)",
    ],
  ]
  for (const [fields, who, what] of told) expect([whoOf(entry(fields)), whatOf(entry(fields))]).toEqual([who, what])
})

test("the detail names what is known and leaves out what is not", () => {
  const answered = entry({
    kind: "answer",
    rule: "approved",
    because: "",
    posture: null,
    facts: { visibleMs: 3200, surface: "desktop" },
  })
  expect(factsOf(answered)).toEqual([
    { name: "Rule", text: "approved" },
    { name: "Card was visible", text: "3.2 s" },
    { name: "Answered over", text: "desktop" },
  ])
  const moved = entry({
    kind: "transition",
    rule: "phase",
    because: "you asked",
    posture: null,
    facts: { from: "planning", to: "execution", scope: "now" },
  })
  expect(factsOf(moved).map(({ text }) => text)).toEqual(["you asked", "phase", "planning → execution", "now"])
})

test("a receipt shows how it ended and the hash of what came out", () => {
  const receipt = entry({
    kind: "receipt",
    facts: { ok: true, exitCode: 0, bytes: 1200, durationMs: 840, sha256: "0123456789abcdef" },
  })
  expect(receiptLine(receipt)).toBe("exit 0 · 1 kB · 840 ms · sha256 0123456789ab")
  expect(receiptLine(entry({ kind: "receipt", facts: { exitCode: null } }))).toBe("killed")
})

test("all axes at that moment, in one line", () => {
  expect(axesOf(defaultPosture)).toBe("planning · chat | autonomous | normal | smart · chat style · desktop")
})

test("T21: what hides in an input is visible in the log", () => {
  expect(whatOf(entry({ facts: { decision: "deny", capability: "bash", input: { command: "a\u202eb" } } }))).toContain("⟨U+202E⟩")
})

test("every word has to occur somewhere, in any order", () => {
  const one = entry({
    because: "is above profile normal",
    facts: { decision: "ask", capability: "bash", input: { command: "make" } },
  })
  expect([matches(one, "NORMAL make", null), matches(one, "make trusted", null), matches(one, " ", null)]).toEqual([
    true,
    false,
    true,
  ])
})
