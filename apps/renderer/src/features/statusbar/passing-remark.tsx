// Owns: what was just done or refused, where no chat has a line for it: in the bar, for a moment, and no longer than until the user does the next thing.

import { useEffect, useState } from "react"
import { Remark } from "../../kernel/session/remark.tsx"
import { useScreen } from "../../kernel/session/session-context.ts"

/** As long as a toast; what was refused may have to be read twice. */
const REMARK_MS = { quiet: 6_000, problem: 12_000 } as const

export function PassingRemark() {
  const remark = useScreen((state) => state.remark)
  const [passed, setPassed] = useState<typeof remark>(null)
  useEffect(() => {
    if (remark === null) return
    const pass = () => setPassed(remark)
    const timer = setTimeout(pass, REMARK_MS[remark.tone])
    // On its way down: what called for the remark may still be on its way up the page, and is not the next thing.
    const onNext = (event: Event) => {
      if (isAction(event)) pass()
    }
    for (const type of actions) window.addEventListener(type, onNext, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const type of actions) window.removeEventListener(type, onNext, { capture: true })
    }
  }, [remark])
  if (remark === null) return null
  return (
    <span className="status-rest" data-passed={passed === remark || undefined}>
      <Remark />
    </span>
  )
}

const actions = ["keydown", "wheel", "pointerdown"] as const
const modifiers: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta"])

/** A key that is held for another does nothing by itself. */
function isAction(event: Event): boolean {
  return !(event instanceof KeyboardEvent && modifiers.has(event.key))
}
