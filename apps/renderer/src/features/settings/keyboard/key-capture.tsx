// Owns: asking for a key: press it; Esc cancels, Backspace takes the key away, Tab goes on. A key that is taken is shown with who has it.
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { useBindings, useKeyStore } from "../../../kernel/keyboard/use-keys.ts"
import type { ActionId } from "../../../kernel/keys/actions.ts"
import { shown } from "../../../kernel/keys/shown.ts"
import { type Captured, capture } from "./capture.ts"

type KeyCaptureProps = { id: ActionId; title: string; old: string | null; onDone(): void }

export function KeyCapture({ id, title, old, onDone }: KeyCaptureProps) {
  const store = useKeyStore()
  const bindings = useBindings()
  const [last, setLast] = useState<Captured>({ kind: "nothing" })
  const field = useRef<HTMLButtonElement>(null)
  useEffect(() => field.current?.focus(), [])

  function bind(binding: string): void {
    store.bind(id, binding, old)
    onDone()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Tab" && !event.ctrlKey && !event.altKey) return
    // Whatever the key would do elsewhere, here it is only looked at.
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    const captured = capture(bindings, id, old, event.nativeEvent, store.os)
    if (captured.kind === "cancel") return onDone()
    if (captured.kind === "clear") {
      if (old !== null) store.clear(id, old)
      return onDone()
    }
    if (captured.kind === "free") return bind(captured.binding)
    if (captured.kind !== "nothing") setLast(captured)
  }

  return (
    <div className="key-capture" data-testid="key-capture">
      <button
        ref={field}
        type="button"
        className="key-field"
        aria-label={`Press a key for: ${title}. Esc cancels${old === null ? "" : ", Backspace takes the key away"}.`}
        onKeyDown={onKeyDown}
      >
        {"binding" in last ? shown(last.binding, store.os) : "Press a key"}
      </button>
      <span role="alert" className={last.kind === "refused" ? "key-refused" : "key-taken"}>
        {last.kind === "refused" && last.why}
        {last.kind === "taken" && `It is the key for: ${last.by.map(withoutDots).join("; ")}.`}
      </span>
      {last.kind === "taken" && (
        <button type="button" className="button button-small" onClick={() => bind(last.binding)}>
          Use here instead
        </button>
      )}
      <button type="button" className="button button-small button-quiet" onClick={onDone}>
        Cancel
      </button>
      {last.kind === "nothing" && (
        <span className="key-how" aria-hidden>
          Esc cancels{old === null ? "" : " · Backspace takes it away"}
        </span>
      )}
    </div>
  )
}

/** Of a name that ends in dots because it opens something. */
const withoutDots = (name: string): string => name.replace(/…$/u, "")
