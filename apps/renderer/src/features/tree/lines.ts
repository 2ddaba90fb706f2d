// Owns: all agents as one indented list: who is shown, how deep, in which place among siblings. Only the shape: what an agent does is read by its
// own line, so that one agent's change never makes the list anew.
import type { Agent, AgentId, World } from "@kibitz/contract"
import { allAgents, findAgent } from "@kibitz/domain"
import { isThere } from "../../kernel/agents/shape.ts"

export type TreeLine = {
  readonly id: AgentId
  readonly level: number
  /** Among those shown beside it, from 1. */
  readonly position: number
  readonly siblings: number
  readonly isParent: boolean
  readonly isOpen: boolean
}

/** What the user has opened and closed; nobody said anything about the others. */
export type Opened = ReadonlyMap<AgentId, boolean>

/** Jake and those right below him are open at first: the rest of a large team is one key away. */
const OPEN_LEVELS = 2

export function treeLines(world: World, opened: Opened, filter: string): readonly TreeLine[] {
  const kept = filter.trim() === "" ? null : matching(world, filter)
  const isShown = (agent: Agent) => isThere(agent) && (kept === null || kept.has(agent.id))
  const roots = allAgents(world)
    .filter((agent) => isShown(agent) && (agent.parentId === null || !findAgent(world, agent.parentId)))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0))
  const lines: TreeLine[] = []
  const pending = placed(roots, 1)
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { agent, ...place } = next
    const children = agent.childIds.flatMap((id) => findAgent(world, id) ?? []).filter(isShown)
    const isParent = children.length > 0
    const isOpen = isParent && (kept !== null || (opened.get(agent.id) ?? place.level <= OPEN_LEVELS))
    lines.push({ id: agent.id, ...place, isParent, isOpen })
    if (isOpen) pending.push(...placed(children, place.level + 1))
  }
  return lines
}

/** Last first, because they are taken from the end. */
function placed(agents: readonly Agent[], level: number) {
  return agents.map((agent, index) => ({ agent, level, position: index + 1, siblings: agents.length })).reverse()
}

/** Those whose name or assignment has it, with everybody above them. */
function matching(world: World, filter: string): ReadonlySet<AgentId> {
  const wanted = filter.trim().toLowerCase()
  const kept = new Set<AgentId>()
  for (const agent of allAgents(world)) {
    if (!isThere(agent) || !says(agent, wanted)) continue
    for (let at: Agent | undefined = agent; at && !kept.has(at.id); at = above(world, at)) kept.add(at.id)
  }
  return kept
}

function says({ name, assignment }: Agent, wanted: string): boolean {
  return name.toLowerCase().includes(wanted) || (assignment?.toLowerCase().includes(wanted) ?? false)
}

function above(world: World, { parentId }: Agent): Agent | undefined {
  return parentId === null ? undefined : findAgent(world, parentId)
}

/** Everybody above it, so that it can be shown. */
export function waysTo(world: World, agentId: AgentId): readonly AgentId[] {
  const found: AgentId[] = []
  const start = findAgent(world, agentId)
  for (let at = start && above(world, start); at; at = above(world, at)) found.push(at.id)
  return found
}

/** Where the arrows stand: on the agent itself, on the nearest above it that is shown, or on the first. */
export function indexOf(world: World, lines: readonly TreeLine[], agentId: AgentId): number {
  const places = new Map(lines.map(({ id }, index) => [id, index]))
  for (const id of [agentId, ...waysTo(world, agentId)]) {
    const at = places.get(id)
    if (at !== undefined) return at
  }
  return 0
}
