// Owns: the axes of a posture as the screen words and colours them (ux 5.3), and what raising one makes possible (ux 2.10).
import {
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

export function whatRaisingDoes(axis: SteerableAxis, to: string, agent: string, posture: Posture): string {
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

export const scopeWords: Readonly<Record<SteerScope, string>> = {
  now: "now",
  "after-current-tool": "after this tool",
  "after-current-unit": "after this unit",
  "next-milestone": "at the next milestone",
  "for-next-unit": "for the next unit",
}

/** `Kibitz[build|A|trusted|smart] shop` (AXS-9). */
export function windowTitle(posture: Posture | undefined, project: string | undefined): string {
  if (posture === undefined || project === undefined) return "Kibitz"
  const { workMode, runControl, permissionProfile, modelMode } = posture
  return `Kibitz[${workMode}|${letterOf(runControl) ?? runControl}|${permissionProfile}|${modelMode}] ${project}`
}
