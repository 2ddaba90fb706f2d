// Owns: when perseverance ends because nothing comes of it (OPM-6): no progress, the same call over and over, or as much as an assignment
// may take. Whoever is stuck says so to the user and to the one it works for.

import type { Agent, Event, ItemId, StuckWhy, World } from "@kibitz/contract"
import { raised, resolved } from "../attention/items.ts"
import { counted } from "../kernel/counted.ts"
import type { Moment } from "../kernel/outcome.ts"
import { moveTo } from "../team/standing.ts"

const SAME_CALLS = 4

/** Looked at before a continuation is planned. */
export function spent({ settings: { limits } }: World, { run, name }: Agent): { why: StuckWhy; detail: string } | null {
  if (run.idle >= limits.idleContinuations) {
    return { why: "no-progress", detail: `${name} was continued ${times(run.idle)} without progress and is now stuck.` }
  }
  return capped({ limits }, { run, name })
}

export function capped(
  { limits }: Pick<World["settings"], "limits">,
  { run, name }: Pick<Agent, "run" | "name">,
): { why: StuckWhy; detail: string } | null {
  if (run.iteration >= limits.iterations) {
    return {
      why: "iterations",
      detail: `${name} has been continued ${times(run.iteration)}, which is the most for one assignment.`,
    }
  }
  if (run.workedMs >= limits.workingMinutes * 60_000) {
    return {
      why: "time",
      detail: `${name} has worked ${counted(limits.workingMinutes, "minute")}, which is the most for one assignment.`,
    }
  }
  return null
}

export function times(count: number): string {
  return count === 1 ? "once" : `${count} times`
}

/** Over its last calls, newest last. */
export function loop(name: string, calls: readonly string[]): { why: StuckWhy; detail: string } | null {
  const [a, b, c, d] = calls.slice(-SAME_CALLS)
  if (a === undefined || d === undefined) return null
  if (a === b && b === c && c === d) {
    return { why: "repeats", detail: `${name} has made the same call ${SAME_CALLS} times in a row.` }
  }
  if (a === c && b === d && a !== b)
    return { why: "alternates", detail: `${name} goes back and forth between the same two calls.` }
  return null
}

export function getStuck(agent: Agent, { why, detail }: { why: StuckWhy; detail: string }, moment: Moment): Event[] {
  const moved = moveTo(agent, { kind: "stuck", at: moment.at, why, detail }, detail)
  if (moved.length === 0) return []
  return [...moved, raised(agent, { kind: "stuck", tier: 2, why, detail }, moment)]
}

export function isSilence(world: World, id: ItemId): boolean {
  const item = world.attention[id]
  return item?.kind === "stuck" && item.why === "silent"
}

/** It has been heard of again. */
export function silenceOver(world: World, agent: Agent): Event[] {
  return agent.items.flatMap((id) => {
    const item = isSilence(world, id) ? world.attention[id] : undefined
    return item ? [resolved(agent, item, "resumed", "There is a sign of life again.")] : []
  })
}
