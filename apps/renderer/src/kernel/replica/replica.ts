// Owns: the screen's copy of the host's state. Only the bridge's messages change it; components read slices of it.
import type { AgentId, ChannelInput, FoundLine, LiveDelta, Seq, Snapshot, World } from "@kibitz/contract"
import { evolve, findAgent, worldFrom } from "@kibitz/domain"
import { createStore, type StoreApi } from "zustand/vanilla"
import { readOnce } from "../bridge/read-once.ts"
import type { WireClient } from "../bridge/wire-client.ts"
import type { Looks } from "./closed.ts"
import { type Ended, withEnded } from "./ended.ts"
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
import { type Undoable, withUndoable } from "./undoable.ts"

export type AppFacts = Extract<Snapshot, { kind: "world" }>["app"]
export type WorldState = {
  readonly world: World | null
  readonly app: AppFacts | null
  /** The newest last. */
  readonly ended: readonly Ended[]
  /** The power the user gave up last; null: none since this screen was opened. */
  readonly undoable: Undoable | null
}

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

export type Replica = {
  world: StoreApi<WorldState>
  openTranscript(agentId: AgentId): Transcript
  /** For this screen alone, where the project is only looked at: kept over what is read anew. */
  look(looks: Looks): Seq
  /** Looks through the next piece of a transcript, newest first; null when it cannot be had. */
  find(agentId: AgentId, text: string, before: Seq | null): Promise<Found | null>
  /** Files of the project, the nearest to these letters first. */
  findFiles(text: string, limit: number): Promise<readonly string[]>
}

export type Found = { readonly lines: readonly FoundLine[]; readonly older: Seq | null }

export function createReplica(client: WireClient, outbox: Outbox, pace: Pace): Replica {
  const world = createStore<WorldState>(() => ({ world: null, app: null, ended: [], undoable: null }))
  let own: Looks = {}
  client.subscribe(
    { kind: "world" },
    {
      snapshot: (snapshot) => {
        if (snapshot.kind !== "world") return
        const opened = dressed(worldFrom(snapshot.world), own)
        world.setState({ world: opened, app: snapshot.app })
        forgetTaken(outbox, opened)
      },
      events: (events) => {
        const before = world.getState().world
        if (!before) return
        const after = events.reduce((at, recorded) => (recorded.seq > at.seq ? evolve(at, recorded) : at), before)
        if (after === before) return
        const news = events.filter(({ seq }) => seq > before.seq)
        world.setState(({ ended, undoable }) => ({
          world: after,
          ended: withEnded(ended, before, news),
          undoable: withUndoable(undoable, news),
        }))
        forgetTaken(outbox, after)
      },
    },
  )
  return {
    world,
    openTranscript: (agentId) => openTranscript(client, outbox, pace, agentId),
    look: (looks) => {
      own = { theme: looks.theme ?? own.theme, textSize: looks.textSize ?? own.textSize }
      const shown = world.getState().world
      if (!shown) return 0
      world.setState({ world: dressed(shown, own) })
      return shown.seq
    },
    find: async (agentId, text, before) => {
      const answer = await readOnce(client, { kind: "find", agentId, text, before })
      return answer.ok ? answer.snapshot : null
    },
    findFiles: async (text, limit) => {
      const answer = await readOnce(client, { kind: "files", text, limit })
      return answer.ok ? answer.snapshot.paths : []
    },
  }
}

/** Several views of an ordinary conversation. Whoever opens it waits for this much to be read, sent and understood; what is older comes as it is wanted. */
const FIRST_PAGE_BYTES = 64_000

function openTranscript(client: WireClient, outbox: Outbox, pace: Pace, agentId: AgentId): Transcript {
  const store = createStore<TranscriptState>(() => closedTranscript)
  /** Counts what was asked for; an answer to something older comes too late. */
  let asked = 0
  /** Counts where the reader wanted to be taken; only the last counts. */
  let wanted = 0
  let isClosed = false
  /** What has been written and is not drawn yet. */
  let written: LiveDelta[] = []
  const set = (next: TranscriptState) => store.setState(next, true)
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
        asked++
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
    store,
    loadOlder: (isEndFar = false) => void loadOlder(isEndFar),
    loadNewer: (isStartFar = false) => void loadNewer(isStartFar),
    show,
    latest: () => {
      asked++
      wanted++
      set(latest(store.getState()))
    },
    trim: () => set(trimmed(store.getState())),
    close: () => {
      isClosed = true
      written = []
      subscription.end()
    },
  }
}

function dressed(world: World, { theme, textSize }: Looks): World {
  const { settings } = world
  if (theme === undefined && textSize === undefined) return world
  return { ...world, settings: { ...settings, theme: theme ?? settings.theme, textSize: textSize ?? settings.textSize } }
}

/** A message that waits in the host's queue is shown there, and needs its place among the unsent no longer. */
function forgetTaken(outbox: Outbox, world: World): void {
  const unsent = outbox.store.getState()
  // With every event of every agent: only those are looked at to whom something is on its way.
  if (unsent.length === 0) return
  const taken = unsent.filter(({ agentId, messageId }) => findAgent(world, agentId)?.queue.some(({ id }) => id === messageId))
  if (taken.length > 0) outbox.remove(new Set(taken.map(({ messageId }) => messageId as string)))
}

function deliveredIn(state: TranscriptState): ReadonlySet<string> {
  return new Set(state.items.flatMap((item) => (item.kind === "user" ? [item.messageId as string] : [])))
}
