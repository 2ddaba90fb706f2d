// Owns: how the key leads into the docked task list, also when it is pressed before there is anything to lead to: the list is fetched, and what it shows
// is known, only after the frame is drawn.
import { focusWhenShown } from "../../kernel/ui/focus-when-shown.ts"

const LINE = "[data-testid=tasks-docked] [data-task][tabindex='0']"
const FILTER = "[data-testid=tasks-docked] .tasks-filter"

/** Where the key was pressed, until it has led there; undefined: nobody has pressed it. */
let from: string | undefined

export function enterDockedTasks(): void {
  from = enter() ? undefined : whereKeysGo()
}

/** Something is there now. Whoever has gone elsewhere meanwhile stays there. */
export function enterIfAwaited(): void {
  if (from === whereKeysGo()) enter()
  from = undefined
}

function enter(): boolean {
  const entrance = () => document.querySelector<HTMLElement>(LINE) ?? document.querySelector<HTMLElement>(FILTER)
  if (entrance() === null) return false
  focusWhenShown(entrance)
  return true
}

/** A map that is drawn anew takes the focus again: it is the part of the window that counts. */
function whereKeysGo(): string {
  const region = document.activeElement?.closest<HTMLElement>("[data-region]")
  return region?.dataset.region ?? ""
}
