// Owns: how agents come to be, and are halted. A child starts with at most its parent's rights (AXS-5, T25).
import type { Agent, AgentId, CallId, CommandOf, Event, EventOf, MessageId, World } from "@kibitz/contract"
import { remainingUsd } from "../cost/budget.ts"
import { accept, type Decision, type Moment, reject } from "../outcome.ts"
import { startPosture } from "../posture/start.ts"
import { startTurn } from "../turn/start.ts"
import { allAgents, findAgent } from "./agents.ts"
import { founded } from "./evolve.ts"
import { nameFor } from "./names.ts"

/** Deep enough for any team, shallow enough that a loop of spawning ends (T25). */
export const TREE_LIMITS = { depth: 12, children: 64 } as const

export function decideFound(world: World, command: CommandOf<"agent.found">): Decision {
  if (findAgent(world, command.agentId)) return accept()
  const posture = startPosture(world.settings, null, "desktop")
  return accept({ type: "agent.founded", agentId: command.agentId, parentId: null, name: command.name, posture })
}

export function decideSpawn(world: World, command: CommandOf<"agent.spawn">, moment: Moment): Decision {
  const parent = findAgent(world, command.parentId)
  if (!parent) return reject("unknown-agent", `There is no agent "${command.parentId}" that could have a child.`)
  const spawned = spawn(world, parent, command, moment)
  return "refusal" in spawned ? reject("not-allowed", spawned.refusal) : accept(...spawned.events)
}

export type SpawnWish = {
  readonly name?: string | undefined
  readonly assignment?: string | undefined
  readonly budgetUsd?: number | undefined
  readonly callId?: CallId
}

export function spawn(
  world: World,
  parent: Agent,
  wish: SpawnWish,
  moment: Moment,
): { readonly events: Event[]; readonly child: Agent } | { readonly refusal: string } {
  const refusal = treeRefusal(world, parent) ?? budgetRefusal(world, parent, wish.budgetUsd)
  if (refusal) return { refusal }
  const event: EventOf<"agent.founded"> = {
    type: "agent.founded",
    agentId: moment.id("agent") as AgentId,
    parentId: parent.id,
    name: nameFor(wish.name, allAgents(world)),
    // An agent hands on what it has itself; one that the user starts begins with the project's defaults.
    posture: wish.callId ? parent.posture : startPosture(world.settings, parent, moment.origin.surface ?? parent.posture.surface),
    ...(wish.assignment === undefined ? {} : { assignment: wish.assignment }),
    ...(wish.budgetUsd === undefined ? {} : { limitUsd: wish.budgetUsd }),
    ...(wish.callId === undefined ? {} : { callId: wish.callId }),
  }
  const child = founded(event, moment.at, parent)
  if (wish.assignment === undefined) return { events: [event], child }
  const first = {
    id: moment.id("msg") as MessageId,
    text: wish.assignment,
    ...(wish.callId ? { from: parent.id, tainted: parent.taintedAt !== null } : {}),
  }
  return { events: [event, ...startTurn(world, child, [first], moment)], child }
}

function treeRefusal(world: World, parent: Agent): string | null {
  if (parent.childIds.length >= TREE_LIMITS.children) {
    return `${parent.name} already has ${parent.childIds.length} children, which is the most an agent may have.`
  }
  let depth = 1
  for (let above: Agent | undefined = parent; above?.parentId; above = findAgent(world, above.parentId)) depth += 1
  return depth >= TREE_LIMITS.depth ? `The tree may be ${TREE_LIMITS.depth} levels deep; ${parent.name} is on the last.` : null
}

function budgetRefusal(world: World, parent: Agent, wish: number | undefined): string | null {
  const left = remainingUsd(world, parent)
  if (left === null) return null
  if (left <= 0) return `The money set aside for ${parent.name} is spent, so it cannot start another agent.`
  if (wish !== undefined && wish > left) {
    return `${parent.name} has $${left.toFixed(2)} left and cannot set $${wish.toFixed(2)} aside for a child.`
  }
  return null
}

/** pause: the turn ends, what waits is kept. stop: what waits is cleared too. */
export function decideHalt(world: World, agent: Agent, command: CommandOf<"agent.halt">): Decision {
  const agents = command.all ? allAgents(world) : [agent]
  const events = agents.flatMap((one): Event[] => [
    ...(one.turn && one.turn.status.kind !== "stopping"
      ? [{ type: "turn.stopping", agentId: one.id, turnId: one.turn.id } as const]
      : []),
    ...(command.how === "stop"
      ? one.queue.map(({ id }) => ({ type: "message.withdrawn", agentId: one.id, messageId: id }) as const)
      : []),
  ])
  if (events.length > 0) return accept(...events)
  return reject("nothing-to-stop", command.all ? "Nobody is working." : `${agent.name} is not working.`)
}

export function decideBudget(world: World, agent: Agent, command: CommandOf<"agent.set-budget">): Decision {
  const { limitUsd } = command
  const parent = agent.parentId ? findAgent(world, agent.parentId) : undefined
  const left = parent ? remainingUsd(world, parent) : null
  const own = agent.limitUsd === null ? 0 : Math.max(0, agent.limitUsd - agent.spentUsd - agent.spentBelowUsd)
  if (parent && left !== null && limitUsd !== null && limitUsd - agent.spentUsd - agent.spentBelowUsd > left + own) {
    return reject("not-allowed", `${parent.name} has $${(left + own).toFixed(2)} left to set aside for ${agent.name}.`)
  }
  if (limitUsd === agent.limitUsd) return accept()
  const isEnough = limitUsd === null || limitUsd > agent.spentUsd + agent.spentBelowUsd
  const settled = Object.values(world.attention).filter((item) => item.kind === "budget" && item.holderId === agent.id)
  return accept(
    { type: "agent.budgeted", agentId: agent.id, limitUsd },
    ...(isEnough ? settled : []).map(
      (item): Event => ({
        type: "attention.resolved",
        agentId: item.agentId,
        itemId: item.id,
        outcome: "raised",
        note: limitUsd === null ? "The limit was taken away." : `The limit is now $${limitUsd.toFixed(2)}.`,
        visibleMs: 0,
      }),
    ),
  )
}
