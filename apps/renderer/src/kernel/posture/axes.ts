// Owns: the axes of a posture as the screen words and colours them (ux 5.3), and which way a step leads (ux 0.5).
import {
  type Agent,
  ModelMode,
  PermissionProfile,
  Phase,
  type Posture,
  type SteerableAxis,
  type SteerScope,
  Style,
  WorkMode,
} from "@kibitz/contract"
import { isLowering } from "@kibitz/domain"
import { needYou } from "../words/attention-copy.ts"

export type Tint = "quiet" | "working" | "done" | "amber" | "red"
export type AxisWords = {
  readonly axis: SteerableAxis
  readonly name: string
  readonly values: readonly string[]
  readonly what: Readonly<Record<string, string>>
}

export const axes: readonly AxisWords[] = [
  {
    axis: "phase",
    name: "Phase",
    values: Phase.options,
    what: { planning: "reads and searches, changes nothing", execution: "may change things, within the access below" },
  },
  {
    axis: "permissionProfile",
    name: "Access",
    values: PermissionProfile.options,
    what: {
      restricted: "reads only; asks for everything else",
      normal: "edits inside the project and harmless commands",
      trusted: "also build, test, install and local commits",
      unrestricted: "almost everything without asking, until Kibitz is closed",
    },
  },
  {
    axis: "runControl",
    name: "Control",
    values: ["manual", "assisted", "autonomous"],
    what: {
      manual: "asks before every call with an effect",
      assisted: "asked to stop after one unit of work and report",
      autonomous: "goes on until done, blocked or stopped",
    },
  },
  {
    axis: "workMode",
    name: "Work",
    values: WorkMode.options,
    what: {
      chat: "talks with you",
      plan: "makes a plan",
      build: "makes it work",
      review: "looks for faults",
      repair: "finds and fixes what is broken",
      research: "finds out",
    },
  },
  {
    axis: "style",
    name: "Style",
    values: Style.options,
    what: {
      chat: "plain conversation",
      discussion: "weighs sides with you",
      plan: "steps and risks",
      development: "changes and their reasons",
      task: "short reports",
    },
  },
  {
    axis: "modelMode",
    name: "Model",
    values: ModelMode.options,
    what: { fast: "quick and cheap", smart: "everyday work", deep: "the hard parts" },
  },
]

export function wordsFor(axis: SteerableAxis): AxisWords {
  return axes.find((one) => one.axis === axis) as AxisWords
}

export type Step = "same" | "lower" | "raise" | "change"

/** Lowering is one step, raising two; work, style and model are neither (ux 0.5). */
export function stepTo(axis: SteerableAxis, from: string, to: string): Step {
  if (from === to) return "same"
  if (isLowering(axis, from, to)) return "lower"
  return isLowering(axis, to, from) ? "raise" : "change"
}

const tints: Readonly<Record<string, Tint>> = {
  plan: "working",
  research: "working",
  build: "done",
  review: "amber",
  repair: "red",
  autonomous: "done",
  assisted: "amber",
  restricted: "done",
  trusted: "amber",
  unrestricted: "red",
}

export function tintOf(value: string): Tint {
  return Object.hasOwn(tints, value) ? (tints[value] ?? "quiet") : "quiet"
}

/** One letter each; a word that must never be overlooked has none (AXS-9). */
const letters: Readonly<Record<string, string>> = {
  chat: "C",
  plan: "P",
  build: "B",
  research: "Rs",
  manual: "M",
  assisted: "1",
  autonomous: "A",
  restricted: "R",
  normal: "N",
  trusted: "T",
  fast: "F",
  smart: "S",
  deep: "D",
}

export function letterOf(value: string): string | null {
  return Object.hasOwn(letters, value) ? (letters[value] ?? null) : null
}

/** The four words of the badge; the phase is a lock beside them. */
export const badgeAxes = ["workMode", "runControl", "permissionProfile", "modelMode"] as const

/** As it stands in the badge: what nobody may overlook is shouted. */
export function shownValue(value: string): string {
  return value === "unrestricted" ? "UNRESTRICTED" : value
}

export const scopeWords: Readonly<Record<SteerScope, string>> = {
  now: "now",
  "after-current-tool": "after this tool",
  "after-current-unit": "after this unit",
  "next-milestone": "at the next milestone",
  "for-next-unit": "for the next unit",
}

/** `Ed [build|A|trusted|smart] shop — Kibitz` (ux 5.3): among many windows the agent's name is what one looks for. */
export function windowTitle(name: string, posture: Posture | undefined, project: string | undefined): string {
  if (posture === undefined || project === undefined) return "Kibitz"
  const { workMode, runControl, permissionProfile, modelMode } = posture
  return `${name} [${workMode}|${letterOf(runControl) ?? runControl}|${permissionProfile}|${modelMode}] ${project} — Kibitz`
}

/** With nobody joined: how many agents need the user comes first, because it is what one looks for in a list of windows. */
export function overviewTitle(needed: number, project: string | undefined): string {
  const home = project === undefined ? "Kibitz" : `${project} — Kibitz`
  if (needed === 0) return home
  return `${needYou(needed)} — ${home}`
}

/** A model that the user named wins over the mode; wherever the mode is explained, this is said with it. */
export function namedModelWords({ model }: Pick<Agent, "model">): string {
  return model === null ? "" : `, uses ${model}, which you named`
}

/** For those who hear it: ", will be review after this unit". */
export function pendingWords(agent: Pick<Agent, "pendingSteers">, axis: SteerableAxis): string {
  const steer = agent.pendingSteers.find((one) => one.axis === axis)
  return steer ? `, will be ${steer.to} ${scopeWords[steer.scope]}` : ""
}
