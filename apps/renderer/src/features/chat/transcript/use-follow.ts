// Owns: applying the rule of `follow` to a scrolling element, without drawing anything per frame.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { atStart, type Follow, held, pulledDown, pulledUp, resized, scrolled, type View } from "./follow.ts"

export type FollowHandle = {
  isFollowing: boolean
  onScroll(): void
  /** Go to the end and stay there. */
  follow(): void
  /** The reader is taken elsewhere. */
  leaveEnd(): void
  /** The reader opens or closes a line: it stays where it is. */
  hold(): void
}

/** `isWhole`: what is shown goes up to the end of the conversation; the end of anything else is not followed. */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  isWhole: boolean,
): FollowHandle {
  const whole = useRef(isWhole)
  useLayoutEffect(() => {
    whole.current = isWhole
  }, [isWhole])
  const state = useRef<Follow>(atStart)
  const [isFollowing, setFollowing] = useState(true)

  const set = useCallback((wanted: Follow) => {
    const next = whole.current ? wanted : { ...wanted, isFollowing: false }
    state.current = next
    setFollowing(next.isFollowing)
  }, [])

  const stay = useCallback(() => {
    const element = scroller.current
    if (!element) return
    if (state.current.isFollowing) element.scrollTop = element.scrollHeight
    set(resized(state.current, viewOf(element)))
  }, [scroller, set])

  useLayoutEffect(stay)

  useEffect(() => {
    const element = scroller.current
    if (!element || !content.current) return
    const sizes = new ResizeObserver(stay)
    sizes.observe(element)
    sizes.observe(content.current)
    const up = () => set(pulledUp(state.current))
    const down = () => set(pulledDown(state.current, viewOf(element)))
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && event.deltaY !== 0) (event.deltaY < 0 ? up : down)()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.target !== element) return
      if (["ArrowUp", "PageUp", "Home"].includes(event.key)) up()
      if (["ArrowDown", "PageDown", "End"].includes(event.key)) down()
    }
    element.addEventListener("wheel", onWheel, { passive: true })
    element.addEventListener("keydown", onKey)
    return () => {
      sizes.disconnect()
      element.removeEventListener("wheel", onWheel)
      element.removeEventListener("keydown", onKey)
    }
  }, [scroller, content, stay, set])

  return {
    isFollowing,
    onScroll: () => {
      if (scroller.current) set(scrolled(state.current, viewOf(scroller.current)))
    },
    follow: useCallback(() => {
      // It is about to become whole, if it is not yet: what is drawn next goes to the end.
      whole.current = true
      set({ isFollowing: true, view: state.current.view })
      stay()
    }, [set, stay]),
    leaveEnd: useCallback(() => set({ isFollowing: false, view: state.current.view }), [set]),
    hold: useCallback(() => set(held(state.current)), [set]),
  }
}

function viewOf(element: HTMLElement): View {
  return { offset: element.scrollTop, viewport: element.clientHeight, size: element.scrollHeight }
}
