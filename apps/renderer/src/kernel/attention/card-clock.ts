// Owns: when a card may be acted on and how long it has been seen. A card that has just come, or has just got the focus, ignores
// everything for a moment: what the user pressed was meant for what was there before (card law 3).

export const ARM_MS = 600

export type CardClock = {
  shown(): void
  hidden(): void
  /** Starts the moment of deafness again. */
  restart(): void
  isArmed(): boolean
  visibleMs(): number
  /** Told in how many milliseconds it will listen, whenever that changes; null: not as things are. Returns how to stop watching. */
  watch(tell: (inMs: number | null) => () => void): () => void
}

export function createCardClock(now: () => number): CardClock {
  let armedAt = Number.POSITIVE_INFINITY
  let since: number | null = null
  let before = 0
  let tell: (inMs: number | null) => () => void = () => () => {}
  let forget = () => {}
  const changed = (inMs: number | null) => {
    forget()
    forget = tell(inMs)
  }
  return {
    shown: () => {
      if (since !== null) return
      since = now()
      armedAt = since + ARM_MS
      changed(ARM_MS)
    },
    hidden: () => {
      if (since !== null) before += now() - since
      since = null
      armedAt = Number.POSITIVE_INFINITY
      changed(null)
    },
    restart: () => {
      if (since === null) return
      armedAt = now() + ARM_MS
      changed(ARM_MS)
    },
    isArmed: () => now() >= armedAt,
    // A clock that was set back by whoever looks into the page must not make the answer unreadable.
    visibleMs: () => Math.max(0, Math.round(before + (since === null ? 0 : now() - since))),
    watch: (wanted) => {
      tell = wanted
      return () => {
        forget()
        tell = () => () => {}
        forget = () => {}
      }
    },
  }
}
