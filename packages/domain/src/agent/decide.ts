// Owns: how agents come to be, and what they may spend. A child starts with at most its parent's rights (AXS-5, T25).
import {
  type Agent,
  type AgentId,
  type CallId,
  type CommandOf,
  type DoneBehaviour,
  type Event,
  type EventOf,
  type MessageId,
  type PermissionProfile,
  type Posture,
  paneKey,
  projectWorkspaceId,
  type WorkspaceId,
  type World,
} from "@kibitz/contract"
import { remainingUsd } from "../cost/budget.ts"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { startTurn } from "../message/start.ts"
import { lesser, withAxis } from "../posture/power.ts"
import { startPosture } from "../posture/start.ts"
import { joining } from "../presence/decide.ts"
import { findAgent } from "../team/agents.ts"
import { nameFor } from "../team/names.ts"
import { findWorkspace } from "../workspace/workspaces.ts"
import { founded } from "./founded.ts"

export function decideFound(world: World, command: CommandOf<"agent.found">): Decision {
  if (findAgent(world, command.agentId)) return accept()
  const posture = startPosture(world.settings, null, "desktop")
  return accept({ type: "agent.founded", agentId: command.agentId, parentId: null, name: command.name, posture })
}

export function decideSpawn(world: World, command: CommandOf<"agent.spawn">, moment: Moment): Decision {
  const parent = findAgent(world, command.parentId)
  if (!parent) return reject("unknown-agent", `There is no agent "${command.parentId}" that could have a child.`)
  const known = command.agentId && findAgent(world, command.agentId)
  // The same command again, after a lost answer.
  if (known?.parentId === parent.id) return accept()
  if (known) return reject("not-allowed", `There is an agent "${known.id}" already. Give the new one another id.`)
  const spawned = spawn(world, parent, command, moment)
  if ("refusal" in spawned) return reject("not-allowed", spawned.refusal)
  const { connection } = moment.origin
  if (command.pane === undefined || !connection) return accept(...spawned.events)
  return accept(...spawned.events, ...joining(world, spawned.child, paneKey(connection, command.pane), "spawned", moment))
}

export type SpawnWish = {
  /** Left out: made here. */
  readonly agentId?: AgentId | undefined
  readonly name?: string | undefined
  readonly assignment?: string | undefined
  readonly budgetUsd?: number | undefined
  readonly callId?: CallId
  readonly whenDone?: DoneBehaviour | undefined
  readonly rehearsal?: true | undefined
  /** Where it is to work; left out, where its parent does. */
  readonly workspaceId?: WorkspaceId | undefined
  /** Of an agent that starts another: no more than it has itself (AXS-5). */
  readonly permissionProfile?: PermissionProfile | undefined
}

function handedOn(posture: Posture, wanted: PermissionProfile | undefined): Posture {
  if (wanted === undefined) return posture
  return withAxis(posture, "permissionProfile", lesser("permissionProfile", posture.permissionProfile, wanted))
}

export function spawn(
  world: World,
  parent: Agent,
  wish: SpawnWish,
  moment: Moment,
): { readonly events: Event[]; readonly child: Agent } | { readonly refusal: string } {
  const workspaceId = wish.workspaceId ?? parent.workspaceId
  const refusal =
    treeRefusal(world, parent) ?? budgetRefusal(world, parent, wish.budgetUsd) ?? workspaceRefusal(world, workspaceId)
  if (refusal) return { refusal }
  const event: EventOf<"agent.founded"> = {
    type: "agent.founded",
    agentId: wish.agentId ?? (moment.id("agent") as AgentId),
    parentId: parent.id,
    name: nameFor(wish.name, world.agents),
    // An agent hands on what it has itself; one that the user starts begins with the project's defaults.
    posture: wish.callId
      ? handedOn(parent.posture, wish.permissionProfile)
      : startPosture(world.settings, parent, moment.origin.surface ?? parent.posture.surface),
    ...(wish.assignment === undefined ? {} : { assignment: wish.assignment }),
    ...(wish.budgetUsd === undefined ? {} : { limitUsd: wish.budgetUsd }),
    ...(wish.callId === undefined ? {} : { callId: wish.callId }),
    // What a script starts is played by scripts too.
    ...(wish.rehearsal || (wish.callId && parent.rehearsal) ? { rehearsal: true } : {}),
    ...(wish.whenDone === undefined ? {} : { whenDone: wish.whenDone }),
    ...(workspaceId === projectWorkspaceId && parent.workspaceId === projectWorkspaceId ? {} : { workspaceId }),
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

/** Deep enough for any team, shallow enough that a loop of spawning ends (T25). Those who are gone take no place. */
function treeRefusal(world: World, parent: Agent): string | null {
  if (parent.standing.kind === "dismissed") return `${parent.name} has been dismissed and cannot have a child.`
  const { limits } = world.settings
  const children = parent.childIds.length < limits.children ? 0 : present(world, parent)
  if (children >= limits.children) {
    return `${parent.name} already has ${children} children, which is the most an agent may have.`
  }
  let depth = 1
  for (let above: Agent | undefined = parent; above?.parentId; above = findAgent(world, above.parentId)) depth += 1
  return depth >= limits.depth ? `The tree may be ${limits.depth} levels deep; ${parent.name} is on the last.` : null
}

function workspaceRefusal(world: World, id: WorkspaceId): string | null {
  return findWorkspace(world, id) ? null : `There is no workspace "${id}" that an agent could work in.`
}

function present(world: World, { childIds }: Agent): number {
  return childIds.filter((id) => findAgent(world, id)?.standing.kind !== "dismissed").length
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

export function decideRate({ id, name, lastTurn, standing }: Agent, { stars, note }: CommandOf<"result.rate">): Decision {
  const isThere = standing.kind === "done" || lastTurn?.outcome === "finished"
  if (!isThere) return reject("unavailable", `${name} has no finished result to rate yet.`)
  return accept({ type: "result.rated", agentId: id, stars, note })
}
