// Owns: the windowed list of lines, its place on screen, and reading further in both directions. Does not own what a line looks like.

import type { Instant } from "@kibitz/contract"
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react"
import { Virtualizer, type VirtualizerHandle } from "virtua"
import { useStore } from "zustand"
import type { Asks, Messages } from "../../../kernel/session/offers.ts"
import { useAgent, useAgentId, useSession, useTranscript, useTranscriptHandle } from "../../../kernel/session/session-context.ts"
import { Loading } from "../../../kernel/ui/loading.tsx"
import type { FindHandle } from "../find/use-find.ts"
import { isUnspoken, liveHasBody, type Row, rowKey, rowsOf } from "../lines/rows.ts"
import { hasToTell } from "../lines/since.ts"
import { EmptyState } from "./empty-state.tsx"
import { JumpToLatest } from "./jump.tsx"
import { Line } from "./line.tsx"
import { useFollow } from "./use-follow.ts"
import { useMarks, useShift, useTaken } from "./use-places.ts"
import "./transcript.css"

/** How near to the top or the end of what is loaded more is fetched, in viewports. */
const FETCH_AHEAD = 1.5
/** How far the other end has to be to be let go: nearer, it would be fetched again at once. */
const FAR = 6
const nothing: readonly Row[] = []

type Finding = Pick<FindHandle, "find" | "pattern" | "target">
const notFinding: Finding = { find: null, pattern: null, target: null }

