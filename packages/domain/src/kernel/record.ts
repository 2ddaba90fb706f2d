// Owns: folding and showing events, made out of the records of all concepts. A screen needs this and nothing of the rules.
import type { AgentId, Event, Recorded, World } from "@kibitz/contract"
import type { Change, ConceptRecord, Total } from "./concept.ts"
import type { LiveEnd } from "./live-end.ts"
import { bug } from "./outcome.ts"
import { owners } from "./owners.ts"
import type { TranscriptItem } from "./transcript-item.ts"

export function recordOf(concepts: readonly ConceptRecord[]) {
  const folds = owners(concepts, ({ events }) => events)
  const totals = totalsOf(concepts, [...folds.keys()])

  function evolve(world: World, { seq, at, event }: Recorded): World {
    const change: Change = (folds.get(event.type) ?? bug(`nobody folds ${event.type}`))(world, event as never, at)
    let after: World = { ...world, seq, ...change }
    for (const total of totals.get(event.type) ?? []) after = total.keep(world, after, event)
    return after
  }

  return {
    evolve,
    emptyWorld: Object.assign({ seq: 0 }, ...concepts.map(({ world = {} }) => world)) as World,
    ...shownBy(concepts),
  }
}

function shownBy(concepts: readonly ConceptRecord[]) {
  const lines = owners(concepts, ({ transcript }) => transcript)
  const inTranscript = owners(concepts, ({ inTranscript }) => inTranscript)
  const leans = owners(concepts, ({ lean }) => lean)
  const begins = owners(concepts, ({ beginsLines }) => beginsLines)
  const completes = owners(concepts, ({ completesLine }) => completesLine)
  const liveEnds = owners(concepts, ({ endsLive }) => endsLive)

  /** Whose transcript shows this event, if anybody's. The journal indexes by it. */
  function transcriptOf(event: Event): AgentId | null {
    if (!lines.has(event.type) || !("agentId" in event)) return null
    return (inTranscript.get(event.type)?.(event as never) ?? true) ? event.agentId : null
  }

  function foldTranscript(items: readonly TranscriptItem[], recorded: readonly Recorded[]): readonly TranscriptItem[] {
    let next: TranscriptItem[] | null = null
    for (const { seq, at, event } of recorded) {
      const show = lines.get(event.type)
      if (!show) continue
      next ??= [...items]
      show(next, event as never, { key: `${seq}`, at })
    }
    return next ?? items
  }

  /** The event without the text that only a transcript shows. Folding it gives the same world; sending it costs a fraction. */
  function lean(recorded: Recorded): Recorded {
    const event = leans.get(recorded.event.type)?.(recorded.event as never) ?? recorded.event
    return event === recorded.event ? recorded : { ...recorded, event }
  }

  return {
    transcriptOf,
    foldTranscript,
    lean,
    /** The names of the lines that begin with this event. */
    linesBegunBy: (event: Event): readonly string[] => begins.get(event.type)?.(event as never) ?? [],
    /** The name of the line that this event completes, which may have begun on an earlier page. */
    lineCompletedBy: (event: Event): string | null => completes.get(event.type)?.(event as never) ?? null,
    /** What it says about the reply that is being written; null: nothing. */
    liveEndOf: (event: Event): LiveEnd | null => liveEnds.get(event.type)?.(event as never) ?? null,
  }
}

function totalsOf(concepts: readonly ConceptRecord[], types: readonly string[]): ReadonlyMap<string, readonly Total[]> {
  const all = concepts.flatMap(({ totals = [] }) => totals)
  return new Map(
    types.map((type) => [type, all.filter(({ on }) => on === "all" || (on as readonly string[]).includes(type))] as const),
  )
}
