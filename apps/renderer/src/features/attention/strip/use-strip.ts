// Owns: that nothing moves under the pointer or the focus: what the list shows is settled from what was shown and what has come.

import type { AttentionEntry } from "@kibitz/domain"
import { useEffect, useMemo, useState } from "react"
import { useStore } from "zustand"
import { ARM_MS } from "../../../kernel/attention/card-clock.ts"
import { emptyStrip, type Strip, type StripFacts, settle } from "../../../kernel/desk/strip-state.ts"
import type { Waiting } from "../../../kernel/session/offers.ts"
import { useScreen, useSession, useWorld } from "../../../kernel/session/session-context.ts"

/** How long a grey line stays when nobody is in the list. */
const GREY_MS = 6000
export const nobody: ReadonlySet<string> = new Set()

/** In it: the pointer is over it, or the focus is inside. */
export function useHold(element: React.RefObject<HTMLElement | null>, isShown: boolean) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isSettled = useSettled(isShown, isPointed)
  // The list goes away under a pointer that does not move: nobody leaves it.
  useEffect(() => {
    if (isPointed && !element.current) setPointed(false)
  })
  // What the pointer was over may have been taken off the page, and then leaving the list is told to nobody: where it goes next tells.
  useEffect(() => {
    if (!isPointed) return
    const onMove = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && element.current?.contains(target))) setPointed(false)
    }
    document.addEventListener("pointermove", onMove)
    return () => document.removeEventListener("pointermove", onMove)
  }, [isPointed, element])
  // What had the focus may have been taken off the page, which nobody is told.
  useEffect(() => {
    if (isFocused && !element.current?.contains(document.activeElement)) setFocused(false)
  })
  const hold = {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    // Only where it is seen to be: a click leaves the focus behind, and whoever has taken the pointer elsewhere is not in the list any more.
    onFocus: ({ target }: React.FocusEvent) => setFocused(target.matches(":focus-visible")),
    onBlur: (event: React.FocusEvent) => {
      if (!(event.relatedTarget instanceof Node && element.current?.contains(event.relatedTarget))) setFocused(false)
    },
  }
  return { isHeld: isFocused || (isPointed && isSettled), hold }
}

/**
 * What comes in one go is shown in one go, also where the pointer happened to rest: the first card is still deaf. What the pointer is over keeps
 * its place when the last of it is gone (card law 9).
 */
function useSettled(isShown: boolean, isPointed: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!isShown && !isPointed) setSettled(false)
    if (!isShown) return
    const timer = setTimeout(() => setSettled(true), ARM_MS)
    return () => clearTimeout(timer)
  }, [isShown, isPointed])
  return isSettled
}

type Facts = Pick<StripFacts, "apart" | "isHeld">

export function useStrip(order: readonly AttentionEntry[], { apart, isHeld }: Facts): Strip {
  const ended = useWorld((state) => state.ended)
  const mine = useStore(useSession<Waiting>().desk.mine)
  const asked = useScreen((state) => state.unfolded)
  const [seen, setSeen] = useState(nobody)
  const [before, setBefore] = useState(emptyStrip)
  const strip = useMemo(
    () => settle(before, { order, ended, apart, isHeld, mine, seen, asked }),
    [before, order, ended, apart, isHeld, mine, seen, asked],
  )
  useEffect(() => {
    if (!isSame(before, strip)) setBefore(strip)
  }, [before, strip])
  const grey = strip.entries.flatMap((entry) => (entry.kind === "ended" ? [entry.ended.item.id] : [])).join(" ")
  useEffect(() => {
    if (grey === "") return
    const timer = setTimeout(() => setSeen((all) => new Set([...all, ...grey.split(" ")])), GREY_MS)
    return () => clearTimeout(timer)
  }, [grey])
  return strip
}

function isSame(a: Strip, b: Strip): boolean {
  return (
    a.newcomers === b.newcomers &&
    a.entries.length === b.entries.length &&
    a.entries.every((entry, at) => same(entry, b.entries[at]))
  )
}

function same(a: Strip["entries"][number], b: Strip["entries"][number] | undefined): boolean {
  if (a.kind !== "waiting" || b?.kind !== "waiting") return a.key === b?.key
  return a.key === b.key && a.group.items.every((item, at) => item === b.group.items[at])
}
