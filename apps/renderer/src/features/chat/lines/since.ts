// Owns: what is told about the time before the user came, in at most five short lines (ux 1.3). Numbers first; nothing that did not happen, and
// nothing of what came afterwards: a line about the past must not say something else later.
import type { Agent, AttentionItem, Instant } from "@kibitz/contract"
import { formatCount, formatStay } from "../../../kernel/ui/numbers.ts"
import { itemLine, money } from "../../../kernel/words/attention-copy.ts"

const MOST_LINES = 5

export type SinceFacts = {
  readonly agent: Pick<Agent, "absence" | "presence" | "createdAt" | "standing" | "name">
  /** What of it waits for the user. */
  readonly items: readonly AttentionItem[]
}

/** Only for the stay that has just begun, and only when something happened before it. */
export function hasToTell({ absence, presence }: Pick<Agent, "absence" | "presence">): boolean {
  return presence !== null && absence.until === presence.since && (absence.steps > 0 || absence.changes > 0)
}

export function sinceTitle({ absence, createdAt }: SinceFacts["agent"]): string {
  const { since, until } = absence
  const span = until === null ? "" : ` · ${formatStay(msBetween(since, until))}`
  return `${since === createdAt ? "Before you came" : "Since you left"}${span}`
}

export function sinceLines({ agent, items }: SinceFacts): readonly string[] {
  const { absence, standing } = agent
  const wasSo = (at: Instant) => absence.until !== null && msBetween(at, absence.until) >= 0
  const waited = items.filter(({ at }) => wasSo(at))
  const lines = [steps(absence), changes(absence.changes), spent(absence), ended(standing, wasSo), open(waited)]
  return lines.filter((line) => line !== "").slice(0, MOST_LINES)
}

function steps({ steps: taken, continued }: Agent["absence"]): string {
  const times = continued === 1 ? "continued once" : `continued ${formatCount(continued)} times`
  return `${many(taken, "step")}${continued > 0 ? `, ${times}` : ""}`
}

function changes(count: number): string {
  return count === 0 ? "" : `${many(count, "change")} to files`
}

function spent({ spentBefore, spentAfter }: Agent["absence"]): string {
  const usd = (spentAfter ?? spentBefore) - spentBefore
  return usd > 0 ? `${money(usd)} spent, its team included` : ""
}

function ended(standing: Agent["standing"], wasSo: (at: Instant) => boolean): string {
  const { kind } = standing
  const isTold = kind === "done" || kind === "stuck" || kind === "paused"
  return isTold && wasSo(standing.at) ? `now ${kind}` : ""
}

function open(items: readonly AttentionItem[]): string {
  const [first] = items
  if (!first) return ""
  return items.length === 1
    ? `needs you: ${itemLine(first)}`
    : `${formatCount(items.length)} things need you: ${itemLine(first)} …`
}

function many(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${formatCount(count)} ${noun}s`
}

function msBetween(from: Instant, to: Instant): number {
  return Date.parse(to) - Date.parse(from)
}
