// Owns: one agent's conversation as pages of lines, oldest first, plus the reply being written. Pure; the store only holds it.
import type { LiveDelta, LiveReply, Recorded, Seq, TranscriptPage } from "@kibitz/contract"
import { foldTranscript, type TranscriptItem } from "@kibitz/domain"
import { type Closed, closing, endsAttempt, isOver, stream } from "./live.ts"

type Page = { readonly items: readonly TranscriptItem[]; readonly older: Seq | null }

export type TranscriptState = {
  readonly isOpen: boolean
  /** Why it cannot be opened, in the host's words. */
  readonly refusal: string | null
  /** Never empty once open; the last one grows. */
  readonly pages: readonly Page[]
  /** All pages in one list, the same list until a line changes. */
  readonly items: readonly TranscriptItem[]
  /** Where the next older page ends; null when this is the beginning. */
  readonly older: Seq | null
  readonly isLoadingOlder: boolean
  /** Counts pages added or removed at the top, so that the list can keep its place. */
  readonly shifts: number
  readonly live: LiveReply | null
  readonly closed: Closed | null
  /** Results whose call is on a page that is not loaded yet. */
  readonly orphans: readonly Recorded[]
}

export const closedTranscript: TranscriptState = {
  isOpen: false,
  refusal: null,
  pages: [],
  items: [],
  older: null,
  isLoadingOlder: false,
  shifts: 0,
  live: null,
  closed: null,
  orphans: [],
}

/** Pages kept when the reader is back at the end. */
const KEPT_PAGES = 3

export function opened(state: TranscriptState, page: TranscriptPage, live: LiveReply | null): TranscriptState {
  const items = foldTranscript([], page.events)
  return {
    ...closedTranscript,
    isOpen: true,
    pages: [{ items, older: page.older }],
    items,
    older: page.older,
    shifts: state.shifts,
    live,
    orphans: orphansOf(items, page.events),
  }
}

export function grown(state: TranscriptState, events: readonly Recorded[]): TranscriptState {
  const tail = state.pages.at(-1)
  if (!tail) return state
  const items = foldTranscript(tail.items, events)
  let { live, closed } = state
  for (const recorded of events) {
    const end = closing(recorded)
    if (end) closed = end
    if (live && ((closed && isOver(live, closed)) || endsAttempt(recorded) === live.turnId)) live = null
  }
  const isSame = items === tail.items
  if (isSame && live === state.live && closed === state.closed) return state
  const pages = isSame ? state.pages : [...state.pages.slice(0, -1), { ...tail, items }]
  return {
    ...state,
    pages,
    items: isSame ? state.items : joined(pages),
    live,
    closed,
    orphans: isSame ? state.orphans : [...state.orphans, ...orphansOf(items, events)],
  }
}

/** Null when text was lost on the way: the caller subscribes again. */
export function streamed(state: TranscriptState, deltas: readonly LiveDelta[]): TranscriptState | null {
  const result = stream(state.live, deltas, state.closed)
  if (result.kind === "gap") return null
  return result.live === state.live ? state : { ...state, live: result.live }
}

export function prepended(state: TranscriptState, page: TranscriptPage): TranscriptState {
  const items = foldTranscript([], [...page.events, ...state.orphans])
  const pages = [{ items, older: page.older }, ...state.pages]
  return {
    ...state,
    pages,
    items: joined(pages),
    older: page.older,
    isLoadingOlder: false,
    shifts: state.shifts + 1,
    orphans: orphansOf(items, [...page.events, ...state.orphans]),
  }
}

/** Lets go of what was loaded while reading far back. */
export function trimmed(state: TranscriptState): TranscriptState {
  if (state.pages.length <= KEPT_PAGES || state.isLoadingOlder) return state
  const pages = state.pages.slice(-KEPT_PAGES)
  return { ...state, pages, items: joined(pages), older: pages[0]?.older ?? null, shifts: state.shifts + 1 }
}

function joined(pages: readonly Page[]): readonly TranscriptItem[] {
  const [only] = pages
  return pages.length === 1 && only ? only.items : pages.flatMap((page) => page.items)
}

function orphansOf(items: readonly TranscriptItem[], events: readonly Recorded[]): readonly Recorded[] {
  const finished = events.filter(({ event }) => event.type === "call.finished")
  if (finished.length === 0) return []
  const calls = new Set(items.flatMap((item) => (item.kind === "call" ? [item.callId] : [])))
  return finished.filter(({ event }) => event.type === "call.finished" && !calls.has(event.callId))
}