/** Without `finding`, one only looks: nothing is searched here. */
export function TranscriptView({ agent, finding = notFinding }: { agent: string; finding?: Finding }) {
  const isOpen = useTranscript((state) => state.isOpen)
  const refusal = useTranscript((state) => state.refusal)
  const shifts = useTranscript((state) => state.shifts)
  const place = useTranscript((state) => state.place)
  const hasOlder = useTranscript((state) => state.older !== null)
  const hasNewer = useTranscript((state) => state.newer !== null)
  const { rows, ends, toggle, open, lastUnsent } = useRows()

  const isEmpty = !hasOlder && !hasNewer && rows.every(isUnspoken)

  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const { isFollowing, onScroll, follow, leaveEnd, hold } = useFollow(scroller, content, !hasNewer)
  const isShift = useShift(shifts)
  const onToggle = useCallback(
    (key: string) => {
      hold()
      toggle(key)
    },
    [hold, toggle],
  )

  const toLatest = useToLatest(follow, isFollowing, lastUnsent)

  const { target, pattern } = finding
  const [, look] = useReducer((times: number) => times + 1, 0)
  const isUnderWay = useTaken({ target, rows, scroller, list, open, leaveEnd, arrived: look })
  useMarks(content, finding.find?.text ?? "", target?.key ?? null)

  const fetchAhead = useFetchAhead(scroller, isUnderWay)

  return (
    <div className="transcript">
      <div
        ref={scroller}
        className="transcript-scroller"
        role="log"
        aria-live="off"
        aria-label={`Conversation with ${agent}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the conversation scrolls and must be reachable by keyboard
        tabIndex={0}
        data-region="transcript"
        onScroll={() => {
          onScroll()
          fetchAhead()
        }}
      >
        {!isOpen && <Opening agent={agent} refusal={refusal} />}
        {isOpen && isEmpty && <EmptyState agent={agent} />}
        <div ref={content} className="transcript-content">
          {isOpen && !isEmpty && <Edge text={hasOlder ? "Loading earlier messages…" : "The conversation starts here."} />}
          <Virtualizer
            // Anew when there is something to show: a list that grew from nothing would draw a view from the top first, and then another at the end.
            key={isOpen ? place : "closed"}
            ref={list}
            scrollRef={scroller}
            data={isEmpty ? nothing : rows}
            shift={isShift}
            startMargin={EDGE_PX}
          >
            {(row) => (
              <Line key={row.key} row={row} agent={agent} found={isTarget(row, target) ? pattern : null} onToggle={onToggle} />
            )}
          </Virtualizer>
          {hasNewer && <Edge text="Loading later messages…" />}
        </div>
      </div>
      <JumpToLatest ends={ends} isFollowing={isFollowing} onJump={toLatest} />
    </div>
  )
}

/** To the end when the user has sent something, and by the returned function. While the end is followed, what is far above it is let go. */
function useToLatest(follow: () => void, isFollowing: boolean, lastUnsent: ReturnType<typeof useRows>["lastUnsent"]): () => void {
  const transcript = useTranscriptHandle()
  const toLatest = useCallback(() => {
    transcript.latest()
    follow()
  }, [transcript, follow])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a message of one's own brings the view to the end
  useLayoutEffect(() => {
    if (lastUnsent) toLatest()
  }, [lastUnsent])
  useEffect(() => {
    if (isFollowing) transcript.trim()
  }, [isFollowing, transcript])
  return toLatest
}

/** Fetches more before the reader comes to the end of what is loaded. Looked at after every drawing, and whenever it is called. */
function useFetchAhead(scroller: RefObject<HTMLElement | null>, isUnderWay: RefObject<boolean>): () => void {
  const transcript = useTranscriptHandle()
  const fetchAhead = () => {
    const element = scroller.current
    if (!element || isUnderWay.current) return
    const { scrollTop, clientHeight, scrollHeight } = element
    const below = scrollHeight - clientHeight - scrollTop
    if (scrollTop < clientHeight * FETCH_AHEAD) transcript.loadOlder(below > clientHeight * FAR)
    if (below < clientHeight * FETCH_AHEAD) transcript.loadNewer(scrollTop > clientHeight * FAR)
  }
  useEffect(fetchAhead)
  return fetchAhead
}

function useRows() {
  const session = useSession<Messages>()
  const agentId = useAgentId()
  const items = useTranscript((state) => state.items)
  const tail = useTranscript((state) => state.tail)
  const liveKey = useTranscript((state) =>
    state.live && !state.tail && liveHasBody(state.live) ? `${state.live.turnId}:${state.live.step}` : null,
  )
  const outbox = useStore(session.outbox.store)
  const unsent = useMemo(() => outbox.filter((one) => one.agentId === agentId), [outbox, agentId])
  const since = useAgent<Instant | null>(agentId, (agent) => (hasToTell(agent) ? agent.absence.until : null)) ?? null
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(
    () => rowsOf(items, liveKeyOf(liveKey), tail ? [] : unsent, { opened, since }),
    [items, liveKey, tail, unsent, opened, since],
  )
  const ends = useMemo(() => (tail ? tail.flatMap((page) => page.items.map(rowKey)) : rows.map(({ key }) => key)), [tail, rows])
  const toggle = useCallback((key: string) => setOpened((before) => before.symmetricDifference(new Set([key]))), [])
  const open = useCallback((key: string) => setOpened((before) => new Set([...before, key])), [])
  return { rows, ends, toggle, open, lastUnsent: unsent.at(-1)?.messageId }
}

function isTarget(row: Row, target: { readonly key: string } | null): boolean {
  return target !== null && row.kind === "item" && row.item.key === target.key
}

function liveKeyOf(key: string | null) {
  if (key === null) return null
  const cut = key.lastIndexOf(":")
  return { turnId: key.slice(0, cut), step: Number(key.slice(cut + 1)) }
}

function Opening({ agent, refusal }: { agent: string; refusal: string | null }) {
  const { reconnect } = useSession<Asks>()
  if (refusal !== null) {
    return (
      <p className="opening" role="alert">
        {refusal}
      </p>
    )
  }
  return <Loading reason={`Opening the conversation with ${agent}…`} wayOut={{ name: "Connect again", run: reconnect }} />
}

/** A fixed height, so that its change of words cannot move what is being read. */
const EDGE_PX = 40

function Edge({ text }: { text: string }) {
  return <div className="transcript-edge">{text}</div>
}
