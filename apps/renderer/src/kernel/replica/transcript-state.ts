// Owns: one agent's conversation as pages of lines, oldest first, plus the reply being written. The reader may be far from the end: then the end
// is kept aside and goes on growing there. Pure; the store only holds it.
import type { LiveDelta, LiveReply, NewerPage, Recorded, Seq, TranscriptPage } from "@kibitz/contract"
import { liveEndOf, type TranscriptItem } from "@kibitz/domain"
import { type Closed, closedBy, isOver, stream } from "./live.ts"
import { linesOf, type Page, pageGrown, pageOf, withResults } from "./transcript-pages.ts"

export type TranscriptState = {
  readonly isOpen: boolean
  /** Why it cannot be opened, in the host's words. */
  readonly refusal: string | null
  /** What the reader has before them, without gaps. Never empty once open; at the end, the last one grows. */
  readonly pages: readonly Page[]
  /** All pages in one list, the same list until a line changes. */
  readonly items: readonly TranscriptItem[]
  /** Where the next older page ends; null when this is the beginning. */
  readonly older: Seq | null
  /** After what the next newer page begins; null when this is the end. */
  readonly newer: Seq | null
  /** The end, while the reader is elsewhere; null when `pages` go up to it. */
  readonly tail: readonly Page[] | null
  readonly isLoadingOlder: boolean
  readonly isLoadingNewer: boolean
  /** Counts pages added or removed at the top, so that the list can keep its place. */
  readonly shifts: number
  /** Counts how often the reader was taken to another part altogether. */
  readonly place: number
  readonly live: LiveReply | null
  readonly closed: Closed | null
}

export const closedTranscript: TranscriptState = {
  isOpen: false,
  refusal: null,
  pages: [],
  items: [],
  older: null,
  newer: null,
  tail: null,
  isLoadingOlder: false,
  isLoadingNewer: false,
  shifts: 0,
  place: 0,
  live: null,
  closed: null,
}

/** Pages kept when the reader is back at the end, and while they read: about two megabytes of what is stored. */
const KEPT_PAGES = 3
const MOST_PAGES = 8
/** Lines after which the end begins a new page: what was said in a long stay can be let go too. */
const PAGE_LINES = 400

/** The first snapshot, and those after a line was lost: whoever reads far back stays there. */
export function opened(state: TranscriptState, page: TranscriptPage, live: LiveReply | null): TranscriptState {
  const fresh = pageOf(page.events, page.older)
  const known = state.pages.at(-1)
  const still = { ...state, refusal: null, isLoadingOlder: false, isLoadingNewer: false, live, closed: null }
  if (state.isOpen && known && (state.pages.length > 1 || state.tail !== null)) {
    // Numbers are of the whole journal: whether anything lies between the two cannot be told from them.
    if (fresh.first > known.last) return { ...still, tail: [fresh], newer: state.newer ?? known.last }
    const rest = page.events.filter(({ seq }) => seq > known.last)
    return withNext({ ...still, tail: null, newer: null }, rest)
  }
  return {
    ...closedTranscript,
    isOpen: true,
    pages: [fresh],
    items: fresh.items,
    older: page.older,
    shifts: state.shifts,
    place: state.place + (state.isOpen ? 1 : 0),
    live,
  }
}

export function grown(state: TranscriptState, events: readonly Recorded[]): TranscriptState {
  const end = state.tail ?? state.pages
  const last = end.at(-1)
  if (!last) return state
  const { live, closed } = closings(state, events)
  const so = live === state.live && closed === state.closed ? state : { ...state, live, closed }
  const grew = pageGrown(last, events)
  if (grew === last || (grew.items === last.items && so === state)) return so
  if (last.items.length >= PAGE_LINES) return state.tail ? { ...so, tail: added(end, events) } : withNext(so, events)
  const pages = [...end.slice(0, -1), grew]
  if (state.tail) return { ...so, tail: pages }
  if (grew.items === last.items) return { ...so, pages }
  return { ...so, pages, items: linesOf(pages) }
}

function closings(state: TranscriptState, events: readonly Recorded[]): Pick<TranscriptState, "live" | "closed"> {
  let { live, closed } = state
  for (const { event } of events) {
    const end = liveEndOf(event)
    closed = (end && closedBy(end)) ?? closed
    if (live && ((closed && isOver(live, closed)) || (end?.ends === "attempt" && end.turnId === live.turnId))) live = null
  }
  return { live, closed }
}

