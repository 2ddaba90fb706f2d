// Owns: who looks at what. A subscriber gets a snapshot and then what follows it, with nothing missing and nothing twice between the
// two. An agent nobody looks at costs nothing here but its lean events.
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
  supervisor: Pick<Supervisor, "world" | "listen">,
  journal: JournalReader,
  board: Pick<LiveBoard, "listen" | "watch" | "current">,
  clock: Clock,
): Channels {
  const worldSubscribers = new Set<Subscriber>()
  const transcriptSubscribers = new Map<AgentId, Set<Subscriber>>()

  supervisor.listen((batch) => {
    if (worldSubscribers.size > 0) {
      const leaned = batch.map(lean)
      for (const subscriber of worldSubscribers) subscriber.events(leaned)
    }
    if (transcriptSubscribers.size === 0) return
    for (const [agentId, events] of byTranscript(batch)) {
      for (const subscriber of transcriptSubscribers.get(agentId) ?? []) subscriber.events(events)
    }
  })
  board.listen((agentId, deltas) => {
    for (const subscriber of transcriptSubscribers.get(agentId) ?? []) subscriber.live(deltas)
  })

  return {
    subscribe(channel, subscriber) {
      if (channel.kind === "world") {
        worldSubscribers.add(subscriber)
        return {
          snapshot: { kind: "world", world: leanSnapshot(snapshotOf(supervisor.world())) },
          close: () => worldSubscribers.delete(subscriber),
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
      if (!findAgent(supervisor.world(), agentId)) return null
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
        const { completionSignal } = supervisor.world().settings
        return { snapshot: findLines(journal, channel, completionSignal), close: () => {} }
      }
      const page = journal.page(agentId, null, channel.bytes)
      const unwatch = board.watch(agentId)
      const current = board.current(agentId)
      const live = current && { ...current, blocks: current.blocks.map((block) => ({ ...block })) }
      const set = transcriptSubscribers.get(agentId) ?? new Set()
      transcriptSubscribers.set(agentId, set.add(subscriber))
      return {
        snapshot: { kind: "transcript", agentId, page, live },
        close() {
          unwatch()
          set.delete(subscriber)
          if (set.size === 0) transcriptSubscribers.delete(agentId)
        },
      }
    },
  }
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
