// Owns: what of the things that wait, of coming and going, and of what an agent may do is said to those who do not see it. Pure.
import type { AgentId, AttentionItem, Posture, SteerableAxis } from "@kibitz/contract"
import { axes } from "../posture/axes.ts"
import { TO_REVIEW } from "./strip-state.ts"

export type Needed = Pick<AttentionItem, "id" | "agentId" | "tier">

type Entry = { readonly effectiveTier: number; readonly items: readonly Needed[] }

/** As the rail counts them: what is only to be read is nobody's need. */
export function neededIn(order: readonly Entry[]): readonly Needed[] {
  return order.filter(({ effectiveTier }) => effectiveTier < TO_REVIEW).flatMap(({ items }) => items)
}

/** Who has come to need the user since it was last said. What stops the line is said by its banner, at once. */
export function newlyNeeded(needed: readonly Needed[], said: ReadonlySet<string>): readonly AgentId[] {
  return needed.filter(({ id, tier }) => tier > 0 && !said.has(id)).map(({ agentId }) => agentId)
}

/** Whom the user is with, and how they stand. */
export type With = { readonly agentId: AgentId; readonly name: string; readonly posture: Posture }

/** "You left Ed. You joined Tal." "Ed: work review." Empty: nothing of that has changed. */
export function changesSaid(before: readonly With[], after: readonly With[]): string {
  const left = before.filter(({ agentId }) => !after.some((one) => one.agentId === agentId))
  const joined = after.filter(({ agentId }) => !before.some((one) => one.agentId === agentId))
  const changed = after.flatMap((now) => {
    const was = before.find(({ agentId }) => agentId === now.agentId)
    const words = was ? postureChanges(was.posture, now.posture) : []
    return words.length > 0 ? [`${now.name}: ${words.join(", ")}.`] : []
  })
  return [...left.map(({ name }) => `You left ${name}.`), ...joined.map(({ name }) => `You joined ${name}.`), ...changed].join(
    " ",
  )
}

function postureChanges(before: Posture, after: Posture): readonly string[] {
  const word = (axis: SteerableAxis, name: string) => `${name.toLowerCase()} ${after[axis]}`
  return axes.filter(({ axis }) => before[axis] !== after[axis]).map(({ axis, name }) => word(axis, name))
}
