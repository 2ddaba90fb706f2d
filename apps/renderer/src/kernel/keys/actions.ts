// Owns: the one table of what keys can do: what it is called, where it works, and its usual keys on each system. Palette, sheet, settings, menu
// and tooltips read this; what an action does is said where it is done (use-keys).
import type { Os } from "./chord.ts"

/** Where the focus is. Global keys work in all of them; the others only with the focus inside. */
export type Place = "global" | "map" | "tree" | "card" | "composer" | "rail" | "audit" | "tasks"
export type Group = "Needs you" | "Getting about" | "The map" | "Panes and tabs" | "Finding" | "Agents" | "Writing" | "Window"

export type Action = {
  readonly id: string
  readonly title: string
  readonly group: Group
  readonly where: readonly Place[]
  /** Where a key that types a character counts, when that is not `where`. */
  readonly singleWhere?: readonly Place[]
  readonly keys: Readonly<Record<Os, readonly string[]>>
  /** Holding the key down goes on doing it. Everything else is done once for each press. */
  readonly repeats?: true
  /** The one way out, and the way the arrows point: these cannot be another key. */
  readonly isFixed?: true
  /** What it acts on: one agent, or the screen itself. */
  readonly of?: "agent"
  /** Asks for a change of the project: cannot be done where it is only looked at. */
  readonly changes?: true
  /** Not in the palette, where the focus it needs has been left. */
  readonly isOnTheSpot?: true
  /** Nine of the same are shown as one line, under this name. */
  readonly family?: string
}

const everywhere = ["global"] as const
const lists = ["map", "tree", "rail"] as const

/** The same letters, with Ctrl here and with Cmd there. */
function mod(...keys: readonly string[]): Action["keys"] {
  return { other: keys.map((key) => `Ctrl+${key}`), apple: keys.map(withCmd) }
}

function withCmd(key: string): string {
  return key.startsWith("Shift+") ? `Shift+Cmd+${key.slice("Shift+".length)}` : `Cmd+${key}`
}

function same(...keys: readonly string[]): Action["keys"] {
  return { other: keys, apple: keys }
}

/** Cmd+Shift+letter belongs to Apple's services for some of these; with control it is free. */
function posture(letter: string): Action["keys"] {
  return { other: [`Ctrl+Shift+${letter}`], apple: [`Ctrl+Cmd+${letter}`] }
}

