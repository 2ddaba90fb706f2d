// Owns: what of the things that wait, of coming and going, and of what an agent may do is said to those who do not see it. Pure.
import type { Agent, AgentId, AttentionItem, Posture, SteerableAxis } from "@kibitz/contract"
import { TO_REVIEW } from "../../../kernel/desk/strip-state.ts"
import { axes } from "../../../kernel/posture/axes.ts"

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

/** Whom the user is with, and how they stand. isHere: the chat is on this screen, and not only in another window. */
export type With = { readonly agentId: AgentId; readonly name: string; readonly posture: Posture; readonly isHere: boolean }

type Known = Pick<Agent, "name" | "posture" | "presence">

/**
 * Whoever has been on this screen and is not left yet: a chat that moves to another window, or back, is one the user is with all the time (OPM-3).
 * `here`: whose chats this screen shows.
 */
export function whoIsWith(
  before: readonly With[],
  here: readonly AgentId[],
  known: (agentId: AgentId) => Known | undefined,
): readonly With[] {
  const ids = new Set([...before.map(({ agentId }) => agentId), ...here])
  return [...ids].flatMap((agentId) => {
    const agent = known(agentId)
    return agent?.presence ? [{ agentId, name: agent.name, posture: agent.posture, isHere: here.includes(agentId) }] : []
  })
}

/**
 * "You left Ed. You joined Tal." "Ed: work review." Empty: nothing of that has changed. `wasJoined`: in whichever window; how those in another one
 * stand is said there.
 */
export function changesSaid(
  before: readonly With[],
  after: readonly With[],
  wasJoined: (agentId: AgentId) => boolean = () => false,
): string {
  const left = before.filter(({ agentId }) => !after.some((one) => one.agentId === agentId))
  const joined = after.filter(({ agentId }) => !before.some((one) => one.agentId === agentId) && !wasJoined(agentId))
  const changed = after.flatMap((now) => {
    const was = before.find(({ agentId }) => agentId === now.agentId)
    const words = was?.isHere && now.isHere ? postureChanges(was.posture, now.posture) : []
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
