// Owns: the screen's copy of the host's state. Only the bridge's messages change it; components read slices of it.
import type { AgentId, FoundLine, Seq, Snapshot, World } from "@kibitz/contract"
import { evolve, findAgent, worldFrom } from "@kibitz/domain"
import { createStore, type StoreApi } from "zustand/vanilla"
import { readOnce } from "../bridge/read-once.ts"
import type { WireClient } from "../bridge/wire-client.ts"
import type { Looks } from "./closed.ts"
import { type Ended, withEnded } from "./ended.ts"
import { openTranscript, type Transcript } from "./open-transcript.ts"
import type { Outbox } from "./outbox.ts"
import type { Pace } from "./pace.ts"
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
