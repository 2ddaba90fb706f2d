// Owns: the policy at work: what comes, what is typed and what is sent are told to it, and it is asked again when it wants to be.

import type { AgentId, AttentionItem } from "@kibitz/contract"
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { useOrder } from "../../kernel/attention/use-order.ts"
import { isTyping } from "../../kernel/keyboard/use-keys.ts"
import type { Messages } from "../../kernel/session/offers.ts"
import { useSession, useWorld } from "../../kernel/session/session-context.ts"
import { useMsSince } from "../../kernel/ui/clock.ts"
import { nextLook, noToasts, type ToastInput, type ToastState, toastStep, waitFor } from "./toast-policy.ts"

type Facts = {
  readonly focused: AgentId | null
  /** Where the user is; whenever it is another, they went there. */
  readonly place: unknown
}

export function useToasts({ focused, place }: Facts) {
  const items = useAwake()
  const isHeadsDown = useHeadsDown()
  const isKnown = useWorld(({ world }) => world !== null)
  const { state, tell } = usePolicy()
  const isFirst = useRef(true)
  useEffect(() => {
    if (isKnown) tell({ kind: "items", items, focused, isHeadsDown })
  }, [tell, items, focused, isHeadsDown, isKnown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only that it is another place counts
  useEffect(() => {
    if (!isFirst.current) tell({ kind: "breakpoint" })
    isFirst.current = false
  }, [place, tell])
  useTypingAndSending(tell)
  const banner = useFound(items, state.banner)
  const toast = useFound(items, state.toast?.items ?? none)
  return { banner, toast, tell }
}

const none: ToastState["banner"] = []

function usePolicy() {
  const [state, setState] = useState(noToasts)
  const latest = useRef(state)
  const tell = useCallback((input: ToastInput) => {
    const next = toastStep(latest.current, input, performance.now())
    const before = latest.current
    latest.current = next
    // Of every letter typed it takes note; only what is seen, or when to look again, is worth a drawing.
    if (next.banner !== before.banner || next.toast !== before.toast || nextLook(next) !== nextLook(before)) setState(next)
  }, [])
  const look = nextLook(state)
  useEffect(() => {
    if (look === null) return
    const timer = setTimeout(() => tell({ kind: "tick" }), waitFor(look, performance.now()))
    return () => clearTimeout(timer)
  }, [look, tell])
  return { state, tell }
}

/** What sleeps is no news. */
function useAwake(): readonly AttentionItem[] {
  const order = useOrder()
  return useMemo(() => order.flatMap((entry) => entry.items), [order])
}

function useHeadsDown(): boolean {
  const until = useWorld(({ world }) => world?.quietUntil ?? null)
  const left = -useMsSince(until)
  return until !== null && left > 0
}

function useTypingAndSending(tell: (input: ToastInput) => void): void {
  const { outbox } = useSession<Messages>()
  useEffect(() => {
    const onInput = (event: Event) => {
      if (isTyping(event.target)) tell({ kind: "typed" })
    }
    // After React: what is drawn before a field's own handler has run would put its old text back, and a character would be lost.
    document.addEventListener("input", onInput)
    return () => document.removeEventListener("input", onInput)
  }, [tell])
  useEffect(
    () =>
      outbox.store.subscribe((now, before) => {
        if (now.length > before.length) tell({ kind: "breakpoint" })
      }),
    [outbox, tell],
  )
}

function useFound(items: readonly AttentionItem[], wanted: ToastState["banner"]): readonly AttentionItem[] {
  return useMemo(() => {
    const ids = new Set(wanted.map(({ id }) => id))
    return items.filter(({ id }) => ids.has(id))
  }, [items, wanted])
}

/** What one writes in, decides about, or stops and leads an agent with. */
const OBSTACLES = ".chat-foot, .chat-head, .jump, [data-testid=attention], .card, .rejoin, .inspector-ways"

/** What must not be covered, as it lies now. */
export function takenBoxes(more: string): readonly DOMRect[] {
  const selector = more === "" ? OBSTACLES : `${OBSTACLES}, ${more}`
  return [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect())
}

/** Run at once and as long as something is shown: what lies below may grow. */
export function useKeptInPlace(place: () => void): void {
  const latest = useRef(place)
  useLayoutEffect(() => {
    latest.current = place
    place()
  })
  useEffect(() => {
    const again = () => latest.current()
    const timer = setInterval(again, 250)
    window.addEventListener("resize", again)
    return () => {
      clearInterval(timer)
      window.removeEventListener("resize", again)
    }
  }, [])
}
