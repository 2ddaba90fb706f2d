// Owns: what was chosen and written for a question and not sent yet: one for all places of this screen that show it, until it is settled.
import type { ItemId, QuestionItem, World } from "@kibitz/contract"
import { createStore, type StoreApi } from "zustand/vanilla"

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
  readonly store: StoreApi<ReadonlyMap<ItemId, HalfAnswer>>
  change(item: QuestionItem, change: Partial<HalfAnswer>): void
  /** What does not wait any more needs no answer. What sleeps still waits. */
  dropSettled(attention: World["attention"]): void
}

export function createHalfAnswers(): HalfAnswers {
  const store = createStore<ReadonlyMap<ItemId, HalfAnswer>>(() => new Map())
  return {
    store,
    change: (item, change) => {
      const all = store.getState()
      store.setState(new Map(all).set(item.id, { ...halfAnswer(all, item), ...change }), true)
    },
    dropSettled: (attention) => {
      const all = store.getState()
      const left = [...all].filter(([id]) => attention[id] !== undefined)
      if (left.length < all.size) store.setState(new Map(left), true)
    },
  }
}

const untouched: HalfAnswer = { choice: null, own: "", isForAll: true }
/** Where nothing can be chosen, only words are left. */
const untouchedWords: HalfAnswer = { ...untouched, choice: "own" }

export function halfAnswer(all: ReadonlyMap<ItemId, HalfAnswer>, { id, options }: QuestionItem): HalfAnswer {
  return all.get(id) ?? (options.length === 0 ? untouchedWords : untouched)
}
