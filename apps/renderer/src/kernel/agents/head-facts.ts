// Owns: the words and numbers at the head of a chat: where the agent sits, and how full what its model reads is. Pure.
import type { Agent, AgentId, World } from "@kibitz/contract"
import { findAgent, type TranscriptItem } from "@kibitz/domain"
import { formatCount } from "../ui/numbers.ts"

/** From the root down to the agent itself. */
export function pathTo(world: World, agentId: AgentId): readonly Agent[] {
  const path: Agent[] = []
  for (let at = findAgent(world, agentId); at; at = at.parentId === null ? undefined : findAgent(world, at.parentId))
    path.unshift(at)
  return path
}

/** More levels than this are told as their ends; the ones between open from a mark. */
const MOST_CRUMBS = 4

export type Crumbs = { readonly above: readonly Agent[]; readonly hidden: readonly Agent[]; readonly near: readonly Agent[] }

/** Without the agent itself. */
export function crumbsOf(path: readonly Agent[]): Crumbs {
  const rooms = path.slice(0, -1)
  if (rooms.length < MOST_CRUMBS) return { above: rooms, hidden: [], near: [] }
  return { above: rooms.slice(0, 1), hidden: rooms.slice(1, -1), near: rooms.slice(-1) }
}

/** Those beside it that are still there, in the order in which they came. */
export function siblingsOf(world: World, { id, parentId }: Agent): readonly Agent[] {
  const parent = parentId === null ? undefined : findAgent(world, parentId)
  return (parent?.childIds ?? [])
    .flatMap((one) => (one === id ? [] : (findAgent(world, one) ?? [])))
    .filter(({ standing }) => standing.kind !== "dismissed")
}

/** About what Kibitz sends at most (supervisor/history), and what the models take. */
export const CONTEXT_TOKENS = 200_000

/** What the last request held, with what came of it: the next one begins with that. Null before there was one. */
export function contextTokens(items: readonly TranscriptItem[]): number | null {
  const last = items.findLast((item) => item.kind === "reply")
  if (last?.kind !== "reply") return null
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = last.usage
  const sum = inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens
  return sum === 0 ? null : sum
}

export function contextLine(tokens: number): string {
  return `${Math.min(100, Math.max(1, Math.round((tokens / CONTEXT_TOKENS) * 100)))} % context`
}

export function contextTitle(tokens: number): string {
  return `${formatCount(tokens)} of about ${formatCount(CONTEXT_TOKENS)} tokens that a request can hold. Older parts are shortened first.`
}
