// Owns: when what is being written reaches the screen. What several write is drawn in one frame as far as that takes no longer than a frame, and in turn
// otherwise; what the user types is drawn first; and where drawing is slow it is drawn less often, so that most of the time is left for the user.

/** Thirty times a second: nobody reads faster, and every second frame is free for something else. */
const EVERY_MS = 32
/** What is written may take a third of the time, and so much of it at once: a letter that comes meanwhile waits no longer than that. */
const SHARE = 3
const AT_ONCE_MS = 12
/** On however slow a machine, and however fast the user types. */
const MOST_MS = 200
const MOST_TYPED_MS = 100

export type Pace = {
  /** Once, with the next frame that is meant for it, however often it is asked for until then. */
  soon(draw: () => void): void
}

export type Screen = {
  now(): number
  after(ms: number, then: () => void): void
  /** Before the next frame; also where no frames are drawn because nobody sees the page. */
  frame(then: () => void): void
  /** Once the frame that is being made has been drawn. */
  drawn(then: () => void): void
  /** When a key was last pressed. */
  typedAt(): number
}

export function createPace(screen: Screen): Pace {
  const due = new Set<() => void>()
  let isAsked = false
  let next = 0
  let frameAt = 0
  /** How long one of them took the last time. */
  let each = 0

  function ask(): void {
    isAsked = true
    const left = next - screen.now()
    if (left > 0) screen.after(left, () => screen.frame(draw))
    else screen.frame(draw)
  }

  function draw(): void {
    const now = screen.now()
    const since = frameAt
    frameAt = now
    // A letter that waits for this frame gets it for itself.
    if (screen.typedAt() > since && now - next < MOST_TYPED_MS) return screen.frame(draw)
    const some = [...due].slice(0, Math.max(1, Math.floor(AT_ONCE_MS / each)))
    for (const one of some) {
      due.delete(one)
      one()
    }
    const isRest = due.size > 0
    screen.drawn(() => {
      const took = screen.now() - now
      each = took / some.length
      next = now + Math.min(MOST_MS, Math.max(isRest ? 0 : EVERY_MS, took * SHARE))
      isAsked = false
      if (due.size > 0) ask()
    })
  }

  return {
    soon: (one) => {
      due.add(one)
      if (!isAsked) ask()
    },
  }
}

/** A page that is not seen draws no frames; what is written is still to be heard and counted. */
const UNSEEN_MS = 250

export function pageScreen(): Screen {
  let typedAt = Number.NEGATIVE_INFINITY
  const channel = new MessageChannel()
  const waiting: (() => void)[] = []
  channel.port1.onmessage = () => waiting.shift()?.()
  addEventListener(
    "keydown",
    () => {
      typedAt = performance.now()
    },
    { capture: true, passive: true },
  )
  return {
    now: () => performance.now(),
    after: (ms, then) => void setTimeout(then, ms),
    frame: (then) => {
      const once = () => {
        cancelAnimationFrame(frame)
        clearTimeout(timer)
        then()
      }
      const frame = requestAnimationFrame(once)
      const timer = setTimeout(once, UNSEEN_MS)
    },
    drawn: (then) => {
      waiting.push(then)
      channel.port2.postMessage(null)
    },
    typedAt: () => typedAt,
  }
}
