// Owns: how the key leads into the docked task list, also when it is pressed before there is anything to lead to: the list is fetched, and what it shows
// is known, only after the frame is drawn.
const LINE = "[data-testid=tasks-docked] [data-task][tabindex='0']"
const FILTER = "[data-testid=tasks-docked] .tasks-filter"

let isAwaited = false

export function enterDockedTasks(): void {
  if (enter() || isAwaited) return
  isAwaited = true
  // Whoever goes elsewhere meanwhile stays there.
  document.addEventListener("focusin", () => (isAwaited = false), { once: true })
}

/** Something is there now. */
export function enterIfAwaited(): void {
  if (isAwaited) enter()
}

function enter(): boolean {
  const entrance = document.querySelector<HTMLElement>(LINE) ?? document.querySelector<HTMLElement>(FILTER)
  entrance?.focus()
  return entrance !== null
}
