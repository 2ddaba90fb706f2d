// Owns: the counts over an agent and all below it. Kept up on the way from a changed agent to the root, so that no event costs more than
// the depth of the tree.
import type { Agent, AgentId, Agents, AttentionItem, ItemId, Tally } from "@kibitz/contract"
import { findAgent, putAgents } from "./agents.ts"
import { waitsForUser } from "./status.ts"

export const noTally: Tally = {
  agents: 0,
  working: 0,
  waiting: 0,
  stopped: 0,
  paused: 0,
  stuck: 0,
  done: 0,
  rehearsal: 0,
  tiers: [0, 0, 0, 0, 0],
}

type Items = Readonly<Record<ItemId, AttentionItem>>
type Word = Exclude<keyof Tally, "agents" | "rehearsal" | "tiers">

/** Of the agent alone. */
export function ownTally(agent: Agent, items: Items): Tally {
  const tiers: Tally["tiers"] = [0, 0, 0, 0, 0]
  for (const id of agent.items) {
    const item = items[id]
    // What the user has put off needs nobody until it is back (ux, principle 3).
    if (item && item.snoozed == null) tiers[item.tier] = (tiers[item.tier] ?? 0) + 1
  }
  // Money and the provider are asked for on behalf of others too, and wait when the one that asked is gone: what is in the inbox is counted.
  if (agent.standing.kind === "dismissed") return { ...noTally, tiers }
  return { ...noTally, agents: 1, [wordOf(agent)]: 1, rehearsal: agent.rehearsal ? 1 : 0, tiers }
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
    tiers: [
      how(a.tiers[0], b.tiers[0]),
      how(a.tiers[1], b.tiers[1]),
      how(a.tiers[2], b.tiers[2]),
      how(a.tiers[3], b.tiers[3]),
      how(a.tiers[4], b.tiers[4]),
    ],
  }
}

function isNothing({ tiers, ...counts }: Tally): boolean {
  return Object.values(counts).every((count) => count === 0) && tiers.every((count) => count === 0)
}
