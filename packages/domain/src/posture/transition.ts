// Owns: how one change of one axis is written down, and what it drags along below the agent.
import type { Actor, Agent, AgentId, Axis, Event, EventOf, SteerScope, World } from "@kibitz/contract"
import { findAgent } from "../team/agents.ts"
import { isLowering, type Limits, powerAxes } from "./power.ts"

export type Transition = { readonly to: string; readonly reason: string; readonly scope: SteerScope; readonly actor: Actor }

/** What the axis goes back to when the unit ends; what it is, when nothing was changed for one unit only. */
export function standing(agent: Agent, axis: Axis): string {
  return agent.afterUnit[axis] ?? agent.posture[axis]
}

/** Nothing to do: it is so now, and would still be so after the unit. */
export function isSettled(agent: Agent, axis: Axis, to: string): boolean {
  return agent.posture[axis] === to && standing(agent, axis) === to
}

export function changed(agent: Agent, axis: Axis, transition: Transition): EventOf<"posture.changed"> {
  const now = agent.posture[axis]
  const from = now === transition.to ? standing(agent, axis) : now
  return { type: "posture.changed", agentId: agent.id, axis, from, ...transition }
}

export function dropped(agentId: AgentId, axes: readonly Axis[]): Event[] {
  return axes.length === 0 ? [] : [{ type: "posture.steers-dropped", agentId, axes: [...axes] }]
}

/** What `events` lower for the agent itself, to be carried down with `lowerBelow`. */
export function loweredBy(agent: Agent, events: readonly Event[]): Limits {
  const limits: Record<string, string> = {}
  for (const event of events) {
    if (event.type !== "posture.changed" || event.agentId !== agent.id) continue
    if (isLowering(event.axis, agent.posture[event.axis], event.to)) limits[event.axis] = event.to
  }
  return limits as Limits
}

/** Keeps everybody below at most at the limits: what they have now, what they would go back to, and what waits for them (AXS-5). */
export function lowerBelow(world: World, agent: Agent, limits: Limits): Event[] {
  const axes = powerAxes.filter((axis) => limits[axis] !== undefined)
  if (axes.length === 0) return []
  const events: Event[] = []
  const waiting = [...agent.childIds]
  // Grows while it is walked: those below follow behind.
  for (const id of waiting) {
    const child = findAgent(world, id)
    if (!child) continue
    waiting.push(...child.childIds)
    const tooHigh = (axis: (typeof axes)[number], value: string) => isLowering(axis, value, limits[axis] ?? value)
    for (const axis of axes) {
      const transition = { reason: `${agent.name} was lowered`, scope: "now", actor: "parent" } as const
      const value = child.posture[axis]
      if (tooHigh(axis, value)) events.push(changed(child, axis, { ...transition, to: limits[axis] ?? value }))
      else if (tooHigh(axis, standing(child, axis))) events.push(changed(child, axis, { ...transition, to: value }))
    }
    const above = child.pendingSteers.filter(({ axis, to }) => axes.some((one) => one === axis && tooHigh(one, to)))
    events.push(
      ...dropped(
        child.id,
        above.map(({ axis }) => axis),
      ),
    )
  }
  return events
}
