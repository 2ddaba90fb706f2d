// Owns: which keys do what for this user: the table's own, changed where the user has changed them, and which action a pressed key is. Pure.

import type { Place } from "./action.ts"
import { type ActionId, actionOf, actions, isActionId, type KnownAction } from "./actions.ts"
import { type Chord, fitOf, isForTyping, isSingleKey, isWriting, type Os, type Pressed, readChord } from "./chord.ts"
import { whyReserved } from "./reserved.ts"

export type Bindings = {
  /** Only what differs from the table; an empty list: the user wants no key for it. */
  readonly changed: Readonly<Partial<Record<ActionId, readonly string[]>>>
  /** Keys that type a character work as shortcuts where nothing is typed (WCAG 2.1.4). */
  readonly singleKeys: boolean
}

export const usualBindings: Bindings = { changed: {}, singleKeys: true }

export const MOST_KEYS = 3

export function keysOf({ changed }: Bindings, id: ActionId, os: Os): readonly string[] {
  return changed[id] ?? actionOf(id).keys[os]
}

/** The key to show beside it; null when there is none, or when it is switched off. */
export function keyOf(bindings: Bindings, id: ActionId, os: Os): string | null {
  return keysOf(bindings, id, os).find((key) => bindings.singleKeys || !isSingle(key)) ?? null
}

export function isSingle(binding: string): boolean {
  const chord = readChord(binding)
  return chord !== null && isSingleKey(chord)
}

/** Where this key of this action counts. */
export function placesOf(action: KnownAction, binding: string): readonly Place[] {
  return action.singleWhere && isSingle(binding) ? action.singleWhere : action.where
}

/** Null when it may be bound; otherwise why not. Another's key is no reason: that is shown, and can be taken over. */
export function whyNot(id: ActionId, binding: string, os: Os): string | null {
  const action = actionOf(id)
  if (action.isFixed) return "This key cannot be changed."
  const why = whyReserved(binding, os)
  if (why !== null) return why
  const chord = readChord(binding)
  if (chord && action.where.includes("composer") && isForTyping(chord, os) && chord.key !== "Enter")
    return "You need this key for writing."
  return null
}

/** Which other actions have this key where it would count too. */
export function conflictsOf(bindings: Bindings, id: ActionId, binding: string, os: Os): readonly ActionId[] {
  const wanted = actionOf(id)
  return actions
    .filter((other) => other.id !== id)
    .filter((other) => keysOf(bindings, other.id, os).some((key) => isClash(wanted, binding, other, key)))
    .map((other) => other.id)
}

export function isClash(a: KnownAction, keyOfA: string, b: KnownAction, keyOfB: string): boolean {
  return sameKey(keyOfA, keyOfB) && overlap(placesOf(a, keyOfA), placesOf(b, keyOfB))
}

function overlap(a: readonly Place[], b: readonly Place[]): boolean {
  return a.includes("global") || b.includes("global") || a.some((place) => b.includes(place))
}

/** Two ways to write what is one key on most keyboards. */
function sameKey(a: string, b: string): boolean {
  return onePlace(a) === onePlace(b)
}

function onePlace(binding: string): string {
  return binding.replace(/Shift\+((?:Cmd\+)?)\/$/, "$1?").replace(/(?:Shift\+)?((?:Cmd\+)?)=$/, "$1+")
}

/** In place of `old`, or one more; taken from whoever has it. */
export function bound(bindings: Bindings, id: ActionId, binding: string, old: string | null, os: Os): Bindings {
  const freed = conflictsOf(bindings, id, binding, os).reduce(
    (so, other) =>
      withKeys(
        so,
        other,
        keysOf(so, other, os).filter((key) => !sameKey(key, binding)),
        os,
      ),
    bindings,
  )
  const now = keysOf(freed, id, os)
  const others = now.filter((key) => key === old || !sameKey(key, binding))
  const keys = old === null ? [...others, binding] : others.map((key) => (key === old ? binding : key))
  return withKeys(freed, id, keys.slice(0, MOST_KEYS), os)
}

