// Owns: a posture in words: the badge, and the phase that a kind of work usually wants. Suggesting is all it does (AXS-3).
import type {
  ModelMode,
  PendingSteer,
  PermissionProfile,
  Phase,
  Posture,
  RunControl,
  SteerableAxis,
  Style,
  WorkMode,
} from "@kibitz/contract"

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

/** Spelled out however narrow it gets: review, repair, unrestricted, and execution where access is restricted (AXS-9). */
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

/** In execution with almost nothing allowed is told in words: a lock alone would say that everything is open, and no lock nothing. */
export function isPhaseSpelled({ phase, permissionProfile }: Posture): boolean {
  return phase === "execution" && permissionProfile === "restricted"
}

/** `[execution] [B → review][A][R][S]`: the phase where it must not be overlooked, first, so that a narrow card cuts off something else; and what waits to change. */
export function compactPostureLine(posture: Posture, pending: readonly PendingSteer[] = []): string {
  const { phase, workMode, runControl, permissionProfile, modelMode } = posture
  const shown = (axis: SteerableAxis, word: string) => {
    const steer = pending.find((one) => one.axis === axis)
    return `[${word}${steer ? ` → ${steer.to}` : ""}]`
  }
  const isPhaseShown = isPhaseSpelled(posture) || pending.some(({ axis }) => axis === "phase")
  return [
    isPhaseShown ? `${shown("phase", phase)} ` : "",
    shown("workMode", work[workMode]),
    shown("runControl", run[runControl]),
    shown("permissionProfile", access[permissionProfile]),
    shown("modelMode", model[modelMode]),
  ].join("")
}
