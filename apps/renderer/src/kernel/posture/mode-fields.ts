// Owns: the mode badge as a card on the map shows it: a letter for each axis, words where something must never be overlooked (ux 5.3, AXS-9).
import type { ModeField, Tone } from "@kibitz/canvas"
import type { Agent, SteerableAxis } from "@kibitz/contract"
import { isPhaseSpelled } from "@kibitz/domain"
import { badgeAxes, letterOf, shownValue, type Tint, tintOf } from "./axes.ts"

const tones: Readonly<Record<Tint, Tone>> = {
  quiet: "quiet",
  working: "working",
  done: "done",
  amber: "needs-you",
  red: "failed",
}

/** The phase only where it is spelled or waits to change: first, so that a narrow card leaves out something else. */
export function modeFields(
  { posture, pendingSteers }: Pick<Agent, "posture" | "pendingSteers">,
  isPaused: boolean,
): readonly ModeField[] {
  const pending = (axis: SteerableAxis) => {
    const steer = pendingSteers.find((one) => one.axis === axis)
    return steer ? ` → ${steer.to}` : ""
  }
  const phase = pending("phase")
  const isPhaseShown = isPhaseSpelled(posture) || phase !== ""
  return [
    ...(isPaused ? [{ text: "‖", tone: "quiet", isApart: true } as const] : []),
    ...(isPhaseShown ? [{ text: `${posture.phase}${phase}`, tone: "quiet", isApart: true } as const] : []),
    ...badgeAxes.map((axis): ModeField => {
      const value = posture[axis]
      const text = `${letterOf(value) ?? shownValue(value)}${pending(axis)}`
      return { text, tone: tones[axis === "modelMode" ? "quiet" : tintOf(value)], isFilled: value === "unrestricted" }
    }),
  ]
}
