// Owns: one conversation on the screen: what the host sends of it, and fetching the pages around where the reader is.
import type { AgentId, ChannelInput, FoundLine, LiveDelta } from "@kibitz/contract"
import { createStore, type StoreApi } from "zustand/vanilla"
import { readOnce } from "../bridge/read-once.ts"
import type { WireClient } from "../bridge/wire-client.ts"
import type { Outbox } from "./outbox.ts"
import type { Pace } from "./pace.ts"
import {
  appended,
  closedTranscript,
  grown,
  jumped,
  latest,
  opened,
  prepended,
  streamed,
  type TranscriptState,
  trimmed,
  withRoomAbove,
  withRoomBelow,
} from "./transcript-state.ts"

export type Transcript = {
  store: StoreApi<TranscriptState>
  /** `isEndFar`: what is at the other end may be let go. */
  loadOlder(isEndFar?: boolean): void
  loadNewer(isStartFar?: boolean): void
  /** Goes to where this line is; false when it cannot be had, or something else was asked for meanwhile. */
  show(line: FoundLine): Promise<boolean>
  /** Back to the end. */
  latest(): void
  /** Called when the reader is back at the end. */
  trim(): void
  close(): void
}

/** Several views of an ordinary conversation. Whoever opens it waits for this much to be read, sent and understood; what is older comes as it is wanted. */
const FIRST_PAGE_BYTES = 64_000

export function openTranscript(client: WireClient, outbox: Outbox, pace: Pace, agentId: AgentId): Transcript {
  const store = createStore<TranscriptState>(() => closedTranscript)
  const set = (next: TranscriptState) => store.setState(next, true)
  const pages = createPages(client, agentId, store)
  /** What has been written and is not drawn yet. */
  let written: LiveDelta[] = []
  const catchUp = () => {
    if (written.length === 0) return
    const next = streamed(store.getState(), written)
    written = []
    if (next) set(next)
    else subscription.renew()
  }
  const subscription = client.subscribe(
    { kind: "transcript", agentId, bytes: FIRST_PAGE_BYTES },
    {
      snapshot: (snapshot) => {
        if (snapshot.kind !== "transcript") return
        pages.forget()
        written = []
        set(opened(store.getState(), snapshot.page, snapshot.live))
        outbox.remove(deliveredIn(store.getState()))
      },
      events: (events) => {
        catchUp()
        set(grown(store.getState(), events))
        outbox.remove(
          new Set(events.flatMap(({ event }) => (event.type === "message.delivered" ? [event.messageId as string] : []))),
        )
      },
      refused: ({ message }) => store.setState({ refusal: message }),
      live: (deltas) => {
        written.push(...deltas)
        // The first word is waited for; those after it can wait for their frame.
        if (store.getState().live === null) catchUp()
        else pace.soon(catchUp)
      },
    },
  )
  return {
    store,
    loadOlder: (isEndFar = false) => void pages.loadOlder(isEndFar),
    loadNewer: (isStartFar = false) => void pages.loadNewer(isStartFar),
    show: pages.show,
    latest: pages.latest,
    trim: () => set(trimmed(store.getState())),
    close: () => {
      pages.close()
      written = []
      subscription.end()
    },
  }
}

/** Fetches pages. An answer that comes after the reader has gone elsewhere changes nothing. */
function createPages(client: WireClient, agentId: AgentId, store: StoreApi<TranscriptState>) {
  /** Counts what was asked for; an answer to something older comes too late. */
  let asked = 0
  /** Counts where the reader wanted to be taken; only the last counts. */
  let wanted = 0
  let isClosed = false
  const set = (next: TranscriptState) => store.setState(next, true)

  /** Null when it is not wanted any more, or cannot be had. */
  async function current<Kind extends "page" | "newer">(channel: ChannelInput & { kind: Kind }) {
    const at = asked
    const answer = await readOnce<Kind>(client, channel)
    return at === asked && !isClosed && answer.ok ? answer.snapshot : null
  }

  async function loadOlder(isEndFar: boolean): Promise<void> {
    const { older, isLoadingOlder, isOpen } = store.getState()
    if (!isOpen || isLoadingOlder || older === null) return
    set({ ...(isEndFar ? withRoomAbove(store.getState()) : store.getState()), isLoadingOlder: true })
    const snapshot = await current({ kind: "page", agentId, before: older })
    if (snapshot && store.getState().older === older) set(prepended(store.getState(), snapshot.page))
    else if (!isClosed) store.setState({ isLoadingOlder: false })
  }

  async function loadNewer(isStartFar: boolean): Promise<void> {
    const { newer, isLoadingNewer, isOpen } = store.getState()
    if (!isOpen || isLoadingNewer || newer === null) return
    set({ ...(isStartFar ? withRoomBelow(store.getState()) : store.getState()), isLoadingNewer: true })
    const snapshot = await current({ kind: "newer", agentId, after: newer })
    if (snapshot && store.getState().newer === newer) set(appended(store.getState(), snapshot.page))
    else if (!isClosed) store.setState({ isLoadingNewer: false })
  }

  async function show({ key, seq }: FoundLine): Promise<boolean> {
    const isThere = () => store.getState().items.some((item) => item.key === key)
    const mine = ++wanted
    if (isThere()) return true
    const [before, after] = await Promise.all([
      readOnce(client, { kind: "page", agentId, before: seq + 1 }),
      readOnce(client, { kind: "newer", agentId, after: seq }),
    ])
    if (mine !== wanted || isClosed || !before.ok || !after.ok) return false
    // What is being fetched for where the reader was is not wanted where they are now.
    asked++
    set(jumped(store.getState(), before.snapshot.page, after.snapshot.page))
    return isThere()
  }

  return {
    loadOlder,
    loadNewer,
    show,
    latest: () => {
      asked++
      wanted++
      set(latest(store.getState()))
    },
    /** Answers that are on their way do not fit any more. */
    forget: () => void asked++,
    close: () => {
      isClosed = true
    },
  }
}

function deliveredIn(state: TranscriptState): ReadonlySet<string> {
  return new Set(state.items.flatMap((item) => (item.kind === "user" ? [item.messageId as string] : [])))
}