/** Null when text was lost on the way: the caller subscribes again. */
export function streamed(state: TranscriptState, deltas: readonly LiveDelta[]): TranscriptState | null {
  const result = stream(state.live, deltas, state.closed)
  if (result.kind === "gap") return null
  return result.live === state.live ? state : { ...state, live: result.live }
}

export function prepended(state: TranscriptState, page: TranscriptPage): TranscriptState {
  const before = withResults(
    [pageOf(page.events, page.older)],
    state.pages.flatMap(({ results }) => results),
  )
  const pages = [...before, ...state.pages]
  return {
    ...state,
    pages,
    items: linesOf(pages),
    older: page.older,
    isLoadingOlder: false,
    shifts: state.shifts + 1,
  }
}

/** What follows; where it meets the end that was kept aside, the two become one again. */
export function appended(state: TranscriptState, page: NewerPage): TranscriptState {
  const { tail } = state
  if (tail === null) return { ...state, isLoadingNewer: false }
  const end = tail[0]?.first ?? Number.POSITIVE_INFINITY
  const between = page.events.filter(({ seq }) => seq < end)
  const next = { ...withNext(state, between), isLoadingNewer: false }
  if (page.newer !== null && between.length === page.events.length) return { ...next, newer: page.newer }
  const pages = [
    ...withResults(
      next.pages,
      tail.flatMap(({ results }) => results),
    ),
    ...tail,
  ]
  return { ...next, pages, items: linesOf(pages), newer: null, tail: null }
}

/** To another part of the conversation: the page that ends with a line, and what follows it. */
export function jumped(state: TranscriptState, before: TranscriptPage, after: NewerPage): TranscriptState {
  const page = pageOf(before.events, before.older)
  const tail = state.tail ?? state.pages.slice(-KEPT_PAGES)
  const there: TranscriptState = {
    ...state,
    pages: [page],
    items: page.items,
    older: before.older,
    newer: page.last,
    tail,
    isLoadingOlder: false,
    isLoadingNewer: false,
    place: state.place + 1,
  }
  // The line itself may already be part of the end.
  const end = tail[0]?.first ?? Number.POSITIVE_INFINITY
  if (page.last >= end) return { ...latest(state), place: state.place + 1 }
  return appended(there, after)
}

/** Back to the end. */
export function latest(state: TranscriptState): TranscriptState {
  if (state.tail === null) return state
  const pages = state.tail
  return {
    ...state,
    pages,
    items: linesOf(pages),
    older: pages[0]?.older ?? null,
    newer: null,
    tail: null,
    isLoadingOlder: false,
    isLoadingNewer: false,
    place: state.place + 1,
  }
}

/** At the end: lets go of what was loaded while reading far back. */
export function trimmed(state: TranscriptState): TranscriptState {
  if (state.pages.length <= KEPT_PAGES || state.isLoadingOlder || state.tail !== null) return state
  return withoutOldest(state, KEPT_PAGES)
}

/** Before more is loaded at one side, the other is let go: reading a year back costs what is near. */
export function withRoomAbove(state: TranscriptState): TranscriptState {
  if (state.pages.length < MOST_PAGES) return state
  const pages = state.pages.slice(0, MOST_PAGES - 1)
  const newer = pages.at(-1)?.last ?? null
  const tail = state.tail ?? state.pages.slice(-1)
  return { ...state, pages, items: linesOf(pages), newer, tail, isLoadingNewer: false }
}

export function withRoomBelow(state: TranscriptState): TranscriptState {
  return state.pages.length < MOST_PAGES ? state : withoutOldest(state, MOST_PAGES - 1)
}

function withoutOldest(state: TranscriptState, kept: number): TranscriptState {
  const pages = state.pages.slice(-kept)
  const older = pages[0]?.older ?? null
  return { ...state, pages, items: linesOf(pages), older, isLoadingOlder: false, shifts: state.shifts + 1 }
}

/** Another page at the end of those shown. */
function withNext(state: TranscriptState, events: readonly Recorded[]): TranscriptState {
  if (events.length === 0) return state
  const pages = added(state.pages, events)
  return { ...state, pages, items: linesOf(pages) }
}

function added(pages: readonly Page[], events: readonly Recorded[]): readonly Page[] {
  const next = pageOf(events, events[0]?.seq ?? null)
  return [...withResults(pages, next.results), next]
}
