// Owns: who looks at what. A subscriber gets a snapshot and then what follows it: every event is in exactly one of the two. For that a snapshot
// holds only what is on disk, and a subscriber is told only of events after its snapshot, also when it subscribes while a batch is being told.
// An agent nobody looks at costs nothing here but its lean events.
import {
  type AgentId,
  type AuditPage,
  type Channel,
  type CostReport,
  type Instant,
  type LiveDelta,
  type LiveReply,
  type NewerPage,
  type Recorded,
  type Seq,
  type TranscriptPage,
  toInstant,
  type WorldSnapshot,
} from "@kibitz/contract"
import { findAgent, lean, leanSnapshot, snapshotOf, transcriptOf } from "@kibitz/domain"
import type { Clock, JournalReader } from "@kibitz/ports"
import type { Supervisor } from "../supervisor.ts"
import { type FoundLines, findLines } from "./find.ts"
import type { LiveBoard } from "./live.ts"

export type Subscriber = {
  events(events: readonly Recorded[]): void
  live(deltas: readonly LiveDelta[]): void
}

export type ChannelSnapshot =
  | { readonly kind: "world"; readonly world: WorldSnapshot }
  | { readonly kind: "transcript"; readonly agentId: AgentId; readonly page: TranscriptPage; readonly live: LiveReply | null }
  | { readonly kind: "audit"; readonly page: AuditPage }
  | { readonly kind: "cost"; readonly since: Instant; readonly report: CostReport }
  | { readonly kind: "page"; readonly agentId: AgentId; readonly page: TranscriptPage }
  | { readonly kind: "newer"; readonly agentId: AgentId; readonly page: NewerPage }
  | FoundLines

/** `after`: the last event that its snapshot may hold. */
type Subscribed = { readonly subscriber: Subscriber; readonly after: Seq }

/** Files of the project are no matter of the journal. */
export type TranscriptChannel = Exclude<Channel, { kind: "files" }>

export type Channels = {
  /** null when there is no such agent. A page's subscription is over with its snapshot. */
  subscribe(
    channel: TranscriptChannel,
    subscriber: Subscriber,
  ): { readonly snapshot: ChannelSnapshot; readonly close: () => void } | null
}

export function openChannels(
  supervisor: Pick<Supervisor, "published" | "listen">,
  journal: JournalReader,
  board: Pick<LiveBoard, "listen" | "watch" | "current">,
  clock: Clock,
): Channels {
  const worldSubscribers = new Set<Subscribed>()
  const transcriptSubscribers = new Map<AgentId, Set<Subscribed>>()

  supervisor.listen((batch) => {
    if (worldSubscribers.size > 0) {
      const leaned = batch.map(lean)
      for (const subscribed of worldSubscribers) tell(subscribed, leaned)
    }
    if (transcriptSubscribers.size === 0) return
    for (const [agentId, events] of byTranscript(batch)) {
      for (const subscribed of transcriptSubscribers.get(agentId) ?? []) tell(subscribed, events)
    }
  })
  board.listen((agentId, deltas) => {
    for (const { subscriber } of transcriptSubscribers.get(agentId) ?? []) subscriber.live(deltas)
  })

  return {
    subscribe(channel, subscriber) {
      if (channel.kind === "world") {
        const world = supervisor.published()
        const subscribed = { subscriber, after: world.seq }
        worldSubscribers.add(subscribed)
        return {
          snapshot: { kind: "world", world: leanSnapshot(snapshotOf(world)) },
          close: () => worldSubscribers.delete(subscribed),
        }
      }
      if (channel.kind === "audit") {
        const page = journal.audit(channel.filter, channel.before, channel.limit)
        return { snapshot: { kind: "audit", page }, close: () => {} }
      }
      if (channel.kind === "cost") {
        const since = hoursBefore(clock.now(), channel.hours)
        return { snapshot: { kind: "cost", since, report: journal.cost(since) }, close: () => {} }
      }
      const { agentId } = channel
      if (!findAgent(supervisor.published(), agentId)) return null
      if (channel.kind === "page") {
        return {
          snapshot: { kind: "page", agentId, page: journal.page(agentId, channel.before, channel.bytes) },
          close: () => {},
        }
      }
      if (channel.kind === "newer") {
        const page = journal.pageAfter(agentId, channel.after, channel.bytes)
        return { snapshot: { kind: "newer", agentId, page }, close: () => {} }
      }
      if (channel.kind === "find") {
        const { completionSignal } = supervisor.published().settings
        return { snapshot: findLines(journal, channel, completionSignal), close: () => {} }
      }
      const subscribed = { subscriber, after: journal.last() }
      const page = journal.page(agentId, null, channel.bytes)
      const unwatch = board.watch(agentId)
      const current = board.current(agentId)
      const live = current && { ...current, blocks: current.blocks.map((block) => ({ ...block })) }
      const set = transcriptSubscribers.get(agentId) ?? new Set()
      transcriptSubscribers.set(agentId, set.add(subscribed))
      return {
        snapshot: { kind: "transcript", agentId, page, live },
        close() {
          unwatch()
          set.delete(subscribed)
          if (set.size === 0) transcriptSubscribers.delete(agentId)
        },
      }
    },
  }
}

function tell({ subscriber, after }: Subscribed, events: readonly Recorded[]): void {
  const isNew = events[0] !== undefined && events[0].seq > after
  const fresh = isNew ? events : events.filter(({ seq }) => seq > after)
  if (fresh.length > 0) subscriber.events(fresh)
}

const HOUR_MS = 3_600_000

/** The hour that runs now is the last of them: whole hours, so that the oldest one is not shown half. */
function hoursBefore(now: Temporal.Instant, hours: number): Instant {
  const thisHour = Math.floor(now.epochMilliseconds / HOUR_MS)
  return toInstant(Temporal.Instant.fromEpochMilliseconds((thisHour + 1 - hours) * HOUR_MS))
}

function byTranscript(batch: readonly Recorded[]): Map<AgentId, Recorded[]> {
  const grouped = new Map<AgentId, Recorded[]>()
  for (const recorded of batch) {
    const agentId = transcriptOf(recorded.event)
    if (!agentId) continue
    const events = grouped.get(agentId)
    if (events) events.push(recorded)
    else grouped.set(agentId, [recorded])
  }
  return grouped
}
