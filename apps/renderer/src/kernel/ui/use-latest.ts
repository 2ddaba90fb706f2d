import { type RefObject, useLayoutEffect, useRef } from "react"

/** What it is by the time something is pressed, without drawing anew whoever only needs it then. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
