// Owns: the focus for a line of a list that draws only what is in view. One that was far away is put on the page hidden, and shown once its height is
// known: until then it takes no focus.
const TRIES = 30

/** Whoever has gone somewhere else meanwhile is not fetched back. */
export function focusWhenShown(find: () => HTMLElement | null | undefined): void {
  const from = document.activeElement
  const attempt = (tries: number) => {
    const line = find()
    line?.focus({ preventScroll: true })
    const at = document.activeElement
    const isElsewhere = at !== null && at !== document.body && at !== from
    if (at === line || tries === 0 || isElsewhere) return
    requestAnimationFrame(() => attempt(tries - 1))
  }
  attempt(TRIES)
}
