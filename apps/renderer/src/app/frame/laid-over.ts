// Owns: that the inspector, where it lies over the stage, is the first thing Escape takes away (ux 2.2), and that the keys go back to what it lay over.

import { useEffect } from "react"
import { isTyping } from "../../kernel/keyboard/use-keys.ts"
import type { Session } from "../../kernel/session/offers.ts"
import { enterPaneWithKeys } from "./enter-pane.ts"

/** What lies over the inspector as well, or is open at the cursor: it closes itself first. */
const NEARER = "dialog:modal, .popover, [role=menu], [role=listbox]"

export function useEscapeTakesInspector(session: Session, isLaidOver: boolean): void {
  useEffect(() => {
    if (!isLaidOver) return
    const take = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.shiftKey || event.isComposing || event.defaultPrevented) return
      if (document.querySelector(NEARER)) return
      event.preventDefault()
      event.stopPropagation()
      // Only here: where there is room beside the stage it is still wanted.
      session.screen.setState({ isInspectorOver: false })
    }
    // A field in it may have something of its own to take back.
    const isOwn = ({ target }: Event) =>
      isTyping(target) && target instanceof Element && target.closest(".frame-inspector") !== null
    // Before what lies beneath: a composer with text, or the map, would take the key for itself.
    const before = (event: KeyboardEvent) => !isOwn(event) && take(event)
    const after = (event: KeyboardEvent) => isOwn(event) && take(event)
    document.addEventListener("keydown", before, true)
    document.addEventListener("keydown", after)
    return () => {
      document.removeEventListener("keydown", before, true)
      document.removeEventListener("keydown", after)
      enterPaneWithKeys()
    }
  }, [session, isLaidOver])
}
