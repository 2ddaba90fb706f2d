// Owns: which key does what on a line of the log.
import type { ActionId } from "../../kernel/keys/actions.ts"

type Pressed = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** So many lines down or up, to an end, or to the agent. Enter is the line's own: it is a button. */
export type AuditMove = number | "first" | "last" | "go"

const PAGE = 12
const always: Readonly<Record<string, AuditMove>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: "first",
  End: "last",
}
const named: Readonly<Partial<Record<ActionId, AuditMove>>> = { "list-next": 1, "list-previous": -1, "audit-go": "go" }

/** `action`: what this key is here for the user, who may have switched letters off or given them away (2.1.4). */
export function moveFor({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed, action: ActionId | null): AuditMove | null {
  const move = action === null ? undefined : named[action]
  if (move !== undefined) return move
  return ctrlKey || metaKey || altKey || shiftKey ? null : (always[key] ?? null)
}
