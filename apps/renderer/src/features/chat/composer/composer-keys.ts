// Owns: what the keys do while the composer has the focus.
import type { Delivery } from "@kibitz/contract"
import type { KeyboardEvent } from "react"
import { match } from "../../../kernel/keys/bindings.ts"
import type { KeyStore } from "../../../kernel/keys/key-store.ts"
import type { Completion } from "./use-completion.ts"
import type { KeptText } from "./use-kept-text.ts"

type Needs = Pick<KeptText, "text" | "place"> & {
  readonly keys: KeyStore
  readonly list: Completion | null
  send(delivery: Delivery): void
}

/** True when the key was one of ours. */
export function pressInComposer(event: KeyboardEvent<HTMLTextAreaElement>, { keys, list, text, place, send }: Needs): boolean {
  const complete = () => {
    const completed = list?.complete()
    if (completed) place(completed)
  }
  const action = match(keys.bindings.getState(), event.nativeEvent, "composer", true, keys.os)
  if (action === "send" || action === "send-now") {
    if (event.repeat) return true
    if (list && !list.isCommand && list.picked !== null) complete()
    else send(action === "send-now" ? "now" : "queue")
    return true
  }
  // Shift+Enter is what the field itself takes for a new line.
  if (action === "newline" && (event.key !== "Enter" || event.ctrlKey || event.metaKey)) {
    place(withLineAt(event.currentTarget))
    return true
  }
  if (list && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    list.move(event.key === "ArrowDown" ? 1 : -1)
    return true
  }
  if (list && event.key === "Tab" && !event.shiftKey) {
    complete()
    return true
  }
  // From an empty composer the key goes on, and leaves the chat.
  if (event.key === "Escape" && !event.shiftKey && (list || text !== "")) {
    if (list) list.close()
    else event.currentTarget.closest(".conversation")?.querySelector<HTMLElement>("[data-region=transcript]")?.focus()
    return true
  }
  return false
}

function withLineAt({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
  return { text: `${value.slice(0, selectionStart)}\n${value.slice(selectionEnd)}`, caret: selectionStart + 1 }
}