export function cleared(bindings: Bindings, id: ActionId, binding: string, os: Os): Bindings {
  return withKeys(
    bindings,
    id,
    keysOf(bindings, id, os).filter((key) => key !== binding),
    os,
  )
}

/** Back to the table's own; whoever had taken one of them gives it back. */
export function reset(bindings: Bindings, id: ActionId, os: Os): Bindings {
  const { [id]: _, ...rest } = bindings.changed
  return actionOf(id).keys[os].reduce(
    (so, key) =>
      conflictsOf(so, id, key, os).reduce(
        (freed, other) =>
          withKeys(
            freed,
            other,
            keysOf(freed, other, os).filter((one) => !sameKey(one, key)),
            os,
          ),
        so,
      ),
    { ...bindings, changed: rest },
  )
}

export function isChanged({ changed }: Bindings, id: ActionId): boolean {
  return changed[id] !== undefined
}

function withKeys(bindings: Bindings, id: ActionId, keys: readonly string[], os: Os): Bindings {
  const { [id]: _, ...rest } = bindings.changed
  const usual = actionOf(id).keys[os]
  const isUsual = keys.length === usual.length && keys.every((key, at) => key === usual[at])
  return { ...bindings, changed: isUsual ? rest : { ...rest, [id]: keys } }
}

/** Which action this is where the focus is. Nothing while a character is being made; no plain key while text is typed (ux 0.4). */
export function match(bindings: Bindings, event: Pressed, place: Place, isTyping: boolean, os: Os): ActionId | null {
  if (isWriting(event, os)) return null
  let placed: ActionId | null = null
  for (const { id, chord, places } of compiled(bindings, os)) {
    if (!places.includes(place) || (isTyping && place !== "composer" && isForTyping(chord, os))) continue
    const fit = fitOf(chord, event, os)
    if (fit === "printed") return id
    if (fit === "placed") placed ??= id
  }
  return placed
}

type Compiled = { readonly id: ActionId; readonly chord: Chord; readonly places: readonly Place[] }
const made = new WeakMap<Bindings, Partial<Record<Os, readonly Compiled[]>>>()

function compiled(bindings: Bindings, os: Os): readonly Compiled[] {
  const known = made.get(bindings) ?? {}
  const list =
    known[os] ??
    actions.flatMap((action) =>
      keysOf(bindings, action.id, os).flatMap((key): Compiled[] => {
        const chord = readChord(key)
        if (!chord || (!bindings.singleKeys && isSingleKey(chord))) return []
        return [{ id: action.id, chord, places: placesOf(action, key) }]
      }),
    )
  made.set(bindings, { ...known, [os]: list })
  return list
}

const VERSION = 1

export function writeBindings({ changed, singleKeys }: Bindings): string {
  return JSON.stringify({ version: VERSION, singleKeys, keys: changed })
}

/** What cannot be understood is left out; nothing that was kept can take a key that is not ours. */
export function readBindings(text: string | null, os: Os): Bindings {
  const kept = parsed(text)
  if (kept?.version !== VERSION) return usualBindings
  const singleKeys = kept.singleKeys !== false
  const lists = typeof kept.keys === "object" && kept.keys !== null ? Object.entries(kept.keys) : []
  return lists.reduce<Bindings>(
    (so, [id, keys]) => {
      if (!isActionId(id) || !Array.isArray(keys)) return so
      const good = keys.filter((key): key is string => typeof key === "string" && whyNot(id, key, os) === null)
      if (actionOf(id).isFixed || (good.length === 0 && keys.length > 0)) return so
      return withKeys(so, id, [...new Set(good)].slice(0, MOST_KEYS), os)
    },
    { changed: {}, singleKeys },
  )
}

function parsed(text: string | null): { version?: unknown; singleKeys?: unknown; keys?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text ?? "null")
    return typeof value === "object" && value !== null ? value : null
  } catch {
    return null
  }
}
