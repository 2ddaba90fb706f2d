// Owns: the slash commands that change an axis of the agent they are typed to.
import {
  type Agent,
  ModelMode,
  PermissionProfile,
  type PostureChanges,
  RunControl,
  type SteerableAxis,
  SteerScope,
  Style,
  WorkMode,
} from "@kibitz/contract"
import { isLowering } from "../posture/power.ts"
import { choice, flag, text } from "./parts/arguments.ts"
import { changing } from "./parts/change.ts"
import { anyText, noArguments, oneOf, type SlashCommand, type SlashInput, slashCommand } from "./parts/command.ts"
import { count } from "./parts/wording.ts"

const NEXT = "Go on with the next unit of work, then stop and report."
const repairFlags = [flag("autonomous")]
const modeFlags = [
  ...repairFlags,
  flag("permission-profile", { name: "p", values: PermissionProfile.options }),
  flag("model-mode", { name: "m", values: ModelMode.options }),
]
const goal = [text("goal", { optional: true })]

const runControls = ["manual", "assisted", "autonomous"] satisfies RunControl[]

/** What can be steered, by the word for it. Not the phase: that is /execute and /plan only (AXS-4). */
const steerable: Readonly<Record<string, { readonly axis: SteerableAxis; readonly values: readonly string[] }>> = {
  mode: { axis: "workMode", values: WorkMode.options },
  "permission-profile": { axis: "permissionProfile", values: PermissionProfile.options },
  "model-mode": { axis: "modelMode", values: ModelMode.options },
  control: { axis: "runControl", values: runControls },
  style: { axis: "style", values: Style.options },
}
const steerWords = Object.keys(steerable)

/** The names others have given to kinds of work (ux C2). */
const otherModes: Readonly<Record<string, PostureChanges>> = {
  development: { workMode: "build" },
  task: { workMode: "build", style: "task" },
  discussion: { workMode: "chat", style: "discussion" },
}

