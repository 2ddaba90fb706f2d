// Owns: the screen's copy of the host's state. Only the bridge's messages change it; components read slices of it.
import type { AgentId, Snapshot, World } from "@kibitz/contract"
import { allAgents, evolve, worldFrom } from "@kibitz/domain"
import { createStore, type StoreApi } from "zustand/vanilla"
import type { Subscription, WireClient } from "../bridge/wire-client.ts"
import { type Ended, withEnded } from "./ended.ts"
import type { Outbox } from "./outbox.ts"
import { closedTranscript, grown, opened, prepended, streamed, type TranscriptState, trimmed } from "./transcript-state.ts"

export type AppFacts = Extract<Snapshot, { kind: "world" }>["app"]
export type WorldState = {
  readonly world: World | null
  readonly app: AppFacts | null
  /** The newest last. */
  readonly ended: readonly Ended[]
}

export type Transcript = {
  store: StoreApi<TranscriptState>
  loadOlder(): void
  /** Called when the reader is back at the end. */
  trim(): void
  close(): void
}

export type Replica = {
  world: StoreApi<WorldState>
  openTranscript(agentId: AgentId): Transcript
}

export function createReplica(client: WireClient, outbox: Outbox): Replica {
  const world = createStore<WorldState>(() => ({ world: null, app: null, ended: [] }))
  client.subscribe(
    { kind: "world" },
    {
      snapshot: (snapshot) => {
        if (snapshot.kind !== "world") return
        const opened = worldFrom(snapshot.world)
        world.setState({ world: opened, app: snapshot.app })
        forgetTaken(outbox, opened)
      },
      events: (events) => {
        const before = world.getState().world
        if (!before) return
        const after = events.reduce((at, recorded) => (recorded.seq > at.seq ? evolve(at, recorded) : at), before)
        if (after === before) return
        world.setState((state) => ({ world: after, ended: withEnded(state.ended, before, events) }))
        forgetTaken(outbox, after)
      },
    },
  )
  return { world, openTranscript: (agentId) => openTranscript(client, outbox, agentId) }
}

function openTranscript(client: WireClient, outbox: Outbox, agentId: AgentId): Transcript {
  const store = createStore<TranscriptState>(() => closedTranscript)
  let older: Subscription | null = null
  const set = (next: TranscriptState) => store.setState(next, true)
  const subscription = client.subscribe(
    { kind: "transcript", agentId },
    {
      snapshot: (snapshot) => {
        if (snapshot.kind !== "transcript") return
        older?.end()
        set(opened(store.getState(), snapshot.page, snapshot.live))
        outbox.remove(deliveredIn(store.getState()))
      },
      events: (events) => {
        set(grown(store.getState(), events))
        outbox.remove(
          new Set(events.flatMap(({ event }) => (event.type === "message.delivered" ? [event.messageId as string] : []))),
        )
      },
      refused: ({ message }) => store.setState({ refusal: message }),
      live: (deltas) => {
        const next = streamed(store.getState(), deltas)
        if (next) set(next)
        else subscription.renew()
      },
    },
  )

  function loadOlder(): void {
    const { older: before, isLoadingOlder, isOpen } = store.getState()
    if (!isOpen || isLoadingOlder || before === null) return
    store.setState({ isLoadingOlder: true })
    older = client.subscribe(
      { kind: "page", agentId, before },
      {
        snapshot: (snapshot) => {
          older?.end()
          if (snapshot.kind === "page" && store.getState().older === before) set(prepended(store.getState(), snapshot.page))
        },
        events: () => {},
        refused: () => {
          older?.end()
          store.setState({ isLoadingOlder: false })
        },
      },
    )
  }

  return {
    store,
    loadOlder,
    trim: () => set(trimmed(store.getState())),
    close: () => {
      older?.end()
      subscription.end()
    },
  }
}

/** A message that waits in the host's queue is shown there, and needs its place among the unsent no longer. */
function forgetTaken(outbox: Outbox, world: World): void {
  const taken = allAgents(world).flatMap((agent) => agent.queue.map((message) => message.id as string))
  if (taken.length > 0) outbox.remove(new Set(taken))
}

function deliveredIn(state: TranscriptState): ReadonlySet<string> {
  return new Set(state.items.flatMap((item) => (item.kind === "user" ? [item.messageId as string] : [])))
}
