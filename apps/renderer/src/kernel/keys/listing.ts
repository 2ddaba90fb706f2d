// Owns: the actions as a list to read and to search: grouped, with the user's own keys, nine of a kind as one line where they are only read. Pure.

import type { Action, Group, Place } from "./action.ts"
import { type ActionId, actions, groups, type KnownAction } from "./actions.ts"
import { type Bindings, isSingle, keysOf } from "./bindings.ts"
import type { Os } from "./chord.ts"
import { shown } from "./shown.ts"

export type Line = {
  readonly id: ActionId
  readonly title: string
  readonly where: string
  readonly keys: readonly string[]
  readonly action: KnownAction
}
export type Section = { readonly group: Group; readonly lines: readonly Line[] }

/** Every action on a line of its own. */
export function allLines(bindings: Bindings, os: Os): readonly Section[] {
  return sections(actions.map((action) => line(action, action.title, keysOf(bindings, action.id, os))))
}

/** To be read: a family is one line with its first and last key; what is switched off or has no key is left out. */
export function sheetLines(bindings: Bindings, os: Os): readonly Section[] {
  const isOn = (key: string) => bindings.singleKeys || !isSingle(key)
  const families = new Set<string>()
  const lines = actions.flatMap((action): Line[] => {
    const { family } = action
    if (family === undefined)
      return [
        line(
          action,
          action.title,
          keysOf(bindings, action.id, os)
            .filter(isOn)
            .map((key) => shown(key, os)),
        ),
      ]
    if (families.has(family)) return []
    families.add(family)
    const members = actions.filter((one) => one.family === family)
    return [
      line(
        action,
        family,
        spans(
          members.map(({ id }) =>
            keysOf(bindings, id, os)
              .filter(isOn)
              .map((key) => shown(key, os)),
          ),
        ),
      ),
    ]
  })
  return sections(lines.filter(({ keys }) => keys.length > 0))
}

/** First keys, second keys: "Ctrl+1 … Ctrl+9". */
function spans(members: readonly (readonly string[])[]): readonly string[] {
  const most = Math.max(...members.map((keys) => keys.length))
  return Array.from({ length: most }, (_, at) => {
    const column = members.flatMap((keys) => keys[at] ?? [])
    return column.length > 4 ? `${column[0]} … ${column.at(-1)}` : column.join(" ")
  })
}

function line(action: KnownAction, title: string, keys: readonly string[]): Line {
  return { id: action.id, title, where: whereWords(action), keys, action }
}

const placeWords: Readonly<Record<Place, string>> = {
  global: "",
  map: "on the map",
  tree: "in the tree",
  card: "on a card",
  composer: "where you write",
  rail: "in the rail",
  audit: "in the audit log",
  tasks: "in the tasks",
}

function whereWords({ where }: Action): string {
  const words = where.map((place) => placeWords[place]).filter((word) => word !== "")
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
}

function sections(lines: readonly Line[]): readonly Section[] {
  return groups
    .map((group) => ({ group, lines: lines.filter(({ action }) => action.group === group) }))
    .filter((section) => section.lines.length > 0)
}

/** By what it does, where, or which key: every word has to be somewhere. */
export function searched(all: readonly Section[], query: string, os: Os): readonly Section[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
  if (words.length === 0) return all
  return all
    .map(({ group, lines }) => ({
      group,
      lines: lines.filter(({ title, where, keys }) => {
        const text = [group, title, where, ...keys, ...keys.map((key) => shown(key, os))].join(" ").toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ lines }) => lines.length > 0)
}
