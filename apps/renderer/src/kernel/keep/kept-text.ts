// Owns: how text that is being written gets into the storage of this screen, and which names are in it. Storage may be full, forbidden or hold rubbish:
// nobody who writes notices, what they wrote is still where they wrote it.
import type { Keep } from "./keep.ts"

/** Longer ones are kept after a pause: writing half a megabyte at every letter would be felt. */
const AT_ONCE = 20_000
const PAUSE_MS = 300

export type TextKeeper = {
  /** At once, not after a pause: the storage itself reaches the disk late, and a quit may leave it no further moment. */
  put(text: string): void
  /** What still waits for its pause is kept now. */
  flush(): void
  /** What still waits is not kept any more. */
  drop(): void
}

/** What is to happen after a pause; gives back how to call it off. */
export type Pause = (then: () => void) => () => void

export function createTextKeeper(write: (text: string) => void, pause: Pause = usualPause): TextKeeper {
  let waiting: { readonly text: string; callOff(): void } | null = null
  const drop = () => {
    waiting?.callOff()
    waiting = null
  }
  const flush = () => {
    const late = waiting
    drop()
    if (late) write(late.text)
  }
  return {
    put: (text) => {
      drop()
      if (text.length <= AT_ONCE) write(text)
      else waiting = { text, callOff: pause(flush) }
    },
    flush,
    drop,
  }
}

function usualPause(then: () => void): () => void {
  const timer = setTimeout(then, PAUSE_MS)
  return () => clearTimeout(timer)
}

/** Empty text is not kept. */
export function keepText(keep: Keep, name: string, text: string): void {
  try {
    if (text === "") keep.removeItem(name)
    else keep.setItem(name, text)
  } catch {
    // It is still where it was written.
  }
}

export function keptText(keep: Keep, name: string): string {
  try {
    return keep.getItem(name) ?? ""
  } catch {
    return ""
  }
}

/** The rest of each name that begins like this. */
export function keptNames(keep: Keep, prefix: string): readonly string[] {
  try {
    return Object.keys(keep).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
  } catch {
    return []
  }
}
