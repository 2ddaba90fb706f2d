// Owns: the text in a composer and where the cursor stands in it: kept as a draft while it is written, put in place with the cursor behind it.

import type { AgentId } from "@kibitz/contract"
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { readDraft, writeDraft } from "../../../kernel/keep/drafts.ts"
import { createTextKeeper } from "../../../kernel/keep/kept-text.ts"
import type { HasKeep } from "../../../kernel/session/offers.ts"
import { useSession } from "../../../kernel/session/session-context.ts"

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
  const { keep } = useSession<HasKeep>()
  const [typed, setTyped] = useState<Typed>(() => {
    const text = readDraft(keep, agentId)
    return { text, caret: text.length }
  })
  const { text } = typed
  const keeper = useMemo(() => createTextKeeper((written) => writeDraft(keep, agentId, written)), [keep, agentId])
  useEffect(() => keeper.put(text), [keeper, text])
  // Left within the pause: what is in the field is kept all the same.
  useEffect(() => keeper.flush, [keeper])

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
