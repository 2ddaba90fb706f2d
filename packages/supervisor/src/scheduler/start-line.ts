// Owns: that turns which were in flight when Kibitz went away do not all ask the provider in the same instant when it comes back (OPM-11, A1).
import type { TimerQueue } from "./timer-queue.ts"

/** A few are no storm. */
const AT_ONCE = 10
const APART_MS = 100

export type StartLine = {
  /** null: it may ask at once. Otherwise resolves when it is its turn. */
  place(key: string): Promise<void> | null
  /** Whoever asks from here on has not been in flight. */
  close(): void
}

export function startLine(timers: TimerQueue): StartLine {
  let taken = 0
  let isOpen = true
  return {
    place(key) {
      if (!isOpen || ++taken <= AT_ONCE) return null
      return new Promise((resolve) => void timers.after((taken - AT_ONCE) * APART_MS, `start/${key}`, resolve))
    },
    close() {
      isOpen = false
    },
  }
}
