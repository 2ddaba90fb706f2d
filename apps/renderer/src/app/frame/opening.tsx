// Owns: what stands in for an overlay whose code is still on its way. It takes the keys at once, so that none of them reaches what lies beneath, and
// what was typed is handed over: whoever presses a key and a name goes on as if nothing had been waited for.
import { useLayoutEffect, useRef } from "react"
import { flushSync } from "react-dom"
import { isWriting, thisOs } from "../../kernel/keys/chord.ts"
import { Loading } from "../../kernel/ui/loading.tsx"
import { useModal } from "../../kernel/ui/modal.ts"
import "./opening.css"

type OpeningProps = { onClose(): void; readonly isFailed: boolean }

export function Opening({ onClose, isFailed }: OpeningProps) {
  const dialog = useModal("input")
  const field = useRef<HTMLInputElement>(null)
  const isEntered = useRef(false)
  useLayoutEffect(() => {
    const input = field.current
    return () => {
      const typed = { text: input?.value ?? "", isEntered: isEntered.current }
      // The overlay that takes this one's place has the focus once this step is done.
      queueMicrotask(() => handOver(typed))
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog opening"
      data-testid="opening"
      aria-label="Opening"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <input
        ref={field}
        className="opening-field"
        aria-label="What you type goes on there"
        autoComplete="off"
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !isWriting(event.nativeEvent, thisOs)) isEntered.current = true
        }}
      />
      {isFailed ? (
        <p className="opening-failed" role="alert">
          This part of Kibitz could not be read from disk. Esc closes; opening it again tries again.
        </p>
      ) : (
        <Loading reason="Opening." wayOut={{ name: "Close", run: onClose }} lines={3} />
      )}
    </dialog>
  )
}

/** Into the field that has the focus now, as if it had been typed there. Where there is none, nothing was meant. */
function handOver({ text, isEntered }: { readonly text: string; readonly isEntered: boolean }): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement) || field.closest("dialog:modal") === null) return
  if (text !== "") {
    field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end")
    flushSync(() => field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text })))
  }
  if (!isEntered) return
  const isTaken = !field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }))
  if (!isTaken) field.form?.requestSubmit()
}
