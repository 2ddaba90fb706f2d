// Owns: what was chosen and written for a question and not sent yet: one for all places that show it, in every window and over a restart, until it is
// settled.
import type { ItemId, QuestionItem, World } from "@kibitz/contract"
import { createStore, type StoreApi } from "zustand/vanilla"
import type { Keep } from "../keep/keep.ts"
import type { Pause } from "../keep/kept-text.ts"
import { createAnswerKeeper, questionNamed, readAnswer, readAnswers } from "./kept-answers.ts"

/** The place of an option, or words of one's own. */
export type Choice = number | "own" | null

export type HalfAnswer = {
  readonly choice: Choice
  /** Words of one's own; kept also while an option is chosen. */
  readonly own: string
  /** Others who asked the same get the same answer. */
  readonly isForAll: boolean
}

export type HalfAnswers = {
  /** The one that was changed last is the last. */
  readonly store: StoreApi<ReadonlyMap<ItemId, HalfAnswer>>
  change(item: QuestionItem, change: Partial<HalfAnswer>): void
  /** What does not wait any more needs no answer. What sleeps still waits. */
  dropSettled(attention: World["attention"]): void
}

export function createHalfAnswers(keep: Keep, pause?: Pause): HalfAnswers {
  const store = createStore<ReadonlyMap<ItemId, HalfAnswer>>(() => readAnswers(keep))
  const keeper = createAnswerKeeper(keep, store.getState(), pause)
  const set = (next: ReadonlyMap<ItemId, HalfAnswer>) => {
    store.setState(next, true)
    keeper.put(next)
  }
  // Another window of this screen has changed it; a chat that moves between them takes along what was begun there.
  if (typeof addEventListener === "function")
    addEventListener("storage", ({ key, newValue }) => {
      const id = key === null ? null : questionNamed(key)
      if (id === null) return
      const half = readAnswer(newValue ?? "")
      keeper.told(id, half)
      store.setState((all) => withAnswer(all, id, half), true)
    })
  return {
    store,
    change: (item, change) => {
      const all = store.getState()
      set(withAnswer(all, item.id, { ...halfAnswer(all, item), ...change }))
    },
    dropSettled: (attention) => {
      const all = store.getState()
      const left = [...all].filter(([id]) => attention[id] !== undefined)
      if (left.length < all.size) set(new Map(left))
    },
  }
}

function withAnswer(all: ReadonlyMap<ItemId, HalfAnswer>, id: ItemId, half: HalfAnswer | null): ReadonlyMap<ItemId, HalfAnswer> {
  const next = new Map(all)
  next.delete(id)
  return half ? next.set(id, half) : next
}

const untouched: HalfAnswer = { choice: null, own: "", isForAll: true }
/** Where nothing can be chosen, only words are left. */
const untouchedWords: HalfAnswer = { ...untouched, choice: "own" }

export function halfAnswer(all: ReadonlyMap<ItemId, HalfAnswer>, { id, options }: QuestionItem): HalfAnswer {
  return all.get(id) ?? (options.length === 0 ? untouchedWords : untouched)
}
