// Owns: which shape and which word stand for where an agent stands (ux 5.2).
import type { Agent, AgentStatus, AttentionItem, World } from "@kibitz/contract"
import { isReviewed } from "@kibitz/domain"
import type { Glyph } from "../ui/status-glyph.tsx"

export const statusGlyphs: Readonly<Record<AgentStatus, Glyph>> = {
  waiting: "idle",
  working: "working",
  "waiting-api": "retrying",
  "waiting-child": "blocked",
  "waiting-parent": "blocked",
  "needs-you": "needs-you",
  "put-off": "idle",
  stopped: "ready",
  verifying: "checking",
  paused: "paused",
  stuck: "failed",
  failed: "failed",
  unverifiable: "unknown",
  done: "done",
  dismissed: "gone",
}

type Stands = Pick<Agent, "presence" | "standing" | "waits">

/** It has said what it had to say, and goes on when the user speaks, who is there; or has looked at its unit. */
export function isYourTurn(agent: Stands, status: AgentStatus): boolean {
  return status === "waiting" && agent.standing.kind === "open" && (agent.presence !== null || isReviewed(agent))
}

export function glyphOf(agent: Stands, status: AgentStatus): Glyph {
  return isYourTurn(agent, status) ? "yours" : statusGlyphs[status]
}

export function wordOf(agent: Stands, status: AgentStatus): string {
  return isYourTurn(agent, status) ? "your turn" : statusWords[status]
}

/** The plain word; what it waits for, and how long, is said beside it where there is room. */
export const statusWords: Readonly<Record<AgentStatus, string>> = {
  waiting: "idle",
  working: "working",
  "waiting-api": "waits for the provider",
  "waiting-child": "waits for its team",
  "waiting-parent": "waits for an answer from above",
  "needs-you": "needs you",
  "put-off": "put off by you",
  stopped: "goes on by itself",
  verifying: "verifying",
  paused: "paused",
  stuck: "stuck",
  failed: "failed",
  unverifiable: "no sign of it",
  done: "done",
  dismissed: "dismissed",
}

/** What it wants is told by the shape too: a question, a yes or no, or something else (ux 5.2). */
export function askingGlyph({ kind }: Pick<AttentionItem, "kind">): "question" | "approval" | "needs-you" {
  if (kind === "question") return "question"
  return kind === "approval" || kind === "phase-request" ? "approval" : "needs-you"
}

/** The one sign an agent has wherever it is shown: what a person must answer comes before whatever else it does (ux 2.4, 5.2). */
export function signOf(world: Pick<World, "attention">, agent: Stands & Pick<Agent, "items">, status: AgentStatus): Glyph {
  const [first] = needsOf(world, agent)
  return first ? askingGlyph(first) : glyphOf(agent, status)
}

/** Its term is shown only while nothing is asked: otherwise the word would say something else than the sign beside it. */
export function showsTerm(world: Pick<World, "attention">, agent: Pick<Agent, "items">, status: AgentStatus): boolean {
  return status === "working" && needsOf(world, agent).length === 0
}

/** What of its own a person must answer and has not put off, the most urgent first; those below it have lines of their own. */
export function needsOf({ attention }: Pick<World, "attention">, { items }: Pick<Agent, "items">): readonly AttentionItem[] {
  return items
    .flatMap((id) => attention[id] ?? [])
    .filter(({ tier, snoozed = null }) => tier <= 1 && snoozed === null)
    .toSorted((one, other) => one.tier - other.tier)
}
