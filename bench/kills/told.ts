// Owns: which events a client was told of, one list per unbroken stretch of a subscription. A gap in `n` ends a stretch: it is how the host tells a slow
// reader to subscribe again (docs/rpc.md), so events between two stretches are not lost. An event that is missing without a gap in `n` is.
import type { Told } from "./check.ts"

type Stretch = { readonly isWhole: boolean; readonly numbers: number[]; lastN: number }

export function toldSoFar() {
  const current = new Map<number, Stretch>()
  const all: Stretch[] = []

  function begin(subscription: number, stretch: Stretch): void {
    current.set(subscription, stretch)
    all.push(stretch)
  }

  return {
    /** `numbers`: those of the snapshot. */
    subscribed(subscription: number, isWhole: boolean, numbers: readonly number[]): void {
      begin(subscription, { isWhole, numbers: [...numbers], lastN: 0 })
    },
    envelope(subscription: number, n: number, numbers: readonly number[]): void {
      const before = current.get(subscription)
      if (!before) return
      if (n !== before.lastN + 1) return begin(subscription, { isWhole: before.isWhole, numbers: [...numbers], lastN: n })
      before.numbers.push(...numbers)
      before.lastN = n
    },
    told: (): readonly Told[] => all,
  }
}
