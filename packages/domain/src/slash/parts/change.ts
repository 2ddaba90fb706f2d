// Owns: a change of posture as a slash command asks for it and as it is told back. One line is one posture.change, however many axes.
import type { Agent, ClientCommandInput, PostureChanges, SteerableAxis, SteerScope } from "@kibitz/contract"
import { effectiveScope } from "../../posture/decide.ts"
import { withAxis } from "../../posture/power.ts"
import { confirmationOf, raisesIn } from "../../posture/raise.ts"
import { isSettled } from "../../posture/transition.ts"
import { suggestion } from "../../posture/words.ts"
import type { SlashEffect, SlashPlace } from "./command.ts"
import { BY_MODE } from "./wording.ts"

/** How an axis is called in what a command line is told back. */
const axisWords = {
  workMode: "mode",
  runControl: "control",
  permissionProfile: "permission-profile",
  modelMode: "model-mode",
  style: "style",
  phase: "phase",
} as const satisfies Record<SteerableAxis, string>

type Options = {
  readonly when?: SteerScope
  /** What was typed to confirm it, in the line itself. */
  readonly confirm?: string | undefined
  /** The user who types this line has confirmed it by that (ux 2.10). */
  readonly isApproval?: true
  readonly goal?: string
}

export function changing(
  { agent, line }: SlashPlace,
  changes: PostureChanges,
  { when, confirm, isApproval, goal }: Options = {},
): SlashEffect {
  const raises = raisesIn(agent, changes)
  const confirmation = confirmationOf(raises)
  const isConfirmed = confirmation !== null && confirm === confirmation
  const change: ClientCommandInput = {
    type: "posture.change",
    agentId: agent.id,
    changes,
    reason: line.slice(0, 500),
    ...(when ? { when } : {}),
    ...(isConfirmed ? { confirm: confirmation } : {}),
  }
  return {
    kind: "commands",
    commands: goal ? [change, saying(agent, goal)] : [change],
    said: told(agent, changes, when),
    ...(confirmation === null || isConfirmed ? {} : { raises, ...(isApproval ? { typed: confirmation } : {}) }),
  }
}

export function saying(agent: Agent, message: string): ClientCommandInput {
  return { type: "message.send", agentId: agent.id, text: message }
}

const moments: Readonly<Record<SteerScope, string>> = {
  now: "",
  "after-current-tool": " after the current tool",
  "after-current-unit": " after the current unit",
  "next-milestone": " at the next milestone",
  "for-next-unit": " for the next unit",
}

function told(agent: Agent, changes: PostureChanges, when: SteerScope | undefined): string {
  const wanted = Object.entries(changes).map(([axis, to]) => ({ axis: axis as SteerableAxis, to }))
  const parts = wanted.map(({ axis, to }) => {
    const moment = isSettled(agent, axis, to) ? " as before" : moments[effectiveScope(agent, { axis, to }, when)]
    return `${axisWords[axis]} ${to}${moment}`
  })
  const advice = suggestion(wanted.reduce((posture, { axis, to }) => withAxis(posture, axis, to), agent.posture))
  const hint = advice && (changes.workMode || changes.style) ? ` ${advice.text} ${advice.line} to switch.` : ""
  const kept =
    agent.model !== null && changes.modelMode
      ? ` It keeps the model ${agent.model}, which you named. /model ${BY_MODE} lets the mode choose.`
      : ""
  return `${agent.name}: ${parts.join(", ")}.${kept}${hint}`
}
