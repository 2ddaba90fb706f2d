// Owns: who waits for an answer besides the one that asks: the distinct agents reachable over waits-on edges.
// Does not own: who waits for what (agent.waits, agent.standing, agent.trouble say so).
import type { Agent, AgentId, Agents, AttentionItem, ModelFailureKind, World } from "@kibitz/contract"
import { breached } from "../cost/budget.ts"
import { allAgents, findAgent } from "../team/agents.ts"

/** Those above an agent that wait for it, nearest first. isAsked: one of them has to answer others, which wait for it in turn. */
type Chain = { readonly id: AgentId; readonly up: Chain | null; readonly length: number; readonly isAsked: boolean }

export type Waiters = {
  /** How many wait above an agent with this parent. */
  above(parentId: AgentId | null): number
  /** Whether those above it are all that an item of this agent holds up: then nothing has to be gathered. */
  onlyAbove(agentId: AgentId): boolean
  of(items: readonly AttentionItem[]): ReadonlySet<AgentId>
}

export function fanoutOf(world: World, item: AttentionItem): ReadonlySet<AgentId> {
  return waitersIn(world).of([item])
}

/** For many items of one world: what they have in common is looked up once. */
export function waitersIn(world: World): Waiters {
  const chains = new Map<AgentId, Chain | null>()
  const held = new Map<string, readonly Agent[]>()
  const askers = askersIn(world.agents)

  /** From this agent on upwards, as far as each waits for one below it. Kept by parent: siblings share it. */
  function chainFrom(id: AgentId | null | undefined): Chain | null {
    if (!id) return null
    const known = chains.get(id)
    if (known !== undefined) return known
    const chain = extended(findAgent(world, id))
    chains.set(id, chain)
    return chain
  }
  function extended(agent: Agent | undefined): Chain | null {
    if (!agent || !waitsForChild(agent)) return null
    const up = chainFrom(agent.parentId)
    return { id: agent.id, up, length: 1 + (up?.length ?? 0), isAsked: askers.has(agent.id) || (up?.isAsked ?? false) }
  }
  const chainAbove = (id: AgentId) => chainFrom(findAgent(world, id)?.parentId)

  function heldBy(item: AttentionItem): readonly Agent[] {
    if (item.kind === "budget") return remembered(`budget ${item.holderId}`, () => withoutMoney(world, item.holderId))
    if (item.kind === "provider") return remembered(`provider ${item.failure}`, () => refusedFor(world, item.failure))
    return []
  }
  function remembered(key: string, find: () => readonly Agent[]): readonly Agent[] {
    const found = held.get(key) ?? find()
    held.set(key, found)
    return found
  }

  function of(items: readonly AttentionItem[]): ReadonlySet<AgentId> {
    const all = new Set<AgentId>()
    const add = (id: AgentId) => {
      if (all.has(id)) return
      all.add(id)
      addAsking(id)
    }
    const addAbove = (id: AgentId) => {
      for (let chain = chainAbove(id); chain; chain = chain.up) add(chain.id)
    }
    const addAsking = (id: AgentId) => {
      for (const asker of askers.get(id) ?? []) {
        if (all.has(asker)) continue
        add(asker)
        addAbove(asker)
      }
    }
    for (const item of items) {
      addAbove(item.agentId)
      addAsking(item.agentId)
      for (const agent of heldBy(item)) {
        add(agent.id)
        addAbove(agent.id)
      }
    }
    for (const { agentId } of items) all.delete(agentId)
    return all
  }

  return {
    of,
    above: (parentId) => chainFrom(parentId)?.length ?? 0,
    onlyAbove: (agentId) => askers.size === 0 || !(askers.has(agentId) || chainAbove(agentId)?.isAsked),
  }
}

const known = new WeakMap<Agents, ReadonlyMap<AgentId, readonly AgentId[]>>()

/** Who has nothing to do until the one its question is with answers, by that one. Looked up once for one and the same agents. */
function askersIn(agents: Agents): ReadonlyMap<AgentId, readonly AgentId[]> {
  const before = known.get(agents)
  if (before) return before
  const askers = new Map<AgentId, AgentId[]>()
  for (const bucket of agents) {
    for (const id in bucket) {
      const agent = bucket[id as AgentId]
      if (agent?.waits !== "parent" || agent.turn !== null || isOver(agent)) continue
      for (const { holderId } of agent.asking) askers.set(holderId, [...(askers.get(holderId) ?? []), agent.id])
    }
  }
  known.set(agents, askers)
  return askers
}

/** Most items hold up only those above the one that asks; these hold up others as well. */
export function holdsOthers({ kind }: AttentionItem): boolean {
  return kind === "budget" || kind === "provider"
}

function waitsForChild(agent: Agent): boolean {
  return agent.waits === "child" && agent.turn === null && !isOver(agent)
}

function isOver({ standing }: Agent): boolean {
  return standing.kind === "done" || standing.kind === "dismissed"
}

/** The holder and all below it that do not go on because of money. */
function withoutMoney(world: World, holderId: AgentId): readonly Agent[] {
  const found: Agent[] = []
  const open: AgentId[] = [holderId]
  for (let id = open.pop(); id; id = open.pop()) {
    const agent = findAgent(world, id)
    if (!agent) continue
    open.push(...agent.childIds)
    if (!isOver(agent) && isWithoutMoney(world, agent)) found.push(agent)
  }
  return found
}

/** Cut off by it in the middle of a turn, or come to the end of one and with nothing left for the next. */
function isWithoutMoney(world: World, agent: Agent): boolean {
  if (agent.trouble) return agent.trouble.parked && agent.trouble.failure.kind === "budget"
  return agent.turn === null && agent.waits === "you" && breached(world, agent) !== null
}

/** All that wait because the provider refuses for this reason. */
function refusedFor(world: World, failure: ModelFailureKind): readonly Agent[] {
  return allAgents(world).filter((agent) => !isOver(agent) && refusal(agent) === failure)
}

/** A limit also holds back whoever has not asked since: its time had come, and was put off until the limit is over. */
function refusal({ turn, trouble, standing, due }: Agent): ModelFailureKind | null {
  if ((standing.kind === "paused" && standing.by === "limit") || due?.limited) return "rate_limited"
  if (turn) return turn.status.kind === "delayed" ? turn.status.failure.kind : null
  return trouble?.parked ? trouble.failure.kind : null
}
