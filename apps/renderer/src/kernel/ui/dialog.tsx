// Owns: a modal overlay. The browser's own dialog keeps the focus inside and closes on Escape.
import { X } from "lucide-react"
import type { ReactNode } from "react"
import { useModal } from "./modal.ts"

type DialogProps = {
  title: string
  /** Beside the title, quieter. */
  note?: string
  testId: string
  className?: string
  /** What can be done with the whole of it, before the button that closes it. */
  actions?: ReactNode
  onClose(): void
  children: ReactNode
}

export function Dialog({ title, note, testId, className = "", actions, onClose, children }: DialogProps) {
  const element = useModal("[data-first-focus=field]", "[data-first-focus]")
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
          <h2>
            {title}
            {note !== undefined && <span className="dialog-note"> · {note}</span>}
          </h2>
          {actions}
          <button type="button" className="icon-button" aria-label="Close" title="Close (Esc)" onClick={onClose}>
            <X size="1rem" aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
