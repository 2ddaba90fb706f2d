// Owns: what the keys do in a list of things that wait. The list never takes the focus; these count only once the user has put it there.
import type { ActionId } from "../../../kernel/keys/actions.ts"

export type ListStep = { readonly kind: "move"; readonly by: number } | { readonly kind: "first" | "last" | "unfold" | "fold" }

type Keys = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** null: none of the list's keys. `action`: what this key is here for the user, who may have switched letters off or given them away. */
export function listStep({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys, action: ActionId | null): ListStep | null {
  if (action === "list-next") return { kind: "move", by: 1 }
  if (action === "list-previous") return { kind: "move", by: -1 }
  if (ctrlKey || metaKey || altKey || shiftKey) return null
  switch (key) {
    case "ArrowDown":
      return { kind: "move", by: 1 }
    case "ArrowUp":
      return { kind: "move", by: -1 }
    case "Home":
      return { kind: "first" }
    case "End":
      return { kind: "last" }
    case "ArrowRight":
      return { kind: "unfold" }
    case "ArrowLeft":
      return { kind: "fold" }
    default:
      return null
  }
}

/** Stops at the ends: what waits has a first and a last. */
export function landing(step: ListStep, at: number, count: number): number | null {
  if (count === 0) return null
  switch (step.kind) {
    case "move":
      return Math.max(0, Math.min(count - 1, at + step.by))
    case "first":
      return 0
    case "last":
      return count - 1
    default:
      return null
  }
}
