// Owns: what every part of a card can do, and the laws all of them obey (ux 1.5): nothing acts in the first moment, and how long the card was in
// view goes with the answer.

import type { AnsweredCard, ClientCommandInput, ItemId } from "@kibitz/contract"
import { createContext, type RefObject, use, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { afterAnswer } from "../desk/after-answer.ts"
import type { Asks, HasReplica, Waiting } from "../session/offers.ts"
import { useSession } from "../session/session-context.ts"
import { isCovered, watchModals } from "../ui/modal.ts"
import { type CardClock, createCardClock } from "./card-clock.ts"

/** Answers with what is chosen or written; false: nothing is. `thenNext`: the user wants to go on to the next. */
export type Submit = (thenNext: boolean) => boolean

export type CardTools = {
  /** Wraps what a button or key does, so that it is deaf when the card is. */
  act(what: () => void): () => void
  /** Dispatches an answer to these items; a refusal is shown in the card. thenNext: the user wants to go on to the next. */
  answer(ids: readonly ItemId[], command: ClientCommandInput, thenNext?: boolean): void
  /** As `answer`, when what the card is about goes on waiting afterwards. */
  ask(command: ClientCommandInput): Promise<boolean>
  /** Makes the card deaf for a moment, because it is about to show other buttons. */
  restart(): void
  /** What the modifier and Enter do, anywhere in the card; whoever came last is asked. Ends with the function it gives back. */
  offer(submit: Submit): () => void
  /** False where nothing is chosen, or nothing in the card is answered that way. */
  submit(thenNext: boolean): boolean
  /** Whatever is answered while this runs goes on to the next. */
  goingOn(what: () => void): void
  isBusy: boolean
  /** Something was pressed while it was deaf, and nothing since: whoever pressed it would think that it was taken. */
  isEarly: boolean
  /** Deaf until then; for how it looks. What counts is asked at the moment of the press. */
  listens: boolean
}

export const CardContext = createContext<CardTools | null>(null)

export function useCard(): CardTools {
  const tools = use(CardContext)
  if (!tools) throw new Error("a part of a card was drawn outside of one")
  return tools
}

/** The modifier and Enter answer with this, from anywhere in the card. */
export function useSubmit(submit: Submit): void {
  const { offer } = useCard()
  const latest = useRef(submit)
  useLayoutEffect(() => {
    latest.current = submit
  })
  useEffect(() => offer((thenNext) => latest.current(thenNext)), [offer])
}

/** What the strip wants to know of its cards. */
export type CardWatch = {
  /** How one goes on from here; left out: as the key does. */
  next?(): void
  lostFocus(): void
  fold(): void
}
export const CardWatchContext = createContext<CardWatch>({
  lostFocus() {},
  fold() {},
})

export function useCardTools(
  element: RefObject<HTMLFieldSetElement | null>,
  setRefusal: (text: string | null) => void,
): CardTools {
  const session = useSession<HasReplica & Waiting & Asks>()
  const watch = use(CardWatchContext)
  const [isBusy, setBusy] = useState(false)
  const [isEarly, setEarly] = useState(false)
  const { clock, listens } = useCardClock(element)
  const watching = useRef(watch)
  const offered = useRef<readonly Submit[]>([])
  const goesOn = useRef(false)
  useLayoutEffect(() => {
    watching.current = watch
  })
  // Read while the card is still on the page: afterwards nobody knows that the focus was here.
  useLayoutEffect(() => {
    const card = element.current
    return () => {
      if (card?.contains(document.activeElement)) watching.current.lostFocus()
    }
  }, [element])

  const steady = useMemo(() => {
    const ask = async (command: ClientCommandInput, card?: AnsweredCard): Promise<boolean> => {
      setBusy(true)
      setRefusal(null)
      const outcome = await session.askQuietly(command, card)
      setBusy(false)
      if (!outcome.accepted) setRefusal(outcome.rejection.message)
      return outcome.accepted
    }
    const isArmed = () => {
      const is = clock.isArmed()
      setEarly(!is)
      return is
    }
    const act = (what: () => void) => () => {
      if (isArmed()) what()
    }
    return {
      act,
      ask,
      answer: (ids: readonly ItemId[], command: ClientCommandInput, wantsNext = false) => {
        const thenNext = wantsNext || goesOn.current
        const world = session.replica.world.getState().world
        const [agentId] = ids.flatMap((id) => world?.attention[id]?.agentId ?? [])
        void ask(command, { items: [...ids], visibleMs: clock.visibleMs() }).then((isAccepted) => {
          if (isAccepted) afterAnswer(session, { agentId, items: ids, thenNext, next: watching.current.next })
        })
      },
      restart: clock.restart,
      offer: (submit: Submit) => {
        offered.current = [...offered.current, submit]
        return () => {
          offered.current = offered.current.filter((one) => one !== submit)
        }
      },
      submit: (thenNext: boolean) => {
        const submit = offered.current.at(-1)
        // While it is deaf nothing is answered, and only that is said about it.
        return submit !== undefined && (!isArmed() || submit(thenNext))
      },
      goingOn: (what: () => void) => {
        goesOn.current = true
        what()
        goesOn.current = false
      },
    }
  }, [session, clock, setRefusal])
  return useMemo(() => ({ ...steady, isBusy, isEarly, listens }), [steady, isBusy, isEarly, listens])
}

/**
 * For whatever can be answered: when it listens, and how long it has been in view (card laws 3 and 10): on the screen, not scrolled away, and under
 * no dialog. `listens` is for how it looks.
 */
export function useCardClock(element: RefObject<HTMLElement | null>): { readonly clock: CardClock; readonly listens: boolean } {
  const [clock] = useState(() => createCardClock(() => performance.now()))
  const [listens, setListens] = useState(false)
  useEffect(
    () =>
      clock.watch((inMs) => {
        setListens(false)
        const timer = inMs === null ? undefined : setTimeout(() => setListens(true), inMs)
        return () => clearTimeout(timer)
      }),
    [clock],
  )
  useEffect(() => {
    const card = element.current
    if (!card) return
    // Until the browser has looked: a card comes where one sees it, and a moment later it would be known only in the next frame.
    let isInView = true
    const look = () => {
      const covered = isCovered(card)
      card.toggleAttribute("data-covered", covered)
      if (document.visibilityState === "visible" && isInView && !covered) clock.shown()
      else clock.hidden()
    }
    const viewport = new IntersectionObserver((entries) => {
      isInView = entries.at(-1)?.isIntersecting ?? isInView
      look()
    })
    viewport.observe(card)
    // A press of the pointer focuses what it presses; that it was aimed at the card is not in doubt.
    let isPressing = false
    const onPointerDown = () => {
      isPressing = true
      setTimeout(() => {
        isPressing = false
      })
    }
    const onFocusIn = (event: FocusEvent) => {
      const isFromInside = event.relatedTarget instanceof Node && card.contains(event.relatedTarget)
      if (!isPressing && !isFromInside) clock.restart()
    }
    look()
    const unwatch = watchModals(look)
    document.addEventListener("visibilitychange", look)
    card.addEventListener("pointerdown", onPointerDown, true)
    card.addEventListener("focusin", onFocusIn)
    return () => {
      viewport.disconnect()
      unwatch()
      clock.hidden()
      document.removeEventListener("visibilitychange", look)
      card.removeEventListener("pointerdown", onPointerDown, true)
      card.removeEventListener("focusin", onFocusIn)
    }
  }, [clock, element])
  return { clock, listens }
}
