// Owns: where in the conversation the view stands when it is not simply at the end: keeping its place while pages come and go, and being taken
// to a line that was found.
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react"
import type { VirtualizerHandle } from "virtua"
import { mark, marksIn } from "../find/mark-found.ts"
import { foldAround, type Row } from "../lines/rows.ts"

/** True in the one drawing in which lines were added or taken away at the top. */
export function useShift(shifts: number): boolean {
  const drawn = useRef(shifts)
  const isShift = drawn.current !== shifts
  useLayoutEffect(() => {
    drawn.current = shifts
  }, [shifts])
  return isShift
}

type Taken = {
  readonly target: { readonly key: string } | null
  readonly rows: readonly Row[]
  readonly scroller: RefObject<HTMLElement | null>
  readonly list: RefObject<VirtualizerHandle | null>
  /** Opens what hides the line. */
  open(key: string): void
  /** The end is not followed any more. */
  leaveEnd(): void
  /** The line is in view, or cannot be brought there. */
  arrived(): void
}

/** Once for each target. True on the way there: nothing may then be loaded above, which would move what is being gone to. */
export function useTaken({ target, rows, scroller, list, open, leaveEnd, arrived }: Taken): RefObject<boolean> {
  const done = useRef<object | null>(null)
  const isUnderWay = useRef(false)
  useEffect(() => {
    if (target === null || done.current === target) return
    const around = foldAround(rows, target.key)
    if (around !== null) return open(around)
    const index = rows.findIndex((row) => row.kind === "item" && row.item.key === target.key)
    if (index < 0) return
    leaveEnd()
    isUnderWay.current = true
    list.current?.scrollToIndex(index, { align: "center" })
    const stop = whenDrawn(
      scroller,
      target.key,
      (line) => centre(scroller, line),
      () => {
        done.current = target
        isUnderWay.current = false
        arrived()
      },
    )
    return () => {
      stop()
      isUnderWay.current = false
    }
  }, [target, rows, scroller, list, open, leaveEnd, arrived])
  return isUnderWay
}

const FRAMES = 30

/** The list draws a line some frames after it is told to go there. */
function whenDrawn(
  scroller: RefObject<HTMLElement | null>,
  key: string,
  then: (line: HTMLElement) => void,
  arrived: () => void,
): () => void {
  let frame = 0
  let left = FRAMES
  const look = () => {
    const line = scroller.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(key)}"]`)
    if (line) then(line)
    // Twice: what was just drawn is measured, which moves it.
    left = line ? Math.min(left, 2) - 1 : left - 1
    if (left > 0) frame = requestAnimationFrame(look)
    else arrived()
  }
  frame = requestAnimationFrame(look)
  return () => cancelAnimationFrame(frame)
}

/** The word itself, where it is marked: a line may be longer than the view. */
function centre(scroller: RefObject<HTMLElement | null>, line: HTMLElement): void {
  const view = scroller.current
  if (!view) return
  const word = [...(CSS.highlights.get("found-current") ?? [])].find(({ startContainer }) => line.contains(startContainer))
  const box = word instanceof Range ? word.getBoundingClientRect() : line.getBoundingClientRect()
  const frame = view.getBoundingClientRect()
  if (box.top < frame.top || box.bottom > frame.bottom) view.scrollTop += box.top - frame.top - frame.height / 2
}

/** Found words are marked in whatever is drawn, also when the view moves or a reply grows. */
export function useMarks(content: RefObject<HTMLElement | null>, text: string, key: string | null): void {
  useEffect(() => {
    const element = content.current
    if (!element || text.trim() === "") return
    const owner = {}
    let frame = 0
    const draw = () => {
      frame = 0
      mark(owner, marksIn(element.querySelectorAll<HTMLElement>("[data-line]"), text, key))
    }
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(draw)
    }
    draw()
    const changes = new MutationObserver(soon)
    changes.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      changes.disconnect()
      cancelAnimationFrame(frame)
      mark(owner, null)
    }
  }, [content, text, key])
}
