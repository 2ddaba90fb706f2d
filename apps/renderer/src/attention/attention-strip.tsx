// Owns: everything that waits for the user, above the composer: one open, the others a line each. Nothing here takes the focus, and
// nothing moves while the pointer or the focus is in it.
import type { AttentionItem, ItemId } from "@kibitz/contract"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { nameOf } from "../agents/agent-names.ts"
import { useScreen, useSession, useWorld } from "../app/session-context.ts"
import { StatusGlyph } from "../ui/status-glyph.tsx"
import { AttentionAnnouncer } from "./attention-announcer.tsx"
import "./attention.css"
import { endedLine, itemLine, kindWord, waitingCount } from "./attention-copy.ts"
import { type CardWatch, CardWatchContext } from "./card.tsx"
import { ARM_MS } from "./card-clock.ts"
import { CardOf } from "./card-of.tsx"
import { emptyStrip, type Group, inOrder, type Strip, settle, unfoldedKey } from "./strip-state.ts"

/** How long a grey line stays when nobody is in the strip. */
const GREY_MS = 6000
const noItems: Record<ItemId, AttentionItem> = {}
const none: ReadonlySet<string> = new Set()

export function AttentionStrip() {
  const session = useSession()
  const attention = useWorld(({ world }) => world?.attention) ?? noItems
  const items = useMemo(() => inOrder(attention), [attention])
  const chosen = useScreen((state) => state.unfolded)
  const element = useRef<HTMLElement>(null)
  const { isHeld, hold } = useHold(element, items.length > 0)
  const [apart, setApart] = useState(none)
  const [mine, setMine] = useState(none)
  const strip = useStrip(items, { apart, isHeld, mine })
  const open = unfoldedKey(strip, chosen)
  const watch = useWatch(setMine)
  useFocusKept(watch.hadFocus, strip)
  const unfold = (id: ItemId) => {
    session.unfold(id)
    // The line that was pressed is gone; what it opened to is entered at its heading.
    setTimeout(() => element.current?.querySelector<HTMLElement>("[data-card-heading]")?.focus())
  }
  const opened = useRef({ key: "", height: 0 })
  useLayoutEffect(() => {
    const card = element.current?.querySelector(".card")
    if (card && open !== null) opened.current = { key: open, height: card.getBoundingClientRect().height }
  })

  return (
    <>
      <AttentionAnnouncer items={items} />
      {strip.entries.length > 0 && (
        <section
          ref={element}
          className="strip"
          data-region="attention"
          data-testid="attention"
          aria-label="Waiting for you"
          {...hold}
        >
          <CardWatchContext value={watch.cards}>
            {(items.length > 1 || strip.newcomers > 0) && <StripHead count={items.length} newcomers={strip.newcomers} />}
            <ol className="strip-list">
              {strip.entries.map((entry) =>
                entry.kind === "ended" ? (
                  <li
                    key={entry.key}
                    className="strip-ended"
                    style={
                      isHeld && opened.current.key.includes(entry.ended.item.id)
                        ? { minHeight: opened.current.height }
                        : undefined
                    }
                  >
                    {endedLine(entry.ended)}
                  </li>
                ) : (
                  <li key={entry.key}>
                    {entry.key === open ? (
                      <CardOf
                        items={entry.group.items}
                        onReview={() => setApart((before) => new Set([...before, ...entry.group.items.map(({ id }) => id)]))}
                      />
                    ) : (
                      <FoldedLine group={entry.group} onUnfold={unfold} />
                    )}
                  </li>
                ),
              )}
            </ol>
          </CardWatchContext>
        </section>
      )}
    </>
  )
}

function StripHead({ count, newcomers }: { count: number; newcomers: number }) {
  return (
    <p className="strip-head">
      {waitingCount(count)}
      {newcomers > 0 && (
        <span className="strip-new">
          {newcomers === 1 ? "1 new below when you leave" : `${newcomers} new below when you leave`}
        </span>
      )}
    </p>
  )
}

function FoldedLine({ group, onUnfold }: { group: Group; onUnfold(id: ItemId): void }) {
  const [first] = group.items
  const name = useWorld(({ world }) => (world && first ? nameOf(world, first.agentId) : ""))
  if (!first) return null
  const many = group.items.length > 1 ? ` ×${group.items.length}` : ""
  return (
    <button type="button" className="strip-line" aria-expanded={false} onClick={() => onUnfold(first.id)}>
      <StatusGlyph status={first.kind === "approval" && first.destructive ? "failed" : "needs-you"} />
      <span className="strip-kind">
        {kindWord(first)}
        {many} · <bdi>{name}</bdi>
      </span>
      <span className="strip-what">{itemLine(first)}</span>
    </button>
  )
}

/** In it: the pointer is over it, or the focus is inside. */
function useHold(element: React.RefObject<HTMLElement | null>, isShown: boolean) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isSettled = useSettled(isShown)
  // What had the focus may have been taken off the page, which nobody is told.
  useEffect(() => {
    if (isFocused && !element.current?.contains(document.activeElement)) setFocused(false)
  })
  const hold = {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: (event: React.FocusEvent) => {
      if (!(event.relatedTarget instanceof Node && element.current?.contains(event.relatedTarget))) setFocused(false)
    },
  }
  return { isHeld: isFocused || (isPointed && isSettled), hold }
}

/** What comes in one go is shown in one go, also where the pointer happened to rest: the first card is still deaf. */
function useSettled(isShown: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!isShown) return setSettled(false)
    const timer = setTimeout(() => setSettled(true), ARM_MS)
    return () => clearTimeout(timer)
  }, [isShown])
  return isSettled
}

type Facts = { readonly apart: ReadonlySet<string>; readonly isHeld: boolean; readonly mine: ReadonlySet<string> }

function useStrip(items: readonly AttentionItem[], { apart, isHeld, mine }: Facts): Strip {
  const ended = useWorld((state) => state.ended)
  const [seen, setSeen] = useState(none)
  const [before, setBefore] = useState(emptyStrip)
  const strip = useMemo(
    () => settle(before, { items, ended, apart, isHeld, mine, seen }),
    [before, items, ended, apart, isHeld, mine, seen],
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

function useWatch(setMine: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void) {
  const session = useSession()
  const hadFocus = useRef(false)
  const cards = useMemo<CardWatch>(
    () => ({
      answering: (ids) => setMine((before) => new Set([...before, ...ids])),
      refused: (ids) => setMine((before) => before.difference(new Set<string>(ids))),
      lostFocus: () => {
        hadFocus.current = true
      },
      fold: () => session.unfold("none"),
    }),
    [session, setMine],
  )
  return { cards, hadFocus }
}

/** The focus that was in a card goes on to the next one's heading, and to the composer after the last: never to nowhere. */
function useFocusKept(hadFocus: React.RefObject<boolean>, strip: Strip): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever what is shown has changed
  useEffect(() => {
    if (!hadFocus.current) return
    hadFocus.current = false
    if (document.activeElement !== document.body) return
    const next = document.querySelector<HTMLElement>("[data-card-heading], .strip-line")
    const target = next ?? document.querySelector<HTMLElement>("[data-region=composer]")
    target?.focus()
  }, [strip, hadFocus])
}
