// Owns: a panel that hangs from a button: closed by Escape, by a click elsewhere, and when the focus goes elsewhere.
import { type ReactNode, useEffect, useRef } from "react"
import "./popover.css"

type PopoverProps = { label: string; testId: string; className?: string; onClose(): void; children: ReactNode }

/** Drawn inside the positioned element it hangs from. */
export function Popover({ label, testId, className = "", onClose, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const element = panel.current
    const home = element?.parentElement
    const before = document.activeElement
    if (element) keepInside(element)
    element?.querySelector<HTMLElement>("[data-first-focus]")?.focus()
    const isOutside = (target: EventTarget | null) => target instanceof Node && !home?.contains(target)
    const onPointerDown = (event: PointerEvent) => {
      if (isOutside(event.target)) close.current()
    }
    const onFocusIn = (event: FocusEvent) => {
      if (isOutside(event.target)) close.current()
    }
    // On the whole page: what had the focus inside may have gone away, and the key must still close it.
    const onKeyDown = (event: KeyboardEvent) => {
      // With Shift it means: out of the chat, from wherever one is.
      if (event.key !== "Escape" || event.shiftKey || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      close.current()
    }
    document.addEventListener("keydown", onKeyDown, true)
    document.addEventListener("pointerdown", onPointerDown, true)
    document.addEventListener("focusin", onFocusIn)
    return () => {
      document.removeEventListener("keydown", onKeyDown, true)
      document.removeEventListener("pointerdown", onPointerDown, true)
      document.removeEventListener("focusin", onFocusIn)
      const isLost = document.activeElement === document.body || element?.contains(document.activeElement)
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <div ref={panel} role="dialog" aria-label={label} data-testid={testId} className={`popover ${className}`}>
      {children}
    </div>
  )
}

const EDGE = 16

/** Under its button where there is room, otherwise as far to the left as it takes. */
function keepInside(panel: HTMLElement): void {
  const { left, width } = panel.getBoundingClientRect()
  const over = left + width + EDGE - document.documentElement.clientWidth
  if (over > 0) panel.style.translate = `${-Math.min(over, left - EDGE)}px 0`
}
