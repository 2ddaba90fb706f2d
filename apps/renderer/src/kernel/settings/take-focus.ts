/** For the safe answer of a second step: the button that was pressed is gone, and the focus would be with it. The same function each time. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
