// Owns: that after every change each agent it concerns has a next move on record: a time, or a reason (OPM-6).

import type { Agent, AgentId, Event, World } from "@kibitz/contract"
import { raised, resolved } from "../attention/items.ts"
import { askForMoney } from "../cost/ask-for-money.ts"
import { breached, isSpent, topPurse } from "../cost/budget.ts"
import type { Moment } from "../kernel/outcome.ts"
import { reportUp } from "../message/report-up.ts"
import { type NextMove, nextMove } from "../perseverance/next-move.ts"
import { getStuck, isSilence, silenceOver, spent } from "../perseverance/stuck.ts"
import { isOfProvider } from "../provider/provider.ts"
import { findAgent } from "../team/agents.ts"
import { subtree } from "../team/subtree.ts"
import { wakingUp } from "./lifecycle.ts"

const agentEnds: ReadonlySet<Event["type"]> = new Set([
  "agent.moved",
  "agent.founded",
  "agent.redirected",
  "agent.recast",
  "turn.failed",
])
/** Whatever may change somebody's next move. */
export const concerns: readonly Event["type"][] = [
  "turn.finished",
  "turn.failed",
  "turn.interrupted",
  "presence.joined",
  "presence.left",
  "attention.raised",
  "attention.resolved",
  "agent.moved",
  "agent.founded",
  "agent.redirected",
  "agent.recast",
  "question.parked",
  "question.left",
  "posture.changed",
  "message.queued",
  "agent.budgeted",
]

/**
 * Whose next move may be another after these events. A parent may have waited for the child. Where money is gone, who spent it comes first, then
 * those who share it, parents first: the first that is to go on asks for more, or it would be whoever else something has changed for just then.
 */
export function concerned(world: World, events: readonly Event[]): ReadonlySet<AgentId> {
  const ids = new Set<AgentId>()
  for (const event of events) {
    const purse = spentWith(world, event)
    if (!purse || !("agentId" in event)) continue
    ids.add(event.agentId)
    for (const { id } of subtree(world, purse)) ids.add(id)
  }
  for (const event of events) {
    if (!("agentId" in event)) continue
    if (event.type === "posture.changed" && event.axis !== "runControl") continue
    ids.add(event.agentId)
    // Money that is there again is there for everybody below, and so is money that is gone.
    const purse = setAside(world, event) ?? askedFor(event)
    if (purse) for (const { id } of subtree(world, purse)) ids.add(id)
    const parentId = agentEnds.has(event.type) ? findAgent(world, event.agentId)?.parentId : null
    if (parentId) ids.add(parentId)
  }
  return ids
}

/** Whose money it may change: also of those beside it, from whose limit its own was set aside. */
function setAside(world: World, event: Event): AgentId | null {
  const isChanged = event.type === "agent.budgeted" || (event.type === "agent.moved" && event.standing.kind === "dismissed")
  const agent = isChanged ? findAgent(world, event.agentId) : undefined
  if (!agent || (event.type === "agent.moved" && agent.limitUsd === null)) return null
  return topPurse(world, agent)?.id ?? agent.id
}

function askedFor(event: Event): AgentId | null {
  return event.type === "attention.raised" && event.item.kind === "budget" ? event.item.holderId : null
}

const turnEnds: ReadonlySet<Event["type"]> = new Set(["turn.finished", "turn.failed", "turn.interrupted"])

/** Its last turn may have been the one that spent it, also where it asks for nothing because it is done. */
function spentWith(world: World, event: Event): AgentId | null {
  const agent = turnEnds.has(event.type) && "agentId" in event ? findAgent(world, event.agentId) : undefined
  return (agent && breached(world, agent)?.holder.id) ?? null
}

export function settle(world: World, agent: Agent, moment: Moment): Event[] {
  if (!agent.turn && agent.items.some((id) => isSilence(world, id))) return silenceOver(world, agent)
  const over = [...reviewOver(world, agent), ...moneyOver(world, agent)]
  if (over.length > 0) return over
  const now = letGoOn(world, agent, moment)
  if (now.length > 0) return now
  const next = nextMove(world, agent, moment.at)
  if (next.due?.why === "continue") {
    const end = spent(world, agent)
    if (end)
      return [
        ...getStuck(agent, end, moment),
        ...plan(agent, notAlone),
        ...reportUp(world, agent, "", `is stuck: ${end.detail}`, moment),
      ]
  }
  return [
    ...plan(agent, next),
    ...(next.waits === "review" ? review(world, agent, moment) : []),
    ...(next.waits === "you" ? money(world, agent, moment) : []),
  ]
}

/** What held it up is over, and it was to go on in its place in the line: whoever comes to it meanwhile does not find it standing still. */
function letGoOn(world: World, agent: Agent, moment: Moment): Event[] {
  const { presence, due, trouble } = agent
  if (!presence || due?.why !== "restart" || due.limited || !trouble?.parked || !isOfProvider(trouble.failure)) return []
  return wakingUp(world, agent, moment)
}

/** Also where the limit was lowered, and nobody has met it yet. */
function money(world: World, agent: Agent, moment: Moment): Event[] {
  const holder = breached(world, agent)?.holder
  return holder ? askForMoney(world, agent, holder, moment) : []
}

/** What it waits on is always there to be found, also when it stopped before the user's eyes, or is held to units only now (AXS-7). */
function review(world: World, agent: Agent, moment: Moment): Event[] {
  if (agent.items.some((id) => world.attention[id]?.kind === "your-turn")) return []
  return [raised(agent, { kind: "your-turn", tier: 3, why: "unit", detail: "" }, moment)]
}

/** Whoever may go on by itself again waits for no look. */
function reviewOver(world: World, agent: Agent): Event[] {
  if (agent.posture.runControl !== "autonomous") return []
  return agent.items.flatMap((id) => {
    const item = world.attention[id]
    const isReview = item?.kind === "your-turn" && item.why === "unit"
    return isReview ? [resolved(agent, item, "resumed", "It may go on by itself again.")] : []
  })
}

/** There is something left again, whoever's limit was raised or lowered for it. */
function moneyOver(world: World, agent: Agent): Event[] {
  return agent.items.flatMap((id) => {
    const item = world.attention[id]
    if (item?.kind !== "budget" || isSpent(world, agent, item.holderId)) return []
    const limitUsd = findAgent(world, item.holderId)?.limitUsd ?? null
    const note = limitUsd === null ? "The limit was taken away." : `The limit is now $${limitUsd.toFixed(2)}.`
    return [resolved(agent, item, "raised", note)]
  })
}

const notAlone: NextMove = { due: null, waits: null }

/** A time that is set stays: what merely happens meanwhile does not put it off. */
function plan(agent: Agent, next: NextMove): Event[] {
  const due = agent.due && next.due && agent.due.why === next.due.why ? agent.due : next.due
  if (due === agent.due && next.waits === agent.waits) return []
  return [{ type: "agent.planned", agentId: agent.id, due, waits: next.waits }]
}
