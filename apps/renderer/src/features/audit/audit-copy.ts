// Owns: an entry of the audit log in words. Facts come from agents' inputs in part, so hidden characters are made visible.
import type { AuditEntry, AuditKind, Json, Posture, World } from "@kibitz/contract"
import { asYouRead, postureLine } from "@kibitz/domain"
import { nameOf } from "../../kernel/agents/agent-names.ts"
import { visibleText } from "../../kernel/markdown/visible.ts"
import { formatDuration, formatSize, formatStay } from "../../kernel/ui/numbers.ts"
import { describeCall } from "../../kernel/words/describe-call.ts"

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

const byYou: ReadonlySet<string> = new Set(["session", "lease", "rule", "revoked", "background-tab"])
/** Entries of these rules do not name an actor. */
const done: ReadonlySet<string> = new Set(["joined", "left", "redirected", "model", "configured"])

/** Who did what is recorded: the gate decides, the user answers, comes and goes, Kibitz does the rest. */
export function whoOf(entry: AuditEntry): string {
  const { kind, rule } = entry
  switch (kind) {
    case "decision":
      return "gate"
    case "answer":
      return rule === "expired" || rule === "withdrawn" ? "Kibitz" : "you"
    case "transition":
      return factText(entry, "actor") === "user" ? "you" : factText(entry, "actor") || "Kibitz"
    case "grant":
      return byYou.has(rule) ? "you" : "Kibitz"
    case "agent":
      return factText(entry, "actor") === "user" || done.has(rule) ? "you" : "Kibitz"
    case "limit":
      return rule === "budget" ? "you" : "Kibitz"
    case "system":
      return rule === "settings" ? "you" : "Kibitz"
    case "receipt":
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
      if (rule === "verification") return `verification ${facts.passed === true ? "passed" : "failed"}: ${checksOf(facts.checks)}`
      return `${facts.ok === true ? "ran" : "failed"}: ${callOf(facts)} · ${receiptLine(entry)}`
    case "answer":
      return `${rule}${entry.because === "" ? "" : `: ${shown(entry.because)}`}`
    case "transition":
      if (rule === "dropped") return `taken back: ${factText(entry, "axes")}`
      if (facts.waits === true) return `${rule}: → ${factText(entry, "to")}, waits (${factText(entry, "scope")})`
      return `${rule}: ${factText(entry, "from")} → ${factText(entry, "to")}`
    case "grant":
      if (rule === "background-tab")
        return facts.given === true ? "its team may open a background tab" : "no background tab any more"
      return `${rule}${facts.pattern === undefined ? "" : `: ${factText(entry, "pattern")}`}`
    case "agent":
      return agentLine(entry)
    case "limit":
      return limitLine(entry)
    case "system":
      return systemLine(entry)
  }
}

function agentLine(entry: AuditEntry): string {
  const { facts, rule } = entry
  switch (rule) {
    case "founded":
      return `${factText(entry, "name")} came to be`
    case "joined":
      return `user joined (${factText(entry, "cause")})`
    case "left": {
      const stayed = typeof facts.stayedMs === "number" ? ` after ${formatStay(facts.stayedMs)}` : ""
      return `user left${stayed} (${factText(entry, "cause")})`
    }
    case "redirected":
      return `other assignment: ${factText(entry, "assignment")}`
    case "configured":
      return `configured: ${Object.entries(facts)
        .map(([name, value]) => `${name} ${shown(JSON.stringify(value))}`)
        .join(", ")}`
    case "rated":
      return `rated ${factText(entry, "stars")} of 5${entry.because === "" ? "" : `: ${shown(entry.because)}`}`
    case "model":
      return `model: ${factText(entry, "model") || "by mode"}`
    default:
      return `${rule}${entry.because === "" ? "" : `: ${shown(entry.because)}`}`
  }
}

function limitLine({ facts, rule, because }: AuditEntry): string {
  if (rule === "budget") return `limit ${amount(facts.limitUsd)}`
  if (rule === "provider") return shown(because)
  return `limit reached: ${amount(facts.spentUsd)} of ${amount(facts.limitUsd)}`
}

function systemLine(entry: AuditEntry): string {
  const { facts, rule } = entry
  switch (rule) {
    case "audit":
      return facts.ok === true ? "audit log verified" : "audit log does not hold"
    case "sandbox":
      return `sandbox ${factText(entry, "state")}`
    case "settings":
      return `settings: ${Object.keys(facts).join(", ")}`
    case "surfaces":
      return `connected: ${Array.isArray(facts.surfaces) ? facts.surfaces.join(", ") || "nobody" : ""}`
    default:
      return shown(entry.because) || rule
  }
}

function checksOf(checks: Json | undefined): string {
  if (!Array.isArray(checks) || checks.length === 0) return "nothing to check"
  return checks
    .map((check) => {
      const { name = "", result = "" } = typeof check === "object" && check !== null && !Array.isArray(check) ? check : {}
      return shown(`${name} ${result}`)
    })
    .join(", ")
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

/** As in the column: work, run, access, model, surface. */
export function axesShort({ workMode, runControl, permissionProfile, modelMode, surface }: Posture): string {
  return [workMode, runControl, permissionProfile, modelMode, surface].join(" ")
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

export type Fact = { readonly name: string; readonly text: string }

/** What is worth reading before the JSON: why, by which rule, what it was and became, how long the card was seen, which receipt. */
export function factsOf(entry: AuditEntry): readonly Fact[] {
  const { facts } = entry
  const seen = typeof facts.visibleMs === "number" && facts.visibleMs > 0 ? formatDuration(facts.visibleMs) : ""
  const move = facts.from === undefined ? "" : `${factText(entry, "from")} → ${factText(entry, "to")}`
  const all: readonly (readonly [string, string])[] = [
    ["Reason", shown(asYouRead(entry.because))],
    ["Rule", shown(entry.rule)],
    ["Pattern", factText(entry, "pattern")],
    ["Before and after", move],
    ["Scope", factText(entry, "scope")],
    ["Card was visible", seen],
    ["Answered over", factText(entry, "surface")],
    ["Axes", entry.posture ? axesOf(entry.posture) : ""],
    ["Receipt of call", entry.callId ?? ""],
    ["Output", entry.kind === "receipt" && entry.rule !== "verification" ? receiptLine(entry) : ""],
  ]
  return all.flatMap(([name, text]) => (text === "" ? [] : [{ name, text }]))
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
