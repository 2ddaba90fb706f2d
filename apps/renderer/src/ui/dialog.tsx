// Owns: a modal overlay. The browser's own dialog keeps the focus inside and closes on Escape.
import { X } from "lucide-react"
import { type ReactNode, useEffect, useRef } from "react"

type DialogProps = { title: string; testId: string; className?: string; onClose(): void; children: ReactNode }

export function Dialog({ title, testId, className = "", onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    const first =
      dialog?.querySelector<HTMLElement>("[data-first-focus=field]") ?? dialog?.querySelector<HTMLElement>("[data-first-focus]")
    first?.focus()
    // The browser gives the focus back when a dialog closes, but this one is taken off the page before it can.
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is only on the backdrop
    <dialog
      ref={element}
      className={`dialog ${className}`}
      data-testid={testId}
      aria-label={title}
      onCancel={(event) => {
        // Escape inside a field's own list must not close everything.
        if (event.target === element.current) onClose()
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose()
      }}
    >
      <div className="dialog-frame">
        <header className="dialog-head">
          <h2>{title}</h2>
          <button type="button" className="icon-button" aria-label="Close" title="Close (Esc)" onClick={onClose}>
            <X size="1rem" aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
