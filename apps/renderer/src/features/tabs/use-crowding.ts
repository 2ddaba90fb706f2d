// Owns: that the tabs are looked at whenever one of them, or the room for them, changes: how many are out of view is told. The one the user goes to is
// brought into view.
import { type RefObject, useCallback, useLayoutEffect, useState } from "react"
import { type Crowding, outOfView, type Strip, scrollFor } from "./crowding.ts"

const uncrowded: Crowding = { before: 0, after: 0 }

/** `isShown`: there are any. `here`: the one the user is with. */
export function useCrowding(list: RefObject<HTMLElement | null>, isShown: boolean, here: string | null) {
  const [crowding, setCrowding] = useState(uncrowded)
  const look = useCallback(() => {
    const next = list.current === null ? uncrowded : outOfView(stripOf(list.current))
    setCrowding((before) => (before.before === next.before && before.after === next.after ? before : next))
  }, [list])
  const reveal = useCallback(
    (tab: Element | null) => {
      const element = list.current
      const at = element === null || tab === null ? -1 : [...element.children].indexOf(tab)
      if (element !== null && at >= 0) element.scrollLeft = scrollFor(stripOf(element), at)
    },
    [list],
  )
  const revealHere = useCallback(() => reveal(list.current?.querySelector(":scope > [data-here]") ?? null), [list, reveal])
  useLayoutEffect(() => {
    const element = isShown ? list.current : null
    if (element === null) return look()
    const watch = new ResizeObserver((changes) => {
      // Another window, or another number of others around it: not what the user has scrolled to.
      if (changes.some(({ target }) => target === element)) revealHere()
      look()
    })
    const watchAll = () => {
      watch.disconnect()
      for (const one of [element, ...element.children]) watch.observe(one)
    }
    const comings = new MutationObserver(watchAll)
    watchAll()
    comings.observe(element, { childList: true })
    element.addEventListener("scroll", look, { passive: true })
    return () => {
      watch.disconnect()
      comings.disconnect()
      element.removeEventListener("scroll", look)
    }
  }, [list, look, revealHere, isShown])
  // Not with every change: whoever has scrolled elsewhere stays there, and sees the one they are with at the edge.
  useLayoutEffect(() => {
    if (here !== null && isShown) revealHere()
    look()
  }, [look, revealHere, isShown, here])
  return { crowding, reveal }
}

function stripOf(list: HTMLElement): Strip {
  const places = [...list.children]
  return {
    widths: places.map((place) => place.getBoundingClientRect().width),
    here: places.findIndex((place) => place.hasAttribute("data-here")),
    scrolled: list.scrollLeft,
    room: list.clientWidth,
  }
}
