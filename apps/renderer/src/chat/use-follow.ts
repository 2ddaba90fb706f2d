// Owns: applying the rule of `follow` to a scrolling element, without drawing anything per frame.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { atStart, type Follow, pulledUp, resized, scrolled, type View } from "./follow.ts"

export type FollowHandle = {
  isFollowing: boolean
  onScroll(): void
  /** Go to the end and stay there. */
  follow(): void
}

export function useFollow(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): FollowHandle {
  const state = useRef<Follow>(atStart)
  const [isFollowing, setFollowing] = useState(true)

  const set = useCallback((next: Follow) => {
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
    const onWheel = (event: WheelEvent) => event.deltaY < 0 && !event.ctrlKey && up()
    const onKey = (event: KeyboardEvent) => {
      if (event.target === element && ["ArrowUp", "PageUp", "Home"].includes(event.key)) up()
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
    follow: () => {
      set({ ...state.current, isFollowing: true })
      stay()
    },
  }
}

function viewOf(element: HTMLElement): View {
  return { offset: element.scrollTop, viewport: element.clientHeight, size: element.scrollHeight }
}
