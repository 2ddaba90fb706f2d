// Owns: noticing that nobody has touched the window for a while. Nothing follows from it by itself (C6): whoever asks may offer something.

export const IDLE_MS = 10 * 60_000

const touches = ["keydown", "pointerdown", "pointermove", "wheel"] as const

export type IdleNeeds = {
  readonly page: Pick<EventTarget, "addEventListener" | "removeEventListener">
  now(): number
  /** Gives back how to cancel. */
  after(ms: number, then: () => void): () => void
}

/** Calls `idle` each time `ms` have passed without a touch. Gives back how to end it. */
export function watchIdle(ms: number, idle: () => void, { page, now, after }: IdleNeeds): () => void {
  let touched = now()
  let cancel = after(ms, look)
  // A move of the pointer comes a hundred times a second: it only notes the time, the timer looks.
  const touch = () => {
    touched = now()
  }
  function look(): void {
    const left = touched + ms - now()
    if (left <= 0) idle()
    cancel = after(left > 0 ? left : ms, look)
  }
  for (const name of touches) page.addEventListener(name, touch, { capture: true, passive: true })
  return () => {
    cancel()
    for (const name of touches) page.removeEventListener(name, touch, { capture: true })
  }
}

export function watchWindow(ms: number, idle: () => void): () => void {
  return watchIdle(ms, idle, {
    page: window,
    now: () => Date.now(),
    after: (delay, then) => {
      const timer = setTimeout(then, delay)
      return () => clearTimeout(timer)
    },
  })
}
