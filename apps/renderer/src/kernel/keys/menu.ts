// Owns: the actions as the system's menu shows them: plain data, since the menu is drawn by another process that knows nothing of this one.
import type { MenuGroup } from "@kibitz/contract"
import { type ActionId, actions, groups } from "./actions.ts"
import { type Bindings, isSingle, keysOf } from "./bindings.ts"
import type { Os } from "./chord.ts"
import { accelerator } from "./shown.ts"

/**
 * Every action that can be run from anywhere, with the user's own keys. The accelerators are shown, not registered: the page hears them. A key
 * that types a character is not shown: where it works is not for a menu to say, and one system would take it away from text fields.
 */
export function menuOf(bindings: Bindings, os: Os, can: (id: ActionId) => boolean): readonly MenuGroup[] {
  return groups
    .map((title) => ({
      title,
      items: actions
        .filter((action) => action.group === title && !action.isOnTheSpot && action.id !== "zoom-out")
        .map(({ id, title: name, family = null }) => {
          const key = keysOf(bindings, id, os).find((one) => !isSingle(one))
          return { id, title: name, accelerator: key === undefined ? null : accelerator(key), isOn: can(id), family }
        }),
    }))
    .filter(({ items }) => items.length > 0)
}
