// Owns: naming an agent or a file while writing: what stands under the cursor, what it could become, and the text with it in place. Pure.
import type { AgentId } from "@kibitz/contract"

export type Mention = {
  /** Where the @ stands. */
  readonly from: number
  /** What was typed after it. */
  readonly query: string
  /** At the very beginning: an agent named there is whom the message is for. */
  readonly isFirst: boolean
}

export type MentionItem =
  | { readonly kind: "agent"; readonly key: string; readonly agentId: AgentId; readonly name: string; readonly where: string }
  | { readonly kind: "file"; readonly key: string; readonly path: string }

const MOST_AGENTS = 6

/** The word with an @ in front that ends at the cursor; null when there is none. "a@b" is an address, not a mention. */
export function mentionAt(text: string, caret: number): Mention | null {
  const [whole, , query] = /(^|\s)@([^\s@`]{0,100})$/.exec(text.slice(0, caret)) ?? []
  if (whole === undefined || query === undefined) return null
  const from = caret - query.length - 1
  return { from, query, isFirst: text.slice(0, from).trim() === "" }
}

export type NamedAgent = { readonly id: AgentId; readonly name: string; readonly where: string }

/** Names that begin with it come first, then those with a word that does, then those that hold it. */
export function agentsFor(agents: readonly NamedAgent[], query: string): readonly MentionItem[] {
  const wanted = query.toLowerCase()
  return agents
    .flatMap((agent, at) => {
      const rank = rankOf(agent.name.toLowerCase(), wanted)
      return rank === null ? [] : [{ agent, rank, at }]
    })
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, MOST_AGENTS)
    .map(({ agent: { id, name, where } }) => ({ kind: "agent", key: `agent ${id}`, agentId: id, name, where }))
}

function rankOf(name: string, wanted: string): number | null {
  if (name.startsWith(wanted)) return 0
  if (name.includes(` ${wanted}`)) return 1
  return name.includes(wanted) ? 2 : null
}

export function filesFor(paths: readonly string[]): readonly MentionItem[] {
  return paths.map((path) => ({ kind: "file", key: `file ${path}`, path }))
}

/** A file is written as code, without the @: at the beginning of a message that would be somebody's name. */
export function mentioned(text: string, caret: number, mention: Mention, item: MentionItem): { text: string; caret: number } {
  const name = item.kind === "agent" ? `@${item.name}` : `\`${item.path}\``
  const rest = text.slice(caret)
  const gap = /^\s/.test(rest) ? "" : " "
  const head = `${text.slice(0, mention.from)}${name}${gap}`
  return { text: head + rest, caret: head.length }
}
