// Owns: the one table of what keys can do: what it is called, where it works, and its usual keys on each system. Palette, sheet, settings, menu
// and tooltips read this; what an action does is said where it is done (use-keys).
import type { Action, Group } from "./action.ts"
import { everywhere, same } from "./action.ts"
import { movingActions } from "./moving-actions.ts"
import { workingActions } from "./working-actions.ts"

const single = [...movingActions, ...workingActions] as const

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
