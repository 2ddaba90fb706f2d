// Owns: that the head of a list keeps its columns above those of the lines, whether these have a scrollbar beside them or not.
import { type RefObject, useLayoutEffect } from "react"

/** How wide the bar is, as `--bar` for whatever the scroller stands in; 0 while nothing scrolls. */
export function useBarBeside(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => element.parentElement?.style.setProperty("--bar", `${element.offsetWidth - element.clientWidth}px`)
    measure()
    // What a bar takes away is taken from the lines: their width is another then.
    const changes = new ResizeObserver(measure)
    changes.observe(element)
    return () => changes.disconnect()
  }, [scroller])
}
