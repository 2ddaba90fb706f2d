// Owns: parts of the screen whose code is fetched when there is time, or at the latest when they are wanted. A part that is there is drawn in the same
// step it is asked for in: React's own lazy parts are drawn 300 ms after the first wait at the earliest, however soon they came.
import { type ComponentType, useEffect, useState } from "react"

export type LaterPart<Props extends object> = ComponentType<Props> & {
  /** Asked twice, it is fetched once; one that could not be read is asked for again. */
  fetch(): Promise<unknown>
}

/** What is drawn instead, for as long as the part is not there. `isFailed`: it could not be read. */
export type Waiting<Props extends object> = ComponentType<Props & { readonly isFailed: boolean }>

export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: Waiting<Props>,
): LaterPart<Props> {
  let found: ComponentType<Props> | null = null
  let coming: Promise<ComponentType<Props>> | null = null
  function fetch(): Promise<ComponentType<Props>> {
    coming ??= load().then(
      (part) => {
        found = part
        return part
      },
      (error) => {
        coming = null
        throw error
      },
    )
    return coming
  }
  function Part(props: Props) {
    const [Found, setFound] = useState(() => found)
    const [isFailed, setFailed] = useState(false)
    useEffect(() => {
      if (Found) return
      let isWanted = true
      fetch().then(
        (part) => isWanted && setFound(() => part),
        () => isWanted && setFailed(true),
      )
      return () => {
        isWanted = false
      }
    }, [Found])
    return Found ? <Found {...props} /> : <Instead {...props} isFailed={isFailed} />
  }
  return Object.assign(Part, { fetch })
}

/** Until then what was asked for at the start is drawn, and read from disk, first. */
const PAUSE_MS = 1_000

/** One after the other, each when nothing else is to be done. Ends with the function it gives back. */
export function fetchWhenIdle(parts: readonly { fetch(): Promise<unknown> }[]): () => void {
  let handle = 0
  const pause = setTimeout(() => next(parts), PAUSE_MS)
  const next = ([first, ...more]: typeof parts) => {
    if (!first) return
    // One that could not be read now is asked for again when it is wanted, and says so there.
    handle = requestIdleCallback(
      () =>
        void first.fetch().then(
          () => next(more),
          () => next(more),
        ),
    )
  }
  return () => {
    clearTimeout(pause)
    cancelIdleCallback(handle)
  }
}
