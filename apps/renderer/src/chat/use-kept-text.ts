// Owns: the text in a composer and where the cursor stands in it: kept as a draft while it is written, put in place with the cursor behind it.
import type { AgentId } from "@kibitz/contract"
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { useSession } from "../app/session-context.ts"
import { readDraft, writeDraft } from "./drafts.ts"

/** Longer ones are kept after a pause: writing half a megabyte at every letter would be felt. */
const AT_ONCE = 20_000
const PAUSE_MS = 300

type Typed = { readonly text: string; readonly caret: number }

export type KeptText = Typed & {
  /** What the field says of itself. */
  type(text: string, caret: number): void
  /** The cursor was moved. The text is not taken from the field then: it may not yet say what it was made to. */
  moved(caret: number): void
  /** What the field is made to say. */
  place(typed: Typed): void
}

export function useKeptText(agentId: AgentId, field: RefObject<HTMLTextAreaElement | null>): KeptText {
  const { keep } = useSession()
  const [typed, setTyped] = useState<Typed>(() => {
    const text = readDraft(keep, agentId)
    return { text, caret: text.length }
  })
  const { text } = typed
  // At once, not after a pause: the storage itself reaches the disk late, and a quit may leave it no further moment.
  useEffect(() => {
    if (text.length <= AT_ONCE) return writeDraft(keep, agentId, text)
    const timer = setTimeout(() => writeDraft(keep, agentId, text), PAUSE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [keep, agentId, text])
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  })
  useEffect(
    () => () => {
      // Left within the pause: what is in the field is kept all the same.
      if (latest.current.length > AT_ONCE) writeDraft(keep, agentId, latest.current)
    },
    [keep, agentId],
  )

  // Of a draft that is come back to as well: the browser would put the cursor before it.
  const placed = useRef<number | null>(typed.caret)
  useLayoutEffect(() => {
    if (placed.current === null) return
    field.current?.setSelectionRange(placed.current, placed.current)
    placed.current = null
  })
  return {
    ...typed,
    type: useCallback((next, caret) => {
      setTyped((so) => (so.text === next && so.caret === caret ? so : { text: next, caret }))
    }, []),
    moved: useCallback((caret) => setTyped((so) => (so.caret === caret ? so : { ...so, caret })), []),
    place: useCallback((next) => {
      placed.current = next.caret
      setTyped(next)
    }, []),
  }
}
