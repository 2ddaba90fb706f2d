// Owns: an entry of the audit log in words. Facts come from agents' inputs in part, so hidden characters are made visible.
import type { AuditEntry, AuditKind, Json, Posture, World } from "@kibitz/contract"
import { postureLine } from "@kibitz/domain"
import { nameOf } from "../agents/agent-names.ts"
import { describeCall } from "../chat/describe-call.ts"
import { visibleText } from "../markdown/visible.ts"
import { formatDuration, formatSize } from "../ui/numbers.ts"

export const kindNames: Readonly<Record<AuditKind, string>> = {
  decision: "Decisions",
  receipt: "Receipts",
  answer: "Answers",
  transition: "Transitions",
  grant: "Grants",
  agent: "Agents",
  limit: "Limits",
  system: "System",
}

/** Who did what is recorded: the gate decides, the user answers, Kibitz does the rest. */
export function whoOf(entry: AuditEntry): string {
  switch (entry.kind) {
    case "decision":
      return "gate"
    case "answer":
      return entry.rule === "expired" || entry.rule === "withdrawn" ? "Kibitz" : "you"
    case "transition":
      return factText(entry, "actor") === "user" ? "you" : factText(entry, "actor") || "Kibitz"
    case "grant":
      return entry.rule === "session" || entry.rule === "lease" || entry.rule === "rule" || entry.rule === "revoked"
        ? "you"
        : "Kibitz"
    default:
      return "Kibitz"
  }
}

const decided: Readonly<Record<string, string>> = { allow: "allowed", ask: "asked", deny: "refused" }

export function whatOf(entry: AuditEntry): string {
  const { facts, rule } = entry
  switch (entry.kind) {
    case "decision":
      return `${decided[factText(entry, "decision")] ?? factText(entry, "decision")}: ${callOf(facts)}`
    case "receipt":
      return `${facts.ok === true ? "ran" : "failed"}: ${callOf(facts)} · ${receiptLine(entry)}`
    case "answer":
      return `${rule}${entry.because === "" ? "" : `: ${shown(entry.because)}`}`
    case "transition":
      return `${rule}: ${factText(entry, "from")} → ${factText(entry, "to")}`
    case "grant":
      return `${rule}${facts.pattern === undefined ? "" : `: ${factText(entry, "pattern")}`}`
    case "agent":
      return rule === "founded" ? `${factText(entry, "name")} came to be` : `model: ${factText(entry, "model") || "by mode"}`
    case "limit":
      return rule === "budget"
        ? `limit ${amount(facts.limitUsd)}`
        : `limit reached: ${amount(facts.spentUsd)} of ${amount(facts.limitUsd)}`
    case "system":
      return rule === "audit"
        ? facts.ok === true
          ? "audit log verified"
          : "audit log does not hold"
        : `sandbox ${factText(entry, "state")}`
  }
}

function callOf({ capability, input }: AuditEntry["facts"]): string {
  const { todo, object } = describeCall(typeof capability === "string" ? capability : "", input ?? null)
  return `${todo} ${object}`.trim()
}

export function receiptLine({ facts }: AuditEntry): string {
  const parts = [
    ...(typeof facts.exitCode === "number" ? [`exit ${facts.exitCode}`] : facts.exitCode === null ? ["killed"] : []),
    ...(typeof facts.bytes === "number" ? [formatSize(facts.bytes)] : []),
    ...(typeof facts.durationMs === "number" ? [formatDuration(facts.durationMs)] : []),
    ...(typeof facts.sha256 === "string" ? [`sha256 ${facts.sha256.slice(0, 12)}`] : []),
  ]
  return parts.join(" · ")
}

export function axesOf(posture: Posture): string {
  return `${posture.phase} · ${postureLine(posture)} · ${posture.style} style · ${posture.surface}`
}

/** Looked for by the words one sees, and by what is behind them. */
export function matches(entry: AuditEntry, text: string, world: World | null): boolean {
  const wanted = text.trim().toLowerCase()
  if (wanted === "") return true
  const agent = entry.agentId && world ? nameOf(world, entry.agentId) : ""
  const hay = [agent, whoOf(entry), whatOf(entry), entry.rule, entry.because, JSON.stringify(entry.facts)]
    .join("\n")
    .toLowerCase()
  return wanted.split(/\s+/).every((word) => hay.includes(word))
}

/** One entry per line, as it is in the log: it can be checked with the key and nothing is left out. */
export function jsonLines(entries: readonly AuditEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("")
}

function factText({ facts }: AuditEntry, name: string): string {
  const value: Json | undefined = Object.hasOwn(facts, name) ? facts[name] : undefined
  if (value === undefined || value === null) return ""
  return shown(typeof value === "string" ? value : JSON.stringify(value))
}

function amount(value: Json | undefined): string {
  return typeof value === "number" ? `$${value.toFixed(2)}` : "none"
}

const LONGEST = 300

function shown(text: string): string {
  const line = visibleText(text.slice(0, LONGEST * 2))
    .replace(/\s+/g, " ")
    .trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line
}
