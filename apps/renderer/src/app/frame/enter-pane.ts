// Owns: where the keys go when the user comes to a pane, or when what had them is gone. Nobody who writes, or is busy elsewhere, is fetched away.
/** What is pressed on the way and has nothing more to say to the keys: tabs of the rail, the title bar and the status bar. */
const IN_PASSING = "[data-region=title] button, [data-region=status] button, .rail-tabs button, .rail-strip > button"

/** Who went to another pane goes on writing there; whoever is in a dialog or elsewhere in the pane already keeps the focus. */
export function enterPane(pane: HTMLElement | null): void {
  const at = document.activeElement
  if (!pane || pane.contains(at) || document.querySelector("dialog:modal")) return
  // The rail, the tree and the inspector keep it too: only what was left behind with the other pane is taken along.
  if (at !== null && at !== document.body && !at.closest(".panes, .tab-strip")) return
  pane.querySelector<HTMLElement>("[data-region=composer], [data-region=map]")?.focus({ preventScroll: true })
}

/** Only if nobody has them. */
export function enterPaneWithKeys(): void {
  enterPane(document.querySelector<HTMLElement>(".pane[data-has-keys]"))
}

/** After a step outwards: the map is what the next key is for, not the button that was pressed before. */
export function leaveButtonBehind(): void {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || !at.matches(IN_PASSING)) return
  at.blur()
  enterPaneWithKeys()
}
