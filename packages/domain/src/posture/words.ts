// Owns: a posture in words: the badge, and the phase that a kind of work usually wants. Suggesting is all it does (AXS-3).
import type { EventOf, Phase, Posture, Style, WorkMode } from "@kibitz/contract"

/** Kinds that work in either phase are not listed: they suggest nothing. */
const usualPhaseOfWork: Readonly<Partial<Record<WorkMode, Phase>>> = { plan: "planning", build: "execution", repair: "execution" }
const usualPhaseOfStyle: Readonly<Partial<Record<Style, Phase>>> = {
  discussion: "planning",
  plan: "planning",
  development: "execution",
  task: "execution",
}

export function suggestion({ workMode, style, phase }: Posture): { text: string; line: string } | null {
  const ofWork = usualPhaseOfWork[workMode]
  const ofStyle = usualPhaseOfStyle[style]
  const usual = ofWork ?? ofStyle
  const isDivided = ofWork !== undefined && ofStyle !== undefined && ofWork !== ofStyle
  if (usual === undefined || usual === phase || isDivided) return null
  const what = ofWork ? workMode : style
  const line = usual === "execution" ? "/execute" : "/plan"
  return { text: `${what.charAt(0).toUpperCase()}${what.slice(1)} works best in ${usual}.`, line }
}

export function postureLine({ workMode, runControl, permissionProfile, modelMode }: Posture): string {
  return [workMode, runControl, permissionProfile, modelMode].join(" | ")
}

/** In execution with almost nothing allowed is told in words: a lock alone would say that everything is open, and no lock nothing. */
export function isPhaseSpelled({ phase, permissionProfile }: Posture): boolean {
  return phase === "execution" && permissionProfile === "restricted"
}

const axisNames: Readonly<Record<string, string>> = {
  style: "Style",
  workMode: "Work mode",
  phase: "Phase",
  permissionProfile: "Access",
  runControl: "Control",
  modelMode: "Model",
}

/** A change of one axis, as the user reads it in the conversation. */
export function transitionLine({ axis, from, to, reason, actor }: EventOf<"posture.changed">): string {
  const who = actor === "parent" ? " because its parent has no more" : actor === "policy" ? " by policy" : ""
  return `${axisNames[axis] ?? axis}: ${from} → ${to}${who}${reason === "" ? "" : ` (${reason})`}`
}
