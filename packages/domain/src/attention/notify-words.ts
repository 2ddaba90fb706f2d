// Owns: what a notice of the system says (ux 2.8): who, what kind, and the first words of it. It may lie on a locked screen or be seen by
// others, so commands and the contents of files are never in it.
import type { AgentId, AttentionItem, AttentionPolicy, ItemId, StuckWhy } from "@kibitz/contract"
import { withoutControls } from "../gate/fence.ts"
import type { Stop } from "../kernel/notices.ts"
import { visible } from "../kernel/visible.ts"
import { NOTICE_CHARACTERS, NOTICE_NAMES } from "./constants.ts"

/** One reason to tell the user. itemId: null for a stop, which is no item. */
export type Reason = {
  readonly agentId: AgentId
  readonly name: string
  readonly itemId: ItemId | null
  readonly tier: number
  /** Which choice of the user it falls under. */
  readonly choice: keyof AttentionPolicy["notify"]
  readonly title: string
  readonly body: string
}

export function reasonOf(item: AttentionItem, name: string, stop: Stop = "replied"): Reason {
  const words = item.kind === "your-turn" && item.why === "stopped" ? stopWords(name, stop) : wordsFor(item, name)
  return { agentId: item.agentId, name, itemId: item.id, tier: item.tier, choice: choiceOf(item), ...words }
}

export function stopOf({ agentId, name, stop = "replied" }: { agentId: AgentId; name: string; stop?: Stop }): Reason {
  return { agentId, name, itemId: null, tier: 3, choice: "yourTurn", ...stopWords(name, stop) }
}

function stopWords(name: string, stop: Stop): Words {
  switch (stop) {
    case "replied":
      return { title: `${name} has replied`, body: "Your turn." }
    case "done":
      return { title: `${name} is done`, body: "Your turn." }
    case "failed":
      return { title: `${name} has stopped`, body: "Its turn failed. Your turn." }
    case "stuck":
      return { title: `${name} is stuck`, body: "It does not go on by itself. Your turn." }
  }
}

const byTier = ["stopTheLine", "blockedOnYou", "stuck", "knocks", "toReview"] as const

function choiceOf(item: AttentionItem): Reason["choice"] {
  if (item.kind === "your-turn" && item.why === "stopped") return "yourTurn"
  return byTier[item.tier] ?? "toReview"
}

type Words = { readonly title: string; readonly body: string }

function wordsFor(item: AttentionItem, name: string): Words {
  switch (item.kind) {
    case "approval":
      return { title: `${name} asks for approval`, body: excerpt(item.title) }
    case "phase-request":
      return { title: `${name} asks to leave planning`, body: excerpt(item.title) }
    case "question":
      return { title: `${name} has a question`, body: excerpt(item.question) }
    case "help":
      return { title: `${name} needs help`, body: excerpt(item.reason) }
    case "knock":
      return { title: `${name} knocks`, body: excerpt(item.reason) }
    case "budget":
      return { title: `${name} is out of money`, body: `The limit of $${item.limitUsd.toFixed(2)} is reached.` }
    case "provider":
      if (item.failure === "offline") return { title: "No network", body: "Your agents go on by themselves when it is back." }
      return { title: "The provider refuses", body: excerpt(item.message) }
    case "stuck":
      return { title: `${name} is stuck`, body: stuckWords[item.why] }
    case "your-turn":
      return { title: `${name} has done a step`, body: "It goes on when you say so." }
    case "result":
      return { title: item.verified ? `${name} is done` : `${name} is done, unverified`, body: excerpt(item.summary) }
  }
}

const stuckWords: Readonly<Record<StuckWhy, string>> = {
  "no-progress": "It goes on and on, and nothing comes of it.",
  repeats: "It does the same over and over.",
  alternates: "It goes to and fro between the same two things.",
  iterations: "It has gone on as often as it may.",
  time: "It has worked as long as it may.",
  blocked: "It says it is blocked.",
  failed: "It failed more often than it may.",
  crashed: "Kibitz stopped unexpectedly again and again while it worked.",
  silent: "It gives no sign of life.",
  declined: "The provider would not let it answer.",
}

/** In the agent's own words, without what it marked as code. */
function excerpt(text: string): string {
  const plain = text
    .replace(/```[\s\S]*?(?:```|$)/g, " … ")
    .replace(/`[^`\n]*`/g, "…")
    .replace(/\s+/g, " ")
  const characters = [...visible(withoutControls(plain)).trim()]
  return characters.length <= NOTICE_CHARACTERS ? characters.join("") : `${characters.slice(0, NOTICE_CHARACTERS).join("")}…`
}

/** Several become one: "5 agents need you: Ed, Mira, +3". The most urgent comes first, and is where a click leads. */
export function together(reasons: readonly [Reason, ...Reason[]], hideContent: boolean): Omit<Reason, "name" | "choice"> {
  const [first, ...others] = mostUrgentOfEach(reasons)
  const { agentId, itemId, tier } = first
  const leads = { agentId, itemId, tier }
  const count = others.length + 1
  if (hideContent) return { ...leads, title: "Kibitz", body: count === 1 ? "An agent needs you." : `${count} agents need you.` }
  if (count === 1) return { ...leads, title: first.title, body: first.body }
  const names = [first, ...others].map(({ name }) => name)
  const more = names.length > NOTICE_NAMES ? [`+${names.length - NOTICE_NAMES}`] : []
  return { ...leads, title: `${count} agents need you: ${[...names.slice(0, NOTICE_NAMES), ...more].join(", ")}`, body: "" }
}

function mostUrgentOfEach(reasons: readonly [Reason, ...Reason[]]): readonly [Reason, ...Reason[]] {
  const [first, ...others] = reasons.toSorted((a, b) => a.tier - b.tier)
  const seen = new Set([first?.agentId])
  const rest = others.filter(({ agentId }) => !seen.has(agentId) && seen.add(agentId))
  return [first ?? reasons[0], ...rest]
}

export function quietSummary(waiting: number, finished: number): string {
  const parts = [...(waiting > 0 ? [`${waiting} waiting`] : []), ...(finished > 0 ? [`${finished} finished`] : [])]
  return `While quiet: ${parts.join(", ")}`
}