const single = [
  {
    id: "attention-next",
    title: "Go to the next thing that needs you",
    group: "Needs you",
    where: everywhere,
    singleWhere: lists,
    keys: { other: ["Ctrl+J", "N"], apple: ["Cmd+J", "N"] },
  },
  {
    id: "attention-previous",
    title: "Go to the previous thing that needs you",
    group: "Needs you",
    where: everywhere,
    singleWhere: lists,
    keys: { other: ["Ctrl+Shift+J", "Shift+N"], apple: ["Shift+Cmd+J", "Shift+N"] },
  },
  {
    id: "answer",
    title: "Answer with what is chosen or written",
    group: "Needs you",
    where: ["card"],
    keys: mod("Enter"),
    isOnTheSpot: true,
    changes: true,
  },
  {
    id: "answer-and-next",
    title: "Answer and go to the next",
    group: "Needs you",
    where: ["card"],
    keys: mod("Shift+Enter"),
    isOnTheSpot: true,
    changes: true,
  },
  {
    id: "snooze",
    title: "Snooze this",
    group: "Needs you",
    where: ["card", "rail"],
    keys: mod("Shift+O"),
    isOnTheSpot: true,
    changes: true,
  },
  {
    id: "approve",
    title: "Approve once",
    group: "Needs you",
    where: ["card"],
    keys: same("A"),
    isOnTheSpot: true,
    changes: true,
  },
  {
    id: "approve-similar",
    title: "Approve similar",
    group: "Needs you",
    where: ["card"],
    keys: same("S"),
    isOnTheSpot: true,
    changes: true,
  },
  { id: "deny", title: "Deny", group: "Needs you", where: ["card"], keys: same("D"), isOnTheSpot: true, changes: true },
  {
    id: "deny-why",
    title: "Deny and say why",
    group: "Needs you",
    where: ["card"],
    keys: same("R"),
    isOnTheSpot: true,
    changes: true,
  },

  { id: "zoom-out", title: "Zoom out one level", group: "Getting about", where: everywhere, keys: same("Esc"), isFixed: true },
  {
    id: "zoom-out-now",
    title: "Zoom out at once, from anywhere",
    group: "Getting about",
    where: everywhere,
    keys: same("Shift+Esc"),
  },
  {
    id: "back",
    title: "Back to where you were",
    group: "Getting about",
    where: everywhere,
    keys: { other: ["Alt+Left"], apple: ["Cmd+["] },
  },
  {
    id: "forward",
    title: "Forward again",
    group: "Getting about",
    where: everywhere,
    keys: { other: ["Alt+Right"], apple: ["Cmd+]"] },
  },
  { id: "go-to-agent", title: "Go to agent…", group: "Getting about", where: everywhere, keys: mod("P") },
  {
    id: "region-next",
    title: "Next part of the window",
    group: "Getting about",
    where: everywhere,
    keys: same("F6"),
    repeats: true,
  },
  {
    id: "region-previous",
    title: "Previous part of the window",
    group: "Getting about",
    where: everywhere,
    keys: same("Shift+F6"),
    repeats: true,
  },
  {
    id: "list-next",
    title: "Next line of the list",
    group: "Getting about",
    where: ["rail", "audit", "tasks"],
    keys: same("J"),
    repeats: true,
    isOnTheSpot: true,
  },
  {
    id: "list-previous",
    title: "Previous line of the list",
    group: "Getting about",
    where: ["rail", "audit", "tasks"],
    keys: same("K"),
    repeats: true,
    isOnTheSpot: true,
  },
  {
    id: "filter",
    title: "Filter what is shown here",
    group: "Finding",
    where: ["map", "tree", "tasks"],
    keys: same("/"),
    isOnTheSpot: true,
  },
  {
    id: "audit-go",
    title: "Go to the agent of this line",
    group: "Getting about",
    where: ["audit"],
    keys: same("G"),
    isOnTheSpot: true,
  },

  {
    id: "zoom-in",
    title: "Join the selected agent",
    group: "The map",
    where: ["map", "tree"],
    keys: same("Enter"),
    of: "agent",
    isOnTheSpot: true,
  },
  {
    id: "zoom-room",
    title: "Go to its room without joining",
    group: "The map",
    where: ["map", "tree"],
    keys: same("Shift+Enter"),
    of: "agent",
    isOnTheSpot: true,
  },
  {
    id: "peek",
    title: "Peek without joining",
    group: "The map",
    where: lists,
    keys: same("Space"),
    of: "agent",
    isOnTheSpot: true,
  },
  {
    id: "select-toggle",
    title: "Add to the selection, or take out",
    group: "The map",
    where: ["tree"],
    keys: same("Shift+Space"),
    of: "agent",
    isOnTheSpot: true,
  },
  { id: "map-closer", title: "Zoom the map in", group: "The map", where: ["map"], keys: same("+"), repeats: true },
  { id: "map-farther", title: "Zoom the map out", group: "The map", where: ["map"], keys: same("-"), repeats: true },
  { id: "map-fit", title: "Show the whole map", group: "The map", where: ["map"], keys: same("0") },
  { id: "map-frame", title: "Bring the selected agent into view", group: "The map", where: ["map"], keys: same("F") },
  ...(["Left", "Right", "Up", "Down"] as const).map((direction) => ({
    id: `neighbour-${direction.toLowerCase() as Lowercase<typeof direction>}` as const,
    title: `Select the neighbour ${{ Left: "to the left", Right: "to the right", Up: "above", Down: "below" }[direction]}`,
    group: "The map" as const,
    where: ["map"] as const,
    keys: same(direction),
    repeats: true as const,
    isFixed: true as const,
    isOnTheSpot: true as const,
    family: "Select the neighbour",
  })),

  { id: "split", title: "Open beside this chat", group: "Panes and tabs", where: everywhere, keys: mod("D"), of: "agent" },
  {
    id: "pop-out",
    title: "Move to a window of its own",
    group: "Panes and tabs",
    where: everywhere,
    keys: mod("Shift+D"),
    of: "agent",
  },
  { id: "close-pane", title: "Close this pane, which leaves", group: "Panes and tabs", where: everywhere, keys: mod("W") },
  { id: "reopen-tab", title: "Reopen the tab closed last", group: "Panes and tabs", where: everywhere, keys: mod("Shift+T") },
  { id: "tab-next", title: "Next tab", group: "Panes and tabs", where: everywhere, keys: same("Ctrl+Tab"), repeats: true },
  {
    id: "tab-previous",
    title: "Previous tab",
    group: "Panes and tabs",
    where: everywhere,
    keys: same("Ctrl+Shift+Tab"),
    repeats: true,
  },
  { id: "rail", title: "Show or hide the rail", group: "Panes and tabs", where: everywhere, keys: mod("B") },
  { id: "inspector", title: "Show or hide the inspector", group: "Panes and tabs", where: everywhere, keys: mod("Shift+B") },

  { id: "palette", title: "Command palette…", group: "Finding", where: everywhere, keys: mod("K", "Shift+P") },
  { id: "tasks", title: "Tasks", group: "Finding", where: everywhere, keys: mod("Shift+K") },
  {
    id: "task-pause",
    title: "Pause whom this line is about",
    group: "Agents",
    where: ["tasks"],
    keys: same("P"),
    isOnTheSpot: true,
    changes: true,
  },
  {
    id: "task-resume",
    title: "Let whom this line is about go on",
    group: "Agents",
    where: ["tasks"],
    keys: same("R"),
    isOnTheSpot: true,
    changes: true,
  },
  {
    id: "task-cancel",
    title: "Stop whom this line is about",
    group: "Agents",
    where: ["tasks"],
    keys: same("C"),
    isOnTheSpot: true,
    changes: true,
  },
  { id: "find-here", title: "Find in this chat", group: "Finding", where: everywhere, keys: mod("F") },
  { id: "find-everywhere", title: "Find everywhere", group: "Finding", where: everywhere, keys: mod("Shift+F") },

  {
    id: "rename",
    title: "Rename the agent…",
    group: "Agents",
    where: ["map", "tree"],
    keys: same("F2"),
    of: "agent",
    changes: true,
  },
  { id: "new-agent", title: "New agent", group: "Agents", where: everywhere, keys: mod("N"), changes: true },
  {
    id: "new-child",
    title: "New child of this agent",
    group: "Agents",
    where: everywhere,
    keys: mod("Shift+N"),
    of: "agent",
    changes: true,
  },
  {
    id: "pause",
    title: "Pause the agent; twice stops it",
    group: "Agents",
    where: everywhere,
    keys: { other: ["Ctrl+Shift+Backspace"], apple: ["Cmd+."] },
    of: "agent",
    changes: true,
  },
  {
    id: "hold-all",
    title: "Hold everything, or go on",
    group: "Agents",
    where: everywhere,
    keys: { other: ["Shift+F9"], apple: ["Shift+Cmd+."] },
    changes: true,
  },
  {
    id: "work-mode",
    title: "Next work mode",
    group: "Agents",
    where: everywhere,
    keys: posture("M"),
    of: "agent",
    changes: true,
  },
  {
    id: "run-autonomous",
    title: "Run control: autonomous",
    group: "Agents",
    where: everywhere,
    keys: posture("A"),
    of: "agent",
    changes: true,
  },
  {
    id: "run-assisted",
    title: "Run control: assisted",
    group: "Agents",
    where: everywhere,
    keys: posture("S"),
    of: "agent",
    changes: true,
  },
  {
    id: "run-manual",
    title: "Run control: manual",
    group: "Agents",
    where: everywhere,
    keys: posture("H"),
    of: "agent",
    changes: true,
  },
  {
    id: "repair",
    title: "Work mode: repair",
    group: "Agents",
    where: everywhere,
    keys: posture("X"),
    of: "agent",
    changes: true,
  },
  { id: "access", title: "Access and permission profile…", group: "Agents", where: everywhere, keys: posture("L"), of: "agent" },

  {
    id: "send",
    title: "Send, or queue while the agent works",
    group: "Writing",
    where: ["composer"],
    keys: same("Enter"),
    isOnTheSpot: true,
    changes: true,
  },
  {
    id: "send-now",
    title: "Send now, after the running step",
    group: "Writing",
    where: ["composer"],
    keys: mod("Enter"),
    isOnTheSpot: true,
    changes: true,
  },
  { id: "newline", title: "New line", group: "Writing", where: ["composer"], keys: same("Shift+Enter"), isOnTheSpot: true },

  { id: "settings", title: "Settings…", group: "Window", where: everywhere, keys: mod(",") },
  {
    id: "help",
    title: "Keyboard shortcuts",
    group: "Window",
    where: everywhere,
    keys: { other: ["F1", "?"], apple: ["Cmd+/", "?"] },
  },
  { id: "welcome", title: "Show the welcome page", group: "Window", where: everywhere, keys: same() },
  { id: "text-larger", title: "Larger text", group: "Window", where: everywhere, keys: mod("+"), repeats: true },
  { id: "text-smaller", title: "Smaller text", group: "Window", where: everywhere, keys: mod("-"), repeats: true },
  { id: "text-normal", title: "Normal text size", group: "Window", where: everywhere, keys: mod("0") },
  {
    id: "full-screen",
    title: "Full screen",
    group: "Window",
    where: everywhere,
    keys: { other: ["F11"], apple: ["Ctrl+Cmd+F"] },
  },
] as const satisfies readonly Action[]