export const postureCommands: readonly SlashCommand[] = [
  slashCommand({
    name: "mode",
    accepted: [choice(WorkMode.options), ...modeFlags],
    help: "What kind of work it does; development, task and discussion are understood too. Flags change more in the same step; none of them follows from the mode.",
    parse: ({ words: [mode = "", ...flags] }) => {
      const workMode = WorkMode.safeParse(mode)
      const meant = workMode.success
        ? { workMode: workMode.data }
        : Object.hasOwn(otherModes, mode)
          ? otherModes[mode]
          : undefined
      const rest = parseFlags(flags)
      return meant && rest ? { ...meant, ...rest } : null
    },
    effect: (changes, place) => changing(place, changes),
  }),
  slashCommand({
    name: "control",
    accepted: [choice(runControls)],
    help: "How it goes on by itself: manual asks you before every call with an effect, reads go on; assisted tells it to stop and report after one unit.",
    parse: oneOf<RunControl>(RunControl.options),
    effect: (runControl, place) => changing(place, { runControl }),
  }),
  slashCommand({
    name: "autonomous",
    help: "The same as /control autonomous: it goes on until it is done, blocked or stopped.",
    parse: noArguments,
    effect: (_, place) => changing(place, { runControl: "autonomous" }),
  }),
  slashCommand({
    name: "next",
    help: "Asks for one unit of work, assisted, and a report. Run control goes back when that unit ends.",
    parse: noArguments,
    effect: (_, place) => changing(place, { runControl: "assisted" }, { when: "for-next-unit", goal: NEXT }),
  }),
  slashCommand({
    name: "permission-profile",
    aliases: ["profile"],
    accepted: [choice(PermissionProfile.options)],
    help: "What may go without asking. More than now is shown first and confirmed; unrestricted wants its word, and ends when Kibitz is closed.",
    parse: ({ words }) => {
      const profile = PermissionProfile.safeParse(words[0])
      const isConfirmed = words.length === 2 && words[0] === "unrestricted" && words[1] === "unrestricted"
      return profile.success && (words.length === 1 || isConfirmed) ? { profile: profile.data, confirm: words[1] } : null
    },
    effect: ({ profile, confirm }, place) => changing(place, { permissionProfile: profile }, { confirm }),
  }),
  slashCommand({
    name: "model-mode",
    accepted: [choice(ModelMode.options)],
    help: "Speed and cost against depth of thought. A model that you named with /model stays.",
    parse: oneOf<ModelMode>(ModelMode.options),
    effect: (modelMode, place) => changing(place, { modelMode }),
  }),
  slashCommand({
    name: "style",
    accepted: [choice(Style.options)],
    help: "How it talks. Never touches what it may do.",
    parse: oneOf<Style>(Style.options),
    effect: (style, place) => changing(place, { style }),
  }),
  slashCommand({
    name: "execute",
    accepted: goal,
    help: "Switches to the execution phase, in which it may change things within its permission profile. A goal is sent along.",
    parse: anyText,
    effect: (wish, place) => changing(place, { phase: "execution" }, { when: "now", isApproval: true, goal: wish }),
  }),
  slashCommand({
    name: "plan",
    accepted: goal,
    help: "Switches back to the planning phase, in which it only reads, and to plan mode. A goal is sent along.",
    parse: anyText,
    effect: (wish, place) => changing(place, { phase: "planning", workMode: "plan" }, { when: "now", goal: wish }),
  }),
  slashCommand({
    name: "research",
    accepted: goal,
    help: "Research mode. A goal is sent along.",
    parse: anyText,
    effect: (wish, place) => changing(place, { workMode: "research" }, { goal: wish }),
  }),
  slashCommand({
    name: "implement",
    accepted: goal,
    help: "Build mode. It does not switch the phase; /execute does.",
    parse: anyText,
    effect: (wish, place) => changing(place, { workMode: "build" }, { goal: wish }),
  }),
  slashCommand({
    name: "repair",
    accepted: repairFlags,
    help: "Repair mode: mending what keeps the project from working.",
    parse: ({ words }) => (words.every((word) => word === "--autonomous") ? words.length > 0 : null),
    effect: (isAutonomous, place) =>
      changing(place, { workMode: "repair", ...(isAutonomous ? { runControl: "autonomous" as const } : {}) }),
  }),
  slashCommand({
    name: "steer",
    accepted: [
      choice([...steerWords, "cancel"], { name: steerWords.join("|") }),
      choice(([word]) => valuesFor(word), { name: "value" }),
      choice(SteerScope.options, { optional: true }),
    ],
    help: "Changes a running agent at a moment of your choice; without one, after the current unit, and at once where it gives up power. /steer cancel takes back what waits.",
    parse: parseSteer,
    effect: (steer, place) =>
      steer === "cancel"
        ? {
            kind: "commands",
            commands: [{ type: "posture.cancel-steer", agentId: place.agent.id }],
            said: `${place.agent.name}: ${count(place.agent.pendingSteers.length, "waiting change")} taken back.`,
          }
        : changing(place, { [steer.axis]: steer.to }, momentOf(place.agent, steer)),
  }),
]

function valuesFor(word: string | undefined): readonly string[] {
  return steeredBy(word)?.values ?? []
}

function steeredBy(word = "") {
  return Object.hasOwn(steerable, word) ? steerable[word] : undefined
}

type Steer = { readonly axis: SteerableAxis; readonly to: string; readonly when: SteerScope | undefined }

function parseSteer({ words }: SlashInput): Steer | "cancel" | null {
  const [word, to = "", when, ...more] = words
  if (word === "cancel" && words.length === 1) return "cancel"
  const steered = steeredBy(word)
  const scope = SteerScope.optional().safeParse(when)
  if (!steered?.values.includes(to) || !scope.success || more.length > 0) return null
  return { axis: steered.axis, to, when: scope.data }
}

/** Steering is about a unit where nothing else is said; giving up power does not wait (AXS-6). */
function momentOf(agent: Agent, { axis, to, when }: Steer): { when?: SteerScope } {
  if (when) return { when }
  return isLowering(axis, agent.posture[axis], to) ? {} : { when: "after-current-unit" }
}

function parseFlags(words: readonly string[]): PostureChanges | null {
  const changes: PostureChanges = {}
  const left = [...words]
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === "--autonomous") changes.runControl = "autonomous"
    else if (word === "--permission-profile") {
      const profile = PermissionProfile.safeParse(left.shift())
      if (!profile.success) return null
      changes.permissionProfile = profile.data
    } else if (word === "--model-mode") {
      const modelMode = ModelMode.safeParse(left.shift())
      if (!modelMode.success) return null
      changes.modelMode = modelMode.data
    } else return null
  }
  return changes
}
