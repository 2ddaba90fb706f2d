// Owns: a posture in words: the badge, and the phase that a kind of work usually wants. Suggesting is all it does (AXS-3).
import type { ModelMode, PermissionProfile, Phase, Posture, RunControl, Style, WorkMode } from "@kibitz/contract"

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

/** Spelled out however narrow it gets: review, repair and unrestricted (AXS-9). */
const work: Readonly<Record<WorkMode, string>> = {
  chat: "C",
  plan: "P",
  build: "B",
  review: "review",
  repair: "repair",
  research: "Rs",
}
const run: Readonly<Record<RunControl, string>> = { manual: "M", assisted: "1", autonomous: "A" }
const access: Readonly<Record<PermissionProfile, string>> = {
  restricted: "R",
  normal: "N",
  trusted: "T",
  unrestricted: "unrestricted",
}
const model: Readonly<Record<ModelMode, string>> = { fast: "F", smart: "S", deep: "D" }

export function compactPostureLine({ workMode, runControl, permissionProfile, modelMode }: Posture): string {
  return `[${work[workMode]}][${run[runControl]}][${access[permissionProfile]}][${model[modelMode]}]`
}
