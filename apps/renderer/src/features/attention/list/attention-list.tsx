// Owns: what waits for the user, most urgent first, beside whatever they are doing. It never takes the focus, and nothing in it moves while the
// pointer or the focus is there.

import type { AgentId, AttentionItem, ItemId } from "@kibitz/contract"
import { nobodyNeedsYou } from "@kibitz/domain"
import { ChevronRight } from "lucide-react"
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import type { Asks } from "../../../kernel/session/offers.ts"
import { useScreen, useSession, useWorld } from "../../../kernel/session/session-context.ts"
import "./needs.css"
import { type CardWatch, CardWatchContext } from "../../../kernel/attention/card-tools.ts"
import { useOrder } from "../../../kernel/attention/use-order.ts"
import type { Entry, Group } from "../../../kernel/desk/strip-state.ts"
import { useKeyStore } from "../../../kernel/keyboard/use-keys.ts"
import { match } from "../../../kernel/keys/bindings.ts"
import { formatCount } from "../../../kernel/ui/numbers.ts"
import { StatusGlyph } from "../../../kernel/ui/status-glyph.tsx"
import { useLatest } from "../../../kernel/ui/use-latest.ts"
import { endedLine, tierNames } from "../../../kernel/words/attention-copy.ts"
import { nobody, useHold, useStrip } from "../strip/use-strip.ts"
import { AttentionEntryLine, type EntryActions } from "./attention-entry.tsx"
import { byTier, isAnsweredHere, partEntries } from "./entry-facts.ts"
import { landing, listStep } from "./list-keys.ts"
import { Snoozed } from "./snoozed.tsx"

export type AttentionWays = {
  /** Goes there and enters its card: `items` are what the line stands for. */
  open(agentId: AgentId, items: readonly ItemId[]): void
  peek(agentId: AgentId): void
  next(): void
  previous(): void
}

export function AttentionList({ ways }: { ways: AttentionWays }) {
  const order = useOrder()
  const element = useRef<HTMLFieldSetElement>(null)
  const { isHeld, hold } = useHold(element, order.length > 0)
  const strip = useStrip(order, { apart: nobody, isHeld })
  const { needed, toRead } = useMemo(() => partEntries(strip.entries), [strip])
  const [isReading, setReading] = useState(false)
  const shown = useMemo(() => groupsIn(isReading ? [...needed, ...toRead] : needed), [needed, toRead, isReading])
  const unread = groupsIn(toRead).flatMap(({ items }) => items).length
  const drawn = useDrawn(element, needed, isReading ? toRead : none)
  const place = usePlace(groupsIn([...drawn.needed, ...drawn.toRead]), ways)
  const watch = useCardWatch(element, place.actions, ways)
  const onKeyDown = useListKeys(element, shown, { ...place, draw: drawn.draw }, ways)
  return (
    <fieldset
      ref={element}
      aria-label="Waiting for you"
      className="needs"
      data-testid="attention-list"
      onKeyDown={onKeyDown}
      {...hold}
    >
      <CardWatchContext value={watch}>
        {needed.length === 0 && <Empty />}
        {byTier(drawn.needed).map(({ tier, entries }) => (
          <section key={`${tier} ${entries[0]?.key}`} className="needs-tier" aria-label={tierNames[tier]}>
            <h3>{tierNames[tier]}</h3>
            <Entries entries={entries} place={place} />
          </section>
        ))}
        {(unread > 0 || (isReading && toRead.length > 0)) && (
          <section className="needs-tier" aria-label="To read">
            <ToRead count={unread} isOpen={isReading} onToggle={() => setReading(!isReading)} />
            {isReading && <Entries entries={drawn.toRead} place={place} />}
          </section>
        )}
        {drawn.left > 0 && (
          <button type="button" className="needs-read" data-testid="needs-more" onClick={drawn.goOn}>
            {formatCount(drawn.left)} more
          </button>
        )}
      </CardWatchContext>
      <Snoozed />
      {strip.newcomers > 0 && (
        <p className="needs-new">
          <span>{strip.newcomers} new when you leave the list</span>
        </p>
      )}
    </fieldset>
  )
}

const none: readonly Entry[] = []
/** So many lines at once: the most urgent come first, and thousands would be drawn for nobody. */
const LINES = 100

/** From the top, and further where a key or the button leads. What was drawn stays: a card in it may hold a half-written answer. */
function useDrawn(element: RefObject<HTMLElement | null>, needed: readonly Entry[], toRead: readonly Entry[]) {
  const [most, setMost] = useState(LINES)
  const total = needed.length + toRead.length
  const more = () => setMost((before) => before + LINES)
  const lines = () => element.current?.querySelectorAll<HTMLElement>("[data-entry]") ?? []
  return {
    needed: needed.slice(0, most),
    toRead: toRead.slice(0, Math.max(0, most - needed.length)),
    left: Math.max(0, total - most),
    /** By the button, which may be gone then: the first of them has the focus. */
    goOn: () => {
      const before = lines().length
      flushSync(more)
      lines()[before]?.focus()
    },
    /** Up to this line, in this very step: it is about to take the focus. */
    draw: (wanted: string) => {
      const index = [...needed, ...toRead].findIndex(({ key }) => key === wanted)
      if (index >= most) flushSync(() => setMost(index + LINES))
    },
  }
}

