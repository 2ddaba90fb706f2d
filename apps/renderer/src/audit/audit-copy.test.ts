import { type AuditEntry, defaultPosture } from "@kibitz/contract"
import { expect, test } from "vitest"
import { axesOf, jsonLines, matches, receiptLine, whatOf, whoOf } from "./audit-copy.ts"

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

test("exported entries are one line of JSON each and come back whole", () => {
  const entries = [entry({ because: "two\nlines" }), entry({ entry: 2 })]
  const lines = jsonLines(entries).trimEnd().split("\n")
  expect(lines.map((line) => JSON.parse(line))).toEqual(entries)
})
