// Owns: joining and leaving (OPM-3, ux 2.3). Presence is the set of agents whose chat is mounted in a pane: every change is told once, left
// before joined, and nothing but the user, a lost client or the end of the app makes one.

import {
  type Agent,
  type CommandOf,
  type Event,
  type JoinCause,
  type LeaveCause,
  type MessageId,
  type Notice,
  type PaneKey,
  paneKey,
  type Surface,
  type World,
} from "@kibitz/contract"
import { resolved } from "../attention/items.ts"
import { accept, bug, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { findAgent } from "../team/agents.ts"
import { joinedLine, leftLine } from "./lines.ts"

export function decideJoin(world: World, agent: Agent, command: CommandOf<"presence.join">, moment: Moment): Decision {
  if (agent.standing.kind === "dismissed") return reject("illegal-move", `${agent.name} has been dismissed and cannot be joined.`)
  const pane = ownPane(moment, command.pane)
  return pane ? accept(...joining(world, agent, pane, command.cause, moment)) : nobody()
}

/** Also of an agent that comes to be in the same transaction. */
export function joining(world: World, agent: Agent, pane: PaneKey, cause: JoinCause, moment: Moment): Event[] {
  const before = world.panes[pane]
  if (before?.agentId === agent.id) return []
  const surface = moment.origin.surface ?? "headless"
  const left = before ? leavingOf(world, before.agentId, pane, "switch", moment) : []
  const moved: Event = { type: "pane.moved", pane, to: agent.id, surface }
  return [moved, ...left, ...(agent.presence ? [] : joined(agent, cause, surface, moment)), ...viewed(world, agent, surface)]
}

/** What is only to be looked at has been, and who knocked has what it wanted. A unit that waits for a look is ended by letting the agent go on. */
function viewed(world: World, agent: Agent, surface: Surface): Event[] {
  return agent.items.flatMap((id) => {
    const item = world.attention[id]
    if (item?.kind === "knock") return [resolved(agent, item, "answered", "You joined.", { surface })]
    const isOver = item?.kind === "result" || (item?.kind === "your-turn" && item.why === "stopped")
    return isOver ? [resolved(agent, item, "seen", "", { surface })] : []
  })
}

export function decideLeave(world: World, command: CommandOf<"presence.leave">, moment: Moment): Decision {
  const pane = ownPane(moment, command.pane)
  return pane ? accept(...leaving(world, pane, command.cause, moment)) : nobody()
}

export function decideLose(world: World, command: CommandOf<"presence.lose">, moment: Moment): Decision {
  const { connection, cause } = command
  const isTheirs = (key: string) => key.startsWith(`${connection}/`)
  const unfocused: Event[] = world.focus[connection] ? [{ type: "focus.changed", connection, focus: null }] : []
  return accept(...unfocused, ...leaveAll(world, (Object.keys(world.panes) as PaneKey[]).filter(isTheirs), cause, moment))
}

/**
 * quit: Kibitz closes. recovered: after a crash, what was joined then is not any more, and is told so once (U12); panes and focus are those of
 * clients that are gone.
 */
export function everybodyLeaves(world: World, cause: "quit" | "recovered", moment: Moment): Event[] {
  const unfocused = Object.keys(world.focus).map((one): Event => ({ type: "focus.changed", connection: one, focus: null }))
  return [...unfocused, ...leaveAll(world, Object.keys(world.panes) as PaneKey[], cause, moment)]
}

/** Panes that show one who is dismissed. */
export function leaveAgents(world: World, agents: readonly Agent[], moment: Moment): Event[] {
  const ids = new Set(agents.map(({ id }) => id))
  const panes = (Object.keys(world.panes) as PaneKey[]).filter((pane) => ids.has(world.panes[pane]?.agentId ?? bug("no pane")))
  return leaveAll(world, panes, "dismissed", moment)
}

export function decideFocus(world: World, command: CommandOf<"focus.set">, { origin }: Moment): Decision {
  const { connection } = origin
  if (!connection) return nobody()
  const focus = command.window ? { pane: command.pane === null ? null : paneKey(connection, command.pane) } : null
  const before = world.focus[connection] ?? null
  if (before?.pane === focus?.pane && (before === null) === (focus === null)) return accept()
  return accept({ type: "focus.changed", connection, focus })
}

/** Whether the user is looking at this agent's chat right now: what happens there is shown in place. */
export function isLookedAt(world: World, agent: Agent): boolean {
  return Object.values(world.focus).some(({ pane }) => pane !== null && world.panes[pane]?.agentId === agent.id)
}

function leaveAll(world: World, panes: readonly PaneKey[], cause: LeaveCause, moment: Moment): Event[] {
  let open = world.panes
  return panes.flatMap((pane) => {
    const events = leaving({ ...world, panes: open }, pane, cause, moment)
    const { [pane]: _closed, ...rest } = open
    open = rest
    return events
  })
}

function leaving(world: World, pane: PaneKey, cause: LeaveCause, moment: Moment): Event[] {
  const before = world.panes[pane]
  if (!before) return []
  const moved: Event = { type: "pane.moved", pane, to: null, surface: before.surface }
  return [moved, ...leavingOf(world, before.agentId, pane, cause, moment)]
}

/** Only the last pane that shows it makes it leave. */
function leavingOf(world: World, agentId: Agent["id"], pane: PaneKey, cause: LeaveCause, moment: Moment): Event[] {
  const elsewhere = Object.entries(world.panes).some(([key, other]) => key !== pane && other.agentId === agentId)
  const agent = findAgent(world, agentId)
  if (elsewhere || !agent?.presence) return []
  const stayedMs = Math.max(0, Date.parse(moment.at) - Date.parse(agent.presence.since))
  const left: Event[] = [
    { type: "presence.left", agentId, cause, stayedMs },
    noticed(agent, "left", leftLine(agent, moment.at), moment),
  ]
  return cause === "dismissed" ? left : [...left, ...noTurnOfTheirs(world, agent)]
}

/** Its stop waited for the user, who has gone: it would wait for ever, where it is to go on alone (OPM-4). */
function noTurnOfTheirs(world: World, agent: Agent): Event[] {
  const stops = agent.items
    .flatMap((id) => world.attention[id] ?? [])
    .filter((item) => item.kind === "your-turn" && item.why === "stopped")
  return stops.map((item) => resolved(agent, item, "resumed", "You left; it goes on alone."))
}

function joined(agent: Agent, cause: JoinCause, surface: Surface, moment: Moment): Event[] {
  return [
    { type: "presence.joined", agentId: agent.id, cause, surface },
    noticed(agent, "joined", joinedLine(moment.at, surface), moment),
  ]
}

export function noticed(agent: Agent, note: Notice["note"], text: string, moment: Moment): Event {
  const notice = { id: moment.id("msg") as MessageId, at: moment.at, note, text }
  return { type: "agent.noticed", agentId: agent.id, notice }
}

function ownPane({ origin }: Moment, pane: string): PaneKey | null {
  return origin.connection ? paneKey(origin.connection, pane) : null
}

function nobody(): Decision {
  return reject("not-allowed", "Only a connected client can join or leave.")
}
