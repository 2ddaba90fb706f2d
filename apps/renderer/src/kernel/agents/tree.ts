// Owns: all agents as one indented list, parents before their children, in the order in which they came.
import type { Agent, AgentId, AttentionItem, World } from "@kibitz/contract"
import { allAgents, findAgent } from "@kibitz/domain"

export type TreeRow = {
  readonly agent: Agent
  readonly level: number
  readonly position: number
  readonly siblings: number
  readonly needsYou: number
}

export function treeRows(world: World): readonly TreeRow[] {
  const waiting = countByAgent(Object.values(world.attention).filter(({ tier, snoozed = null }) => tier <= 1 && snoozed === null))
  const rows: TreeRow[] = []
  const roots = allAgents(world)
    .filter((agent) => isThere(agent) && (agent.parentId === null || !findAgent(world, agent.parentId)))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0))
  const pending = placed(roots, 1).reverse()
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { agent, level, position, siblings } = next
    rows.push({ agent, level, position, siblings, needsYou: waiting.get(agent.id) ?? 0 })
    const children = agent.childIds.flatMap((id) => findAgent(world, id) ?? []).filter(isThere)
    pending.push(...placed(children, level + 1).reverse())
  }
  return rows
}

/** Those who were dismissed went with all below them, and are not among those who work. */
function isThere({ standing }: Agent): boolean {
  return standing.kind !== "dismissed"
}

function placed(agents: readonly Agent[], level: number) {
  return agents.map((agent, index) => ({ agent, level, position: index + 1, siblings: agents.length }))
}

function countByAgent(items: readonly AttentionItem[]): ReadonlyMap<AgentId, number> {
  const counts = new Map<AgentId, number>()
  for (const { agentId } of items) counts.set(agentId, (counts.get(agentId) ?? 0) + 1)
  return counts
}

/** Where a typed letter goes: the next name that begins with it, from the place one is at. */
export function byLetter(rows: readonly TreeRow[], at: number, letter: string): number {
  const wanted = letter.toLowerCase()
  for (let step = 1; step <= rows.length; step += 1) {
    const index = (at + step) % rows.length
    if (rows[index]?.agent.name.toLowerCase().startsWith(wanted)) return index
  }
  return at
}
