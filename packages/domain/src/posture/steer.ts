// Owns: what happens to a posture while it is used: changes whose moment has come, and the surface that speaks to it.
import type { Agent, Event, SteerScope, Surface, World } from "@kibitz/contract"
import { evolvePosture } from "./evolve.ts"
import { ceiling, lesser } from "./power.ts"
import { changed, dropped, isSettled, lowerBelow, loweredBy } from "./transition.ts"

export type Boundary = "tool" | "unit-end" | "milestone" | "unit-start"

/** A unit can end without a tool having run, and a crash can hide its end: the later boundary takes what the earlier one missed. */
const dueAt: Readonly<Record<Boundary, readonly SteerScope[]>> = {
  tool: ["after-current-tool"],
  "unit-end": ["after-current-tool", "after-current-unit"],
  milestone: ["next-milestone"],
  "unit-start": ["after-current-tool", "after-current-unit", "for-next-unit"],
}

export function steersDue(world: World, agent: Agent, boundary: Boundary): Event[] {
  const due = agent.pendingSteers.filter(({ scope }) => dueAt[boundary].includes(scope))
  const events: Event[] = due.flatMap(({ axis, to: wanted, reason, scope }) => {
    const to = atMostParent(world, agent, axis, wanted)
    if (isSettled(agent, axis, to)) return dropped(agent.id, [axis])
    return [changed(agent, axis, { to, reason, scope, actor: "user" })]
  })
  if (boundary === "unit-end") {
    const replaced = due.map(({ axis }) => axis)
    events.push(...restored(world, agent).filter(({ axis }) => !replaced.includes(axis)))
  }
  return events.length === 0 ? events : [...events, ...lowerBelow(world, agent, loweredBy(agent, events))]
}

function restored(world: World, agent: Agent) {
  const before = Object.entries(agent.afterUnit) as [keyof Agent["afterUnit"], string][]
  return before.map(([axis, value]) =>
    changed(agent, axis, {
      to: atMostParent(world, agent, axis, value),
      reason: "the unit it was changed for has ended",
      scope: "after-current-unit",
      actor: "policy",
    }),
  )
}

/** The agent as it will be when its next unit has begun: what that unit is started with must already follow from it. */
export function atNextUnit(world: World, agent: Agent): Agent {
  const ended = withOwn(agent, steersDue(world, agent, "unit-end"))
  return withOwn(ended, steersDue(world, ended, "unit-start"))
}

function withOwn(agent: Agent, events: readonly Event[]): Agent {
  return events.reduce((so, event) => {
    const isOwn = (event.type === "posture.changed" || event.type === "posture.steers-dropped") && event.agentId === agent.id
    return isOwn ? evolvePosture(so, event) : so
  }, agent)
}

function atMostParent(world: World, agent: Agent, axis: keyof Agent["posture"], value: string): string {
  const above = ceiling(world, agent, axis)
  return above ? lesser(axis, value, above.value) : value
}

export function surfaceNoted(agent: Agent, surface: Surface | null): Event[] {
  if (surface === null || surface === agent.posture.surface) return []
  return [changed(agent, "surface", { to: surface, reason: `spoken to over ${surface}`, scope: "now", actor: "policy" })]
}