export const slotNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
const optionNumbers = [1, 2, 3, 4, 5, 6, 7, 8] as const
export type Slot = (typeof slotNumbers)[number]
export type Option = (typeof optionNumbers)[number]
export type ActionId = (typeof single)[number]["id"] | `slot-${Slot}` | `pin-${Slot}` | `option-${Option}`

const slots: readonly Action[] = slotNumbers.map((slot) => ({
  id: `slot-${slot}`,
  title: `Go to slot ${slot}`,
  group: "Getting about",
  where: everywhere,
  singleWhere: ["map"],
  keys: { other: [`Ctrl+${slot}`, `${slot}`], apple: [`Cmd+${slot}`, `${slot}`] },
  family: "Go to slot 1–9",
}))
const pins: readonly Action[] = slotNumbers.map((slot) => ({
  id: `pin-${slot}`,
  title: `Pin to slot ${slot}`,
  group: "Getting about",
  where: ["map"],
  keys: same(`Shift+${slot}`),
  of: "agent",
  family: "Pin to slot 1–9",
}))
export const optionIds = optionNumbers.map((option) => `option-${option}` as const)
const options: readonly Action[] = optionNumbers.map((option) => ({
  id: `option-${option}`,
  title: `Choose option ${option}`,
  group: "Needs you",
  where: ["card"],
  keys: same(`${option}`),
  changes: true,
  isOnTheSpot: true,
  family: "Choose an option of a question",
}))

/** In the order of the settings page and the sheet. */
export const groups: readonly Group[] = [
  "Needs you",
  "Getting about",
  "The map",
  "Panes and tabs",
  "Finding",
  "Agents",
  "Writing",
  "Window",
]

export type KnownAction = Action & { readonly id: ActionId }
/** The ids are made of the same names the type is. */
export const actions = [...single, ...slots, ...pins, ...options] as readonly KnownAction[]

const byId: ReadonlyMap<string, KnownAction> = new Map(actions.map((action) => [action.id, action]))

export function isActionId(text: string): text is ActionId {
  return byId.has(text)
}

export function actionOf(id: ActionId): KnownAction {
  const action = byId.get(id)
  if (!action) throw new Error(`bug: there is no action ${id}`)
  return action
}
