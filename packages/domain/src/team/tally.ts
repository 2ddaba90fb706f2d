// Owns: the counts over an agent and all below it. Kept up on the way from a changed agent to the root, so that no event costs more than
// the depth of the tree.
import type { Agent, AgentId, Agents, AttentionItem, Event, ItemId, Needed, Tally, World } from "@kibitz/contract"
import { findAgent, putAgents } from "./agents.ts"
import { waitsForUser } from "./status.ts"

const nobodyNeeded: Needed = { working: 0, waiting: 0, stopped: 0, paused: 0, stuck: 0, done: 0, dismissed: 0 }

export const noTally: Tally = {
  agents: 0,
  working: 0,
  waiting: 0,
  stopped: 0,
  paused: 0,
  stuck: 0,
  done: 0,
  rehearsal: 0,
  needed: nobodyNeeded,
  tiers: [0, 0, 0, 0, 0],
}

type Items = Readonly<Record<ItemId, AttentionItem>>
type Word = Exclude<keyof Needed, "dismissed">

/** Every agent once, by the one sign it has wherever it is shown: whoever must be answered counts as that and as nothing else (ux 2.4, 5.2). */
export type AgentCounts = Readonly<Record<Word | "needsYou", number>>

export function agentCounts({ needed, ...all }: Tally): AgentCounts {
  return {
    needsYou: Object.values(needed).reduce((so, count) => so + count, 0),
    working: all.working - needed.working,
    waiting: all.waiting - needed.waiting,
    stopped: all.stopped - needed.stopped,
    paused: all.paused - needed.paused,
    stuck: all.stuck - needed.stuck,
    done: all.done - needed.done,
  }
}

/** Not agents but items: what stops the line, and what somebody is blocked on. */
export function itemsToAnswer({ tiers }: Tally): number {
  return tiers[0] + tiers[1]
}

/** Of the agent alone. */
export function ownTally(agent: Agent, items: Items): Tally {
  const tiers: Tally["tiers"] = [0, 0, 0, 0, 0]
  for (const id of agent.items) {
    const item = items[id]
    // What the user has put off needs nobody until it is back (ux, principle 3).
    if (item && item.snoozed == null) tiers[item.tier] = (tiers[item.tier] ?? 0) + 1
  }
  // Money and the provider are asked for on behalf of others too, and wait when the one that asked is gone: what is in the inbox is counted.
  const isGone = agent.standing.kind === "dismissed"
  const word = isGone ? "dismissed" : wordOf(agent)
  const needed = tiers[0] + tiers[1] > 0 ? { ...nobodyNeeded, [word]: 1 } : nobodyNeeded
  if (isGone) return { ...noTally, needed, tiers }
  return { ...noTally, agents: 1, [word]: 1, rehearsal: agent.rehearsal ? 1 : 0, needed, tiers }
}

/** Keeps the counts of everybody above a changed agent. Most events change none. */
export function keepTally(before: World, after: World, event: Event): World {
  if (!("agentId" in event)) return after
  const now = findAgent(after, event.agentId)
  if (!now) return after
  const then = findAgent(before, event.agentId)
  // Putting something off changes what waits, not the agent it waits for.
  if (then && event.type !== "attention.snoozed" && countsAlike(then, now)) return after
  const own = then ? ownTally(then, before.attention) : noTally
  const agents = rollUp(after.agents, event.agentId, own, ownTally(now, after.attention))
  return agents === after.agents ? after : { ...after, agents }
}

/** Whether a change of this agent can be one of its counts. */
export function countsAlike(before: Agent, after: Agent): boolean {
  if (before.items !== after.items || before.rehearsal !== after.rehearsal) return false
  const isSameEnd = (before.standing.kind === "dismissed") === (after.standing.kind === "dismissed")
  return isSameEnd && wordOf(before) === wordOf(after)
}

/** In a turn, only what runs counts as work: one that waits for the user waits, and one that waits for the provider goes on by itself (OPM-7). */
function wordOf({ turn, standing, due, trouble }: Agent): Word {
  if (turn) {
    if (turn.status.kind === "held" || turn.status.kind === "delayed") return "stopped"
    return waitsForUser(turn) ? "waiting" : "working"
  }
  if (standing.kind === "paused" || standing.kind === "stuck" || standing.kind === "done") return standing.kind
  if (due) return "stopped"
  if (trouble) return trouble.parked ? "paused" : "stuck"
  return "waiting"
}

/** Adds what has changed to the agent and everybody above it. */
export function rollUp(agents: Agents, from: AgentId, before: Tally, after: Tally): Agents {
  const change = minus(after, before)
  if (isNothing(change)) return agents
  const changed: Agent[] = []
  for (let id: AgentId | null = from; id; ) {
    const agent: Agent | undefined = findAgent({ agents }, id)
    if (!agent) break
    changed.push({ ...agent, tally: plus(agent.tally, change) })
    id = agent.parentId
  }
  return putAgents(agents, changed)
}

function plus(a: Tally, b: Tally): Tally {
  return combine(a, b, (x, y) => x + y)
}

function minus(a: Tally, b: Tally): Tally {
  return combine(a, b, (x, y) => x - y)
}

function combine(a: Tally, b: Tally, how: (x: number, y: number) => number): Tally {
  return {
    agents: how(a.agents, b.agents),
    working: how(a.working, b.working),
    waiting: how(a.waiting, b.waiting),
    stopped: how(a.stopped, b.stopped),
    paused: how(a.paused, b.paused),
    stuck: how(a.stuck, b.stuck),
    done: how(a.done, b.done),
    rehearsal: how(a.rehearsal, b.rehearsal),
    needed: {
      working: how(a.needed.working, b.needed.working),
      waiting: how(a.needed.waiting, b.needed.waiting),
      stopped: how(a.needed.stopped, b.needed.stopped),
      paused: how(a.needed.paused, b.needed.paused),
      stuck: how(a.needed.stuck, b.needed.stuck),
      done: how(a.needed.done, b.needed.done),
      dismissed: how(a.needed.dismissed, b.needed.dismissed),
    },
    tiers: [
      how(a.tiers[0], b.tiers[0]),
      how(a.tiers[1], b.tiers[1]),
      how(a.tiers[2], b.tiers[2]),
      how(a.tiers[3], b.tiers[3]),
      how(a.tiers[4], b.tiers[4]),
    ],
  }
}

function isNothing({ tiers, needed, ...counts }: Tally): boolean {
  return [counts, needed, tiers].every((some) => Object.values(some).every((count) => count === 0))
}
