// Owns: which changes give an agent more power than it has, what each makes possible, and the confirmation that every one of them needs (AXS-4,
// ux 2.10).
import type { Agent, Posture, PostureChanges, PostureDefaults } from "@kibitz/contract"
import { type Decision, reject } from "../kernel/outcome.ts"
import { isLowering, lesser, type RankedAxis, rankedAxes } from "./power.ts"
import { isSettled, standing } from "./transition.ts"

export type Raise = { readonly axis: RankedAxis; readonly from: string; readonly to: string }

/** Every change that gives more than the agent has now, or than it would go back to after its unit. */
export function raisesIn(agent: Agent, changes: PostureChanges): readonly Raise[] {
  return rankedAxes.flatMap((axis) => {
    const to = changes[axis]
    if (to === undefined || isSettled(agent, axis, to)) return []
    const from = lesser(axis, agent.posture[axis], standing(agent, axis))
    return isLowering(axis, to, from) ? [{ axis, from, to }] : []
  })
}

/** The same for what new agents start with. */
export function raisesInDefaults(before: PostureDefaults, after: PostureDefaults): readonly Raise[] {
  return rankedAxes.flatMap((axis) => {
    const [from, to] = [before[axis], after[axis]]
    return isLowering(axis, to, from) ? [{ axis, from, to }] : []
  })
}

/** Names what was shown: a confirmation of something else confirms nothing. null: there is nothing to confirm. */
export function confirmationOf(raises: readonly Raise[]): string | null {
  return raises.length === 0 ? null : raises.map(({ to }) => to).join(" ")
}

/** The refusal of a raise without its confirmation; it says what would become possible and what to send. null: it may go ahead. */
export function unconfirmed(
  raises: readonly Raise[],
  confirm: string | undefined,
  agent: string,
  posture: RaisedPosture,
): Decision | null {
  const confirmation = confirmationOf(raises)
  if (confirmation === null || confirm === confirmation) return null
  const what = raises.map((raise) => whatRaisingDoes(raise, agent, posture))
  return reject("needs-confirmation", `${what.join(" ")} Nothing has changed yet: send it again with confirm "${confirmation}".`)
}

/** The profile that will hold in the phase that is entered. */
type RaisedPosture = Pick<Posture, "permissionProfile">

export function whatRaisingDoes({ axis, to }: Raise, agent: string, posture: RaisedPosture): string {
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
