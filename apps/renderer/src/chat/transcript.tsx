// Owns: the windowed list of lines, its place on screen, and reading further back. Does not own what a line looks like.
import { ArrowDown } from "lucide-react"
import { type ReactElement, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { Virtualizer, type VirtualizerHandle } from "virtua"
import { useStore } from "zustand"
import { useAgentId, useSession, useTranscript, useTranscriptHandle } from "../app/session-context.ts"
import { RowGuard } from "../ui/row-guard.tsx"
import { AppLine } from "./app-line.tsx"
import { Call } from "./call.tsx"
import { Draft } from "./draft.tsx"
import { EmptyState } from "./empty-state.tsx"
import { NoticeRow } from "./notice.tsx"
import { Reply } from "./reply.tsx"
import { type Row, rowsOf } from "./rows.ts"
import { useFollow } from "./use-follow.ts"
import { UnsentMessage, UserMessage } from "./user-message.tsx"

/** How near to the top older lines are fetched, in viewports. */
const FETCH_AHEAD = 1.5

export function TranscriptView({ agent }: { agent: string }) {
  const transcript = useTranscriptHandle()
  const session = useSession()
  const isOpen = useTranscript((state) => state.isOpen)
  const refusal = useTranscript((state) => state.refusal)
  const items = useTranscript((state) => state.items)
  const shifts = useTranscript((state) => state.shifts)
  const hasOlder = useTranscript((state) => state.older !== null)
  const liveKey = useTranscript((state) => (state.live ? `${state.live.turnId}:${state.live.step}` : null))
  const agentId = useAgentId()
  const outbox = useStore(session.outbox.store)
  const unsent = useMemo(() => outbox.filter((one) => one.agentId === agentId), [outbox, agentId])
  const rows = useMemo(() => rowsOf(items, liveKeyOf(liveKey), unsent), [items, liveKey, unsent])

  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const { isFollowing, onScroll, follow } = useFollow(scroller, content)

  const drawnShifts = useRef(shifts)
  const isShift = drawnShifts.current !== shifts
  useLayoutEffect(() => {
    drawnShifts.current = shifts
  }, [shifts])

  const lastUnsent = unsent.at(-1)?.messageId
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a message of one's own brings the view to the end
  useLayoutEffect(() => {
    if (lastUnsent) follow()
  }, [lastUnsent])

  useEffect(() => {
    if (isFollowing) transcript.trim()
  }, [isFollowing, transcript])

  const fetchAhead = () => {
    const element = scroller.current
    if (element && element.scrollTop < element.clientHeight * FETCH_AHEAD) transcript.loadOlder()
  }
  useEffect(fetchAhead)

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
        {!isOpen && (
          <p className="opening" role={refusal === null ? undefined : "alert"}>
            {refusal ?? "Opening the conversation…"}
          </p>
        )}
        {isOpen && rows.length === 0 && <EmptyState agent={agent} />}
        <div ref={content} className="transcript-content">
          {isOpen && rows.length > 0 && <TopEdge hasOlder={hasOlder} />}
          <Virtualizer ref={list} scrollRef={scroller} data={rows} shift={isShift} startMargin={TOP_EDGE_PX}>
            {(row) => <RowGuard key={row.key}>{drawRow(row, agent)}</RowGuard>}
          </Virtualizer>
        </div>
      </div>
      <JumpToLatest rows={rows} isFollowing={isFollowing} onJump={follow} />
    </div>
  )
}

function liveKeyOf(key: string | null) {
  if (key === null) return null
  const cut = key.lastIndexOf(":")
  return { turnId: key.slice(0, cut), step: Number(key.slice(cut + 1)) }
}

function drawRow(row: Row, agent: string): ReactElement {
  if (row.kind === "unsent") return <UnsentMessage unsent={row.unsent} />
  if (row.kind === "live") return <Reply item={null} agent={agent} isFirst={row.isFirst} />
  const { item, isFirst } = row
  switch (item.kind) {
    case "user":
      return <UserMessage text={item.text} at={item.at} isFirst={isFirst} from={item.from} />
    case "app":
      return <AppLine item={item} />
    case "reply":
      return <Reply item={item} agent={agent} isFirst={isFirst} />
    case "call":
      return <Call item={item} agent={agent} isFirst={isFirst} />
    case "draft":
      return <Draft item={item} agent={agent} isFirst={isFirst} />
    case "notice":
      return <NoticeRow item={item} agent={agent} words={row.words} />
  }
}

/** A fixed height, so that its change of words cannot move what is being read. */
const TOP_EDGE_PX = 40

function TopEdge({ hasOlder }: { hasOlder: boolean }) {
  return <div className="top-edge">{hasOlder ? "Loading earlier messages…" : "The conversation starts here."}</div>
}

function JumpToLatest({ rows, isFollowing, onJump }: { rows: readonly Row[]; isFollowing: boolean; onJump(): void }) {
  const [seen, setSeen] = useState<string | undefined>(undefined)
  const lastKey = rows.at(-1)?.key
  useEffect(() => {
    if (isFollowing) setSeen(lastKey)
  }, [isFollowing, lastKey])
  if (isFollowing) return null
  const at = rows.findLastIndex((row) => row.key === seen)
  const fresh = at < 0 ? 0 : rows.length - 1 - at
  return (
    <button type="button" className="jump" data-testid="jump-to-latest" onClick={onJump}>
      <ArrowDown size="0.875rem" aria-hidden /> Jump to latest{fresh > 0 && ` (${fresh} new)`}
    </button>
  )
}
