// Owns: the frame of every card and the laws all cards obey (ux 1.5): the heading is focused first, letters act only inside and never in
// a text field, nothing acts in the first moment or by a held key, and how long it was seen goes with the answer.
import type { AgentId, ClientCommandInput, Instant, ItemId } from "@kibitz/contract"
import { ChevronDown } from "lucide-react"
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { useAgent, useSession } from "../app/session-context.ts"
import { keyHint } from "../app/shortcuts.ts"
import { useMsSince } from "../ui/clock.ts"
import { formatWait } from "../ui/numbers.ts"
import { StatusGlyph } from "../ui/status-glyph.tsx"
import { type CardClock, createCardClock } from "./card-clock.ts"

export type CardTools = {
  /** Wraps what a button or key does, so that it is deaf when the card is. */
  act(what: () => void): () => void
  /** Dispatches an answer to these items; a refusal is shown in the card. */
  answer(ids: readonly ItemId[], command: ClientCommandInput): void
  /** As `answer`, when the item goes on waiting afterwards. */
  ask(command: ClientCommandInput): Promise<boolean>
  /** Makes the card deaf for a moment, because it is about to show other buttons. */
  restart(): void
  visibleMs(): number
  isBusy: boolean
  /** Deaf until then; for how it looks. What counts is asked at the moment of the press. */
  listens: boolean
}

const CardContext = createContext<CardTools | null>(null)

export function useCard(): CardTools {
  const tools = use(CardContext)
  if (!tools) throw new Error("a part of a card was drawn outside of one")
  return tools
}

/** What the strip wants to know of its cards. */
export type CardWatch = {
  answering(ids: readonly ItemId[]): void
  refused(ids: readonly ItemId[]): void
  lostFocus(): void
  fold(): void
}
export const CardWatchContext = createContext<CardWatch>({ answering() {}, refused() {}, lostFocus() {}, fold() {} })

export type CardKeys = Readonly<Record<string, (tools: CardTools) => void>>
type CardProps = {
  tone?: "routine" | "danger"
  icon?: ReactNode
  heading: ReactNode
  agentId: AgentId | null
  since: Instant
  keys: CardKeys
  /** What Escape takes back inside the card, when there is something. */
  onEscape?: (() => void) | undefined
  children: ReactNode
}

export function Card({ tone = "routine", icon, heading, agentId, since, keys, onEscape, children }: CardProps) {
  const headingId = useId()
  const element = useRef<HTMLFieldSetElement>(null)
  const watch = use(CardWatchContext)
  const [refusal, setRefusal] = useState<string | null>(null)
  const tools = useTools(element, setRefusal)
  const posture = usePostureLine(agentId)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === "Escape" && onEscape) {
      event.preventDefault()
      event.stopPropagation()
      return onEscape()
    }
    // A key that is held repeats itself into whatever comes next.
    if (event.repeat && (event.key === "Enter" || event.key === " ")) return event.preventDefault()
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return
    const what = keys[event.key.toLowerCase()]
    if (!what) return
    event.preventDefault()
    tools.act(() => what(tools))()
  }

  return (
    <CardContext value={tools}>
      <fieldset
        ref={element}
        aria-labelledby={headingId}
        className={`card card-${tone}`}
        data-testid="card"
        data-listens={tools.listens}
        onKeyDown={onKeyDown}
      >
        <header className="card-head">
          {icon ?? <StatusGlyph status="needs-you" />}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a card is entered at its heading, never at a button */}
          <h2 id={headingId} tabIndex={0} data-card-heading>
            {heading}
          </h2>
          <span className="card-meta">
            <span className="card-reach">
              <kbd>{keyHint("attention")}</kbd> to reach it
            </span>
            <Waited since={since} />
            {posture !== undefined && <span className="card-posture">{posture}</span>}
          </span>
          <button type="button" className="icon-button" aria-label="Fold" title="Fold; it goes on waiting" onClick={watch.fold}>
            <ChevronDown size="0.875rem" aria-hidden />
          </button>
        </header>
        {children}
        {refusal !== null && (
          <p className="card-refusal" role="alert">
            {refusal}
          </p>
        )}
      </fieldset>
    </CardContext>
  )
}

function useTools(element: RefObject<HTMLFieldSetElement | null>, setRefusal: (text: string | null) => void): CardTools {
  const session = useSession()
  const watch = use(CardWatchContext)
  const [clock] = useState(() => createCardClock(() => performance.now()))
  const [isBusy, setBusy] = useState(false)
  const listens = useClock(clock, element)
  const watching = useRef(watch)
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

  return useMemo(() => {
    const ask = async (command: ClientCommandInput): Promise<boolean> => {
      setBusy(true)
      setRefusal(null)
      const outcome = await session.askQuietly(command)
      setBusy(false)
      if (!outcome.accepted) setRefusal(outcome.rejection.message)
      return outcome.accepted
    }
    return {
      act: (what) => () => {
        if (clock.isArmed()) what()
      },
      ask,
      answer: (ids, command) => {
        watching.current.answering(ids)
        void ask(command).then((isAccepted) => {
          if (!isAccepted) watching.current.refused(ids)
        })
      },
      restart: clock.restart,
      visibleMs: clock.visibleMs,
      isBusy,
      listens,
    }
  }, [session, clock, isBusy, listens, setRefusal])
}

function useClock(clock: CardClock, element: RefObject<HTMLFieldSetElement | null>): boolean {
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
    const onVisibility = () => (document.visibilityState === "visible" ? clock.shown() : clock.hidden())
    // A press of the pointer focuses what it presses; that it was aimed at the card is not in doubt.
    let isPressing = false
    const onPointerDown = () => {
      isPressing = true
      setTimeout(() => {
        isPressing = false
      })
    }
    const onFocusIn = (event: FocusEvent) => {
      const isFromInside = event.relatedTarget instanceof Node && card?.contains(event.relatedTarget)
      if (!isPressing && !isFromInside) clock.restart()
    }
    onVisibility()
    document.addEventListener("visibilitychange", onVisibility)
    card?.addEventListener("pointerdown", onPointerDown, true)
    card?.addEventListener("focusin", onFocusIn)
    return () => {
      clock.hidden()
      document.removeEventListener("visibilitychange", onVisibility)
      card?.removeEventListener("pointerdown", onPointerDown, true)
      card?.removeEventListener("focusin", onFocusIn)
    }
  }, [clock, element])
  return listens
}

function usePostureLine(agentId: AgentId | null): string | undefined {
  return useAgent(agentId ?? ("" as AgentId), ({ posture }) =>
    [posture.phase, posture.workMode, posture.runControl, posture.permissionProfile].join(" · "),
  )
}

function Waited({ since }: { since: Instant }) {
  const ms = useMsSince(since)
  return ms < 60_000 ? null : <span>waiting {formatWait(ms)}</span>
}

function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.matches("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button])")
}
