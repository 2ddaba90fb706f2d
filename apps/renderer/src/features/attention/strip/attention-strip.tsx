// Owns: everything that waits for the user, above the composer: one open, the others a line each, most urgent first. Nothing here takes
// the focus, and nothing moves while the pointer or the focus is in it.

import type { AgentId, ItemId } from "@kibitz/contract"
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { type CardWatch, CardWatchContext } from "../../../kernel/attention/card-tools.ts"
import { FoldedLine, glyphFor } from "../../../kernel/attention/folded-line.tsx"
import { useOrder } from "../../../kernel/attention/use-order.ts"
import { foldedIn, type Strip, TO_REVIEW, unfoldedKey } from "../../../kernel/desk/strip-state.ts"
import type { Frame } from "../../../kernel/session/offers.ts"
import { useScreen, useSession } from "../../../kernel/session/session-context.ts"
import { endedLine, waitingCount } from "../../../kernel/words/attention-copy.ts"
import { CardOf } from "../cards/card-of.tsx"
import { nobody, useHold, useStrip } from "./use-strip.ts"
import "./attention-strip.css"
import "../narrow.css"

/** What this agent waits for; what others wait for is in the rail, and what is only to be read ends by being looked at. */
export function AttentionStrip({ agentId }: { agentId: AgentId }) {
  const session = useSession<Frame>()
  const whole = useOrder()
  const order = useMemo(
    () => whole.filter(({ effectiveTier, items }) => effectiveTier < TO_REVIEW && items.some((item) => item.agentId === agentId)),
    [whole, agentId],
  )
  const items = useMemo(() => order.flatMap((entry) => entry.items), [order])
  const chosen = useScreen((state) => state.unfolded)
  const element = useRef<HTMLElement>(null)
  const { isHeld, hold } = useHold(element, items.length > 0)
  const [apart, setApart] = useState(nobody)
  const strip = useStrip(order, { apart, isHeld })
  const open = unfoldedKey(strip, chosen, agentId)
  const watch = useWatch(agentId)
  useFocusKept(watch.hadFocus, strip, agentId)
  const unfold = (id: ItemId) => {
    session.unfold(id)
    // The line that was pressed is gone; what it opened to is entered at its heading.
    setTimeout(() => element.current?.querySelector<HTMLElement>("[data-card-heading]")?.focus())
  }
  const isShown = strip.entries.length > 0
  useMarkedChat(element, isShown)
  const opened = useRef({ key: "", height: 0 })
  useLayoutEffect(() => {
    const card = element.current?.querySelector(".card")
    if (card && open !== null) opened.current = { key: open, height: card.getBoundingClientRect().height }
  })

  return (
    <>
      {isShown && (
        <section
          ref={element}
          className="strip"
          data-region="attention"
          data-testid="attention"
          data-tone={toneOf(strip)}
          aria-label="Waiting for you"
          {...hold}
        >
          <CardWatchContext value={watch.cards}>
            {/* Not because something has come while the hand is here: it would push the card down. The rail and the line below say so. */}
            {strip.entries.length > 1 && items.length > 0 && <StripHead count={items.length} newcomers={strip.newcomers} />}
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
                  <li key={entry.key} data-items={entry.group.items.map(({ id }) => id).join(" ")}>
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

/** For the head of the chat: asked with :has(), every line that is written would make the browser look at all of it again. */
function useMarkedChat(element: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const chat = isShown ? element.current?.closest<HTMLElement>(".chat") : null
    if (!chat) return
    chat.dataset.waits = ""
    return () => {
      delete chat.dataset.waits
    }
  }, [element, isShown])
}

/** Amber where a person must answer, red where something failed; the rest can wait. */
function toneOf({ entries }: Strip): "needs-you" | "failed" | "plain" {
  const glyphs = entries.flatMap((entry) => (entry.kind === "waiting" ? [glyphFor(entry.group)] : []))
  if (glyphs.some((glyph) => glyph === "needs-you" || glyph === "question" || glyph === "approval")) return "needs-you"
  return glyphs.includes("failed") ? "failed" : "plain"
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

function useWatch(agentId: AgentId) {
  const session = useSession<Frame>()
  const hadFocus = useRef(false)
  const cards = useMemo<CardWatch>(
    () => ({
      lostFocus: () => {
        hadFocus.current = true
      },
      fold: () => session.unfold(foldedIn(agentId)),
    }),
    [session, agentId],
  )
  return { cards, hadFocus }
}

/** The focus that was in a card goes on to the next one's heading, and to the composer after the last: never to nowhere. */
function useFocusKept(hadFocus: React.RefObject<boolean>, strip: Strip, agentId: AgentId): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever what is shown has changed
  useEffect(() => {
    if (!hadFocus.current) return
    hadFocus.current = false
    if (document.activeElement !== document.body) return
    const chat = document.querySelector(`[data-testid="chat-${CSS.escape(agentId)}"]`)
    const next = chat?.querySelector<HTMLElement>("[data-card-heading], .strip-line")
    const target = next ?? chat?.querySelector<HTMLElement>("[data-region=composer]")
    target?.focus()
  }, [strip, hadFocus, agentId])
}