function groupsIn(entries: readonly Entry[]): readonly Group[] {
  return entries.flatMap((entry) => (entry.kind === "waiting" ? [entry.group] : []))
}

function Empty() {
  const words = useWorld(({ world }) => (world ? nobodyNeedsYou(world) : ""))
  return <p className="needs-empty">{words}</p>
}

/** Finished and not looked at yet: no promise to anybody, so one line is enough. */
function ToRead({ count, isOpen, onToggle }: { count: number; isOpen: boolean; onToggle(): void }) {
  return (
    <button type="button" className="needs-read" data-testid="to-read" aria-expanded={isOpen} onClick={onToggle}>
      <StatusGlyph status="done" />
      {count === 0 ? "All read" : `${count} to read`}
      <ChevronRight size="0.875rem" aria-hidden className={isOpen ? "needs-unfolded" : undefined} />
    </button>
  )
}

type Place = {
  readonly at: string | null
  readonly unfolded: string | null
  readonly actions: EntryActions
}

/** Where the arrows stand and which line is open to its card. The most urgent is the way in, until the user has been elsewhere. */
function usePlace(shown: readonly Group[], ways: AttentionWays): Place {
  const [reached, reach] = useState<string | null>(null)
  const [unfolded, unfold] = useState<string | null>(null)
  const latest = useLatest(ways)
  const actions = useMemo<EntryActions>(
    () => ({
      open: ({ items }) => openItems(latest.current, items),
      unfold,
      reach,
    }),
    [latest],
  )
  const at = shown.some(({ key }) => key === reached) ? reached : (shown[0]?.key ?? null)
  return { at, unfolded, actions }
}

function openItems(ways: AttentionWays, items: readonly AttentionItem[]): void {
  const [first] = items
  if (!first) return
  ways.open(
    first.agentId,
    items.map(({ id }) => id),
  )
}

function Entries({ entries, place }: { entries: readonly Entry[]; place: Place }) {
  const current = useScreen((state) => state.unfolded)
  return (
    <ol>
      {entries.map((entry) => (
        <li key={entry.key}>
          {entry.kind === "ended" ? (
            <p className="strip-ended">{endedLine(entry.ended)}</p>
          ) : (
            <AttentionEntryLine
              group={entry.group}
              isAt={entry.key === place.at}
              isUnfolded={entry.key === place.unfolded}
              isCurrent={entry.group.items.some(({ id }) => id === current)}
              actions={place.actions}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

/** The focus never goes to nowhere: after an answer it goes on to the next line. */
function useCardWatch(element: RefObject<HTMLElement | null>, actions: EntryActions, ways: AttentionWays): CardWatch {
  const latest = useLatest(ways)
  return useMemo(() => {
    const toLine = () => {
      const line = element.current?.querySelector<HTMLElement>("[data-entry][tabindex='0']")
      if (document.activeElement === document.body) (line ?? element.current?.querySelector<HTMLElement>("button"))?.focus()
    }
    return {
      next: () => latest.current.next(),
      lostFocus: () => void setTimeout(toLine),
      fold: () => {
        actions.unfold(null)
        setTimeout(toLine)
      },
    }
  }, [element, actions, latest])
}

/** Only while a line has the focus: inside a card the letters belong to the card. */
function useListKeys(
  element: RefObject<HTMLElement | null>,
  shown: readonly Group[],
  place: Place & { draw(key: string): void },
  ways: AttentionWays,
) {
  const session = useSession<Asks>()
  const store = useKeyStore()
  const focus = (key: string) => {
    place.draw(key)
    element.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(key)}"]`)?.focus()
  }
  return (event: KeyboardEvent) => {
    const { target, nativeEvent } = event
    if (event.defaultPrevented || nativeEvent.isComposing || !(target instanceof HTMLElement)) return
    if (target.dataset.entry === undefined) return
    const index = shown.findIndex(({ key }) => key === place.at)
    const group = shown[index]
    const [first] = group?.items ?? []
    if (!group || !first) return
    const action = match(store.bindings.getState(), nativeEvent, "rail", false, store.os)
    const step = listStep(nativeEvent, action)
    if (step && (step.kind === "unfold" || step.kind === "fold")) {
      if (!isAnsweredHere(first)) return
      place.actions.unfold(step.kind === "unfold" ? group.key : null)
      if (step.kind === "unfold") setTimeout(() => enterCard(element.current, group.key))
    } else if (step) {
      const next = shown[landing(step, index, shown.length) ?? -1]
      if (next) focus(next.key)
    } else if (!act(action, first)) return
    event.preventDefault()
    event.stopPropagation()
  }

  function act(action: string | null, item: AttentionItem): boolean {
    if (action === "peek") ways.peek(item.agentId)
    else if (action === "attention-next") ways.next()
    else if (action === "attention-previous") ways.previous()
    else if (action !== "snooze") return false
    else if (!session.refuse("snooze")) void session.ask({ type: "attention.snooze", itemId: item.id, until: 30 })
    return true
  }
}

/** At its heading, never at a button (card law 4). */
function enterCard(list: HTMLElement | null, key: string): void {
  const line = list?.querySelector(`[data-entry="${CSS.escape(key)}"]`)?.closest(".needs-entry")
  line?.querySelector<HTMLElement>("[data-card-heading]")?.focus()
}
