// Owns: what a key means while one is being asked for. Pure.
import { type ActionId, actionOf } from "../../../kernel/keys/actions.ts"
import { type Bindings, conflictsOf, keysOf, whyNot } from "../../../kernel/keys/bindings.ts"
import { chordOf, isWriting, type Os, type Pressed, writeChord } from "../../../kernel/keys/chord.ts"

export type Captured =
  /** A modifier alone, an input method, or Tab, which goes on to the next button. */
  | { readonly kind: "nothing" }
  | { readonly kind: "cancel" }
  | { readonly kind: "clear" }
  | { readonly kind: "refused"; readonly binding: string; readonly why: string }
  | { readonly kind: "taken"; readonly binding: string; readonly by: readonly string[] }
  | { readonly kind: "free"; readonly binding: string }

export function capture(bindings: Bindings, id: ActionId, old: string | null, event: Pressed, os: Os): Captured {
  if (isWriting(event, os)) return { kind: "nothing" }
  const isBare = !event.ctrlKey && !event.altKey && !event.metaKey
  if (isBare && event.key === "Tab") return { kind: "nothing" }
  if (isBare && event.key === "Escape" && !event.shiftKey) return { kind: "cancel" }
  if (isBare && event.key === "Backspace" && !event.shiftKey) return { kind: "clear" }
  const chord = chordOf(event, os)
  if (!chord) return { kind: "nothing" }
  const binding = writeChord(chord)
  const why = whyNot(id, binding, os)
  if (why !== null) return { kind: "refused", binding, why }
  if (binding !== old && keysOf(bindings, id, os).includes(binding))
    return { kind: "refused", binding, why: "It is that key already." }
  const by = conflictsOf(bindings, id, binding, os)
  if (by.some((other) => actionOf(other).isFixed)) return { kind: "refused", binding, why: "That key cannot be changed." }
  return by.length > 0 ? { kind: "taken", binding, by: by.map((other) => actionOf(other).title) } : { kind: "free", binding }
}
