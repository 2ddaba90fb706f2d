// Owns: which changes give an agent more than it has, what that makes possible, and how it is confirmed. Raising is two steps (ux 2.10).
import type { Agent, Posture, PostureChanges, SteerableAxis } from "@kibitz/contract"
import { isLowering, lesser } from "./power.ts"
import { isSettled, standing } from "./transition.ts"

export type Raise = { readonly axis: SteerableAxis; readonly from: string; readonly to: string }

/** Every change that gives more than the agent has now, or than it would go back to after its unit. */
export function raisesIn(agent: Agent, changes: PostureChanges): readonly Raise[] {
  return Object.entries(changes).flatMap(([key, to]) => {
    const axis = key as SteerableAxis
    if (to === undefined || isSettled(agent, axis, to)) return []
    const from = lesser(axis, agent.posture[axis], standing(agent, axis))
    return isLowering(axis, to, from) ? [{ axis, from, to }] : []
  })
}

/** Names what was shown: a confirmation of something else confirms nothing. null: there is nothing to confirm. */
export function confirmationOf(raises: readonly Raise[]): string | null {
  return raises.length === 0 ? null : raises.map(({ to }) => to).join(" ")
}

export function whatRaisingDoes({ axis, to }: Raise, agent: string, posture: Posture): string {
  if (axis === "phase") {
    return `${agent} may then write files and run commands. What the profile ${posture.permissionProfile} allows goes without asking.`
  }
  if (axis === "runControl") {
    return to === "autonomous"
      ? `${agent} then goes on by itself until it is done, blocked or stopped.`
      : `${agent} then no longer asks before every call with an effect. It is asked to stop after one unit of work and report.`
  }
  switch (to) {
    case "unrestricted":
      return `${agent} then does almost everything without asking. What cannot be undone is still asked for. Ends when Kibitz is closed.`
    case "trusted":
      return `${agent} then builds, tests, installs packages and commits without asking.`
    case "normal":
      return `${agent} then edits files inside the project and runs harmless commands without asking.`
    default:
      return `${agent} then has more rights than now.`
  }
}
