// Owns: half-given answers in the storage of this screen, each under the name of its question, so that they are there after a restart.
import { ItemId, MESSAGE_TEXT_LIMIT } from "@kibitz/contract"
import type { Keep } from "../keep/keep.ts"
import { createTextKeeper, keepText, keptNames, keptText, type Pause, type TextKeeper } from "../keep/kept-text.ts"
import type { HalfAnswer } from "./half-answers.ts"

const PREFIX = "kibitz.answer."

/** More than anybody leaves half done. Those that were changed longest ago are not kept beyond that; they are still on the screen. */
export const MOST_KEPT = 100
export const MOST_CHARACTERS = 2 * MESSAGE_TEXT_LIMIT

export type AnswerKeeper = {
  /** What is kept is these, the one that was changed last at the end. */
  put(all: ReadonlyMap<ItemId, HalfAnswer>): void
  /** Another window has kept this; null: kept it no longer. Writing it again could undo what that one writes next. */
  told(id: ItemId, half: HalfAnswer | null): void
}

export function createAnswerKeeper(keep: Keep, kept: ReadonlyMap<ItemId, HalfAnswer>, pause?: Pause): AnswerKeeper {
  const written = new Map(kept)
  const keepers = new Map<ItemId, TextKeeper>()
  const keeperOf = (id: ItemId): TextKeeper => {
    const known = keepers.get(id)
    const keeper = known ?? createTextKeeper((text) => keepText(keep, PREFIX + id, text), pause)
    if (!known) keepers.set(id, keeper)
    return keeper
  }
  const forget = (id: ItemId) => {
    written.delete(id)
    keepers.get(id)?.drop()
    keepers.delete(id)
  }
  return {
    put: (all) => {
      const fitting = whatFits(all)
      for (const id of written.keys()) {
        if (fitting.has(id)) continue
        forget(id)
        keepText(keep, PREFIX + id, "")
      }
      for (const [id, half] of fitting) {
        if (written.get(id) === half) continue
        written.set(id, half)
        keeperOf(id).put(JSON.stringify(half))
      }
    },
    told: (id, half) => {
      forget(id)
      if (half) written.set(id, half)
    },
  }
}

function whatFits(all: ReadonlyMap<ItemId, HalfAnswer>): ReadonlyMap<ItemId, HalfAnswer> {
  const fitting = new Map<ItemId, HalfAnswer>()
  let characters = 0
  for (const [id, half] of [...all].toReversed()) {
    characters += half.own.length
    if (fitting.size === MOST_KEPT || characters > MOST_CHARACTERS) break
    if (isBegun(half)) fitting.set(id, half)
  }
  return fitting
}

/** Having looked into the field is no answer. */
function isBegun({ choice, own, isForAll }: HalfAnswer): boolean {
  return typeof choice === "number" || own !== "" || !isForAll
}

/** What cannot be read is taken away: nobody else would. */
export function readAnswers(keep: Keep): ReadonlyMap<ItemId, HalfAnswer> {
  const read = new Map<ItemId, HalfAnswer>()
  for (const name of keptNames(keep, PREFIX)) {
    const id = ItemId.safeParse(name).data
    const half = readAnswer(keptText(keep, PREFIX + name))
    if (id !== undefined && half && read.size < MOST_KEPT) read.set(id, half)
    else keepText(keep, PREFIX + name, "")
  }
  return read
}

/** Of which question this name in the storage tells; null: of none. */
export function questionNamed(name: string): ItemId | null {
  return name.startsWith(PREFIX) ? (ItemId.safeParse(name.slice(PREFIX.length)).data ?? null) : null
}

export function readAnswer(text: string): HalfAnswer | null {
  try {
    const { choice, own, isForAll } = JSON.parse(text) as Partial<Record<keyof HalfAnswer, unknown>>
    const isChoice =
      choice === null || choice === "own" || (typeof choice === "number" && Number.isInteger(choice) && choice >= 0)
    if (!isChoice || typeof own !== "string" || typeof isForAll !== "boolean") return null
    return { choice, own, isForAll }
  } catch {
    return null
  }
}
