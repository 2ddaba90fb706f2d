// Owns: that a dialog is shown over everything in the same step it is drawn in, and gives the focus back before the next thing is. A key that comes
// between would go to what lies beneath. Also what lies beneath: whoever waits to be seen there is told.
import { type RefObject, useLayoutEffect, useRef } from "react"
import { createStore } from "zustand/vanilla"

/** Those that are open, the topmost last. */
const open = createStore<readonly HTMLDialogElement[]>(() => [])

/** Whether a dialog lies over it; what is in the topmost one is seen. */
export function isCovered(element: Element): boolean {
  const topmost = open.getState().at(-1)
  return topmost !== undefined && !topmost.contains(element)
}

/** Told whenever a dialog has opened or closed. Ends with the function it gives back. */
export const watchModals = (look: () => void): (() => void) => open.subscribe(look)

/** `first`, or else the next: what has the focus when it opens. Where there is none of them, the browser decides. */
export function useModal(first: string, next = first): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    const writeOn = caretKept()
    element?.showModal()
    if (element) open.setState((before) => [...before, element], true)
    const entrance = element?.querySelector<HTMLElement>(first) ?? element?.querySelector<HTMLElement>(next)
    entrance?.focus()
    return () => {
      // Closing gives the focus back; taken off the page while open, the browser would not.
      element?.close()
      writeOn()
      open.setState((before) => before.filter((one) => one !== element), true)
    }
  }, [first, next])
  return dialog
}

/** The browser gives back the focus but not the caret: without it nothing that is typed would reach the field, or it would stand at its beginning. */
function caretKept(): () => void {
  const field = document.activeElement
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return () => {}
  const { selectionStart, selectionEnd, selectionDirection } = field
  // A box to be ticked has none.
  if (selectionStart === null) return () => {}
  return () => {
    if (document.activeElement === field) field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? "none")
  }
}
