// Owns: the map of agents as a value: changing one agent leaves the map before it as it was and copies one bucket.
import { type Agent, type AgentId, type Agents, projectWorkspaceId, type World, type WorldSnapshot } from "@kibitz/contract"

/** So many that ten thousand agents leave each bucket small, so few that copying the list of them costs little. */
const BUCKETS = 512

export const noAgents: Agents = Array.from({ length: BUCKETS }, () => ({}))

/** Ids come from outside, and every object "has" a toString: only what was put there counts. */
export function findAgent({ agents }: { readonly agents: Agents }, id: AgentId): Agent | undefined {
  const bucket = agents[bucketOf(id)] ?? {}
  return Object.hasOwn(bucket, id) ? bucket[id] : undefined
}

export function putAgent(agents: Agents, agent: Agent): Agents {
  return putAgents(agents, [agent])
}

/** Several at once copy the list of buckets once. */
export function putAgents(agents: Agents, changed: readonly Agent[]): Agents {
  const next = agents.slice()
  for (const agent of changed) {
    const at = bucketOf(agent.id)
    next[at] = { ...next[at], [agent.id]: agent }
  }
  return next
}

export function allAgents({ agents }: { readonly agents: Agents }): readonly Agent[] {
  return agents.flatMap((bucket) => Object.values(bucket))
}

export function snapshotOf(world: World): WorldSnapshot {
  const head = world.workspaces[projectWorkspaceId]?.head ?? null
  return { ...world, agents: Object.assign({}, ...world.agents), head }
}

export function worldFrom({ head: _, ...snapshot }: WorldSnapshot): World {
  const buckets: Record<AgentId, Agent>[] = Array.from({ length: BUCKETS }, () => ({}))
  for (const agent of Object.values(snapshot.agents)) {
    const bucket = buckets[bucketOf(agent.id)]
    if (bucket) bucket[agent.id] = agent
  }
  return { ...snapshot, agents: buckets }
}

/** FNV-1a: spreads ids that differ in one digit. */
function bucketOf(id: AgentId): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % BUCKETS
}
