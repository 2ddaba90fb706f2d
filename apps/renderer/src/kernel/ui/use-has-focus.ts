// Owns: whether an element has the focus, also when it was given back while React was drawing: a dialog that closes does that, and React passes
// on none of the page's events meanwhile. With `onFocus` the element would be taken for left from then on.
import { type RefObject, useLayoutEffect, useState } from "react"

export function useHasFocus(of: RefObject<HTMLElement | null>): boolean {
  const [hasFocus, setHasFocus] = useState(false)
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    const onFocus = () => setHasFocus(true)
    const onBlur = () => setHasFocus(false)
    // It may have been given to it before anybody listened.
    setHasFocus(document.activeElement === element)
    element.addEventListener("focus", onFocus)
    element.addEventListener("blur", onBlur)
    return () => {
      element.removeEventListener("focus", onFocus)
      element.removeEventListener("blur", onBlur)
    }
  }, [of])
  return hasFocus
}
