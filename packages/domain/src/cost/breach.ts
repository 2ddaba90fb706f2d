import type { Agent, World } from "@kibitz/contract"
import { breached } from "./budget.ts"

/** A sentence when nothing is left to spend. */
export function overBudget(world: World, agent: Agent): string | null {
  const holder = breached(world, agent)?.holder
  if (!holder) return null
  const limit = (holder.limitUsd ?? 0).toFixed(2)
  return `The $${limit} set aside for ${holder.name} are spent. Raise the limit with /budget, then go on.`
}
