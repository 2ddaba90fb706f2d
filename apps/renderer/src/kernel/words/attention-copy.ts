// Owns: the sentences about what waits for the user (ux 1.5, 6). Texts from an agent have their hidden characters made visible.
import type { ApprovalItem, AttentionItem, Instant, SandboxStatus } from "@kibitz/contract"
import { plainProse } from "../markdown/plain.ts"
import { visibleProse, visibleText } from "../markdown/visible.ts"
import type { Ended } from "../replica/ended.ts"
import { formatAge, formatCount } from "../ui/numbers.ts"
import { once } from "../ui/once.ts"
import { asSentence, noNetwork, providerTitle } from "./provider-copy.ts"

export function kindWord(item: AttentionItem): string {
  switch (item.kind) {
    case "approval":
      return item.destructive ? "Cannot be undone" : "Approval"
    case "phase-request":
      return "Phase request"
    case "question":
      return "Question"
    case "knock":
      return "Knock"
    case "budget":
      return "Budget"
    case "help":
      return "Asks for help"
    case "stuck":
      return item.why === "failed" ? "Failed" : "Stuck"
    case "your-turn":
      return item.why === "unit" ? "Unit done" : "Your turn"
    case "result":
      return "Done"
    case "provider":
      return providerTitle(item.failure)
  }
}

/** The one line of an item that is folded. */
export function itemLine(item: AttentionItem): string {
  switch (item.kind) {
    case "approval":
    case "phase-request":
      return `${item.title}: ${oneLine(item.detail)}`
    case "question":
      return oneLine(plainProse(item.question))
    case "knock":
      return oneLine(plainProse(item.reason))
    case "budget":
      return `${money(item.spentUsd)} of ${money(item.limitUsd)} spent`
    case "help":
      return oneLine(plainProse(item.reason))
    case "stuck":
    case "your-turn":
      return oneLine(plainProse(item.detail))
    case "result":
      return oneLine(plainProse(item.summary))
    case "provider":
      if (item.failure === "model_not_found" && item.model !== undefined) return oneLine(visibleProse(`“${item.model}”`))
      return item.failure === "offline" ? noNetwork : oneLine(visibleProse(item.message))
  }
}

/** Before it is known whether there is a sandbox, the gate asks as if there were none; the user is not told that there is none. */
export function whyAsked({ rule, because }: ApprovalItem["verdict"], sandbox: SandboxStatus["state"] | undefined): string {
  return rule === "no-sandbox" && sandbox === "unknown"
    ? "Looking for a sandbox… Until one is found nothing would confine this, so it waits for your word."
    : because
}

export function endedLine({ item, outcome, note }: Ended): string {
  const what = itemLine(item)
  switch (outcome) {
    case "withdrawn":
      return `Withdrawn. ${asSentence(note)} ${what}`.replace(/\s+/g, " ")
    case "expired":
      return `Expired, which counts as a no. ${what}`
    case "allowed":
      // Nobody answered: what stood in its way is gone, and the note says so.
      return /^it goes ahead\b/i.test(note) ? `${asSentence(note)} ${what}` : `Approved elsewhere. ${what}`
    case "denied":
    case "declined":
      return `Declined elsewhere. ${what}`
    case "answered":
      if (item.kind === "knock") return `You joined. ${what}`
      return /^answered in the chat\b/i.test(note) ? `${asSentence(oneLine(note))} ${what}` : `Answered elsewhere. ${what}`
    case "silenced":
      return `Silenced elsewhere. ${what}`
    case "raised":
      return `The limit was raised. ${asSentence(note)}`
    case "seen":
      return `Seen elsewhere. ${what}`
    case "resumed": {
      const why = note === "" ? "It goes on." : asSentence(note)
      // What it refused is over: said beside that, it reads as if it were not.
      return item.kind === "provider" ? why : `${why} ${what}`
    }
  }
}

const LINE = 200

export function oneLine(text: string): string {
  const line = visibleText(text.slice(0, LINE * 2))
    .replace(/\s+/g, " ")
    .trim()
  return line.length > LINE ? `${line.slice(0, LINE).toWellFormed()}…` : line
}

/** $0.42, $1,200.00; four digits where a cent would hide the amount. */
export function money(usd: number): string {
  const digits = usd !== 0 && Math.abs(usd) < 0.01 ? 4 : 2
  return `$${Math.abs(usd) < 1_000 ? usd.toFixed(digits) : thousands().format(usd)}`
}

// Made once, and not before there are so many: making the first one takes longer than the first picture may.
const thousands = once(() => new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 }))

/** What is typed into a field for money: "30", "$30", "30.50". Null when it is no amount above zero. */
export function readMoney(text: string): number | null {
  const match = /^\s*\$?\s*(\d{1,7}(?:[.,]\d{1,4})?)\s*$/.exec(text)
  const amount = Number(match?.[1]?.replace(",", "."))
  return Number.isFinite(amount) && amount > 0 ? amount : null
}

export function waitingCount(count: number): string {
  return count === 1 ? "1 waiting for you" : `${count} waiting for you`
}

/** How long it has waited, wherever that is told; nothing in its first minute. */
export function waitedWords(since: Instant, now: Instant): string {
  const ms = Date.parse(now) - Date.parse(since)
  return ms < 60_000 ? "" : formatAge(ms)
}

export function agentCount(count: number): string {
  return count === 1 ? "1 agent" : `${count} agents`
}

/** "1 needs you", "3 need you": of agents, each once however many things it asks. */
export function needYou(agents: number): string {
  return `${formatCount(agents)} ${agents === 1 ? "needs" : "need"} you`
}

/** "5 items from 3 agents": where the number is of what waits, and not of those who wait. */
export function itemsFrom(items: number, agents: number): string {
  return `${itemCount(items)} from ${agentCount(agents)}`
}

export function itemCount(count: number): string {
  return count === 1 ? "1 item" : `${formatCount(count)} items`
}

export function agentsWait(count: number): string {
  return `${agentCount(count)} ${count === 1 ? "waits" : "wait"}`
}

export const tierNames = ["Stop the line", "Blocked on you", "Stuck", "Your turn", "To review"] as const

export function needsYou(names: readonly string[], total: number): string {
  const [first = "An agent", ...more] = [...new Set(names)]
  const who = more.length === 0 ? `${first} needs you` : `${first} and ${more.length} more need you`
  return `${who}, ${total} waiting.`
}
