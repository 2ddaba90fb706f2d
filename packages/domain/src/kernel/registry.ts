// Owns: making one set of rules out of the modules of all concepts. Every command and every event has exactly one owner, found by its type
// in a table that is made once.
import type { Agent, AgentId, AuditBody, Command, Event, Instant, Recorded, Seq, World } from "@kibitz/contract"
import type { Change, Concept, Rules, Total } from "./concept.ts"
import { followUpsOf } from "./follow-ups.ts"
import type { HistoryMessage } from "./history-message.ts"
import type { Lookup } from "./lookups.ts"
import { bug, type Decision, type Moment, momentOf, type Occasion } from "./outcome.ts"
import type { Preparation } from "./preparations.ts"
import type { TranscriptItem } from "./transcript-item.ts"

type PostureOf = (world: World, id: AgentId) => Agent["posture"] | null

export function worldOf(concepts: readonly Concept[], postureOf: PostureOf) {
  return { ...rulesOf(concepts), ...readingsOf(concepts, postureOf) }
}

/** How the world changes: what is decided, what it needs to know before, and what an event does to it. */
function rulesOf(concepts: readonly Concept[]) {
  const commands = owners(concepts, ({ commands }) => commands)
  const folds = owners(concepts, ({ events }) => events)
  const lookups = owners(concepts, ({ lookups }) => lookups)
  const preparations = owners(concepts, ({ preparations }) => preparations)
  const completing = concepts.flatMap(({ completes }) => completes ?? [])
  const totals = totalsOf(concepts, [...folds.keys()])
  const rules: Rules = { decide: decideIn, evolve: (world, event, at) => evolve(world, { seq: world.seq + 1, at, event }) }
  const fold = (world: World, events: readonly Event[], { at }: Moment) =>
    events.reduce((before, event) => rules.evolve(before, event, at), world)
  const follow = followUpsOf(
    concepts.flatMap(({ followUps = [] }) => followUps),
    fold,
  )

  /** A decision, and what follows from it at once. */
  function decide(world: World, command: Command, occasion: Occasion): Decision {
    return decideIn(world, command, momentOf(occasion))
  }

  function decideIn(world: World, command: Command, moment: Moment): Decision {
    const rule = commands.get(command.type) ?? bug(`nobody decides ${command.type}`)
    const decided = rule(world, command as never, moment, rules)
    if ("rejection" in decided) return decided
    const events = follow(world, command, decided.events, moment)
    let whole = events
    for (const complete of completing) whole = complete(whole, moment)
    return { events: whole }
  }

  function evolve(world: World, { seq, at, event }: Recorded): World {
    const change: Change = (folds.get(event.type) ?? bug(`nobody folds ${event.type}`))(world, event as never, at)
    let after: World = { ...world, seq, ...change }
    for (const total of totals.get(event.type) ?? []) after = total.keep(world, after, event)
    return after
  }

  return {
    decide,
    evolve,
    /** What has to be looked up in the journal before this is decided. */
    lookupsOf: (command: Command, world: World, occasion: Occasion): readonly Lookup[] =>
      lookups.get(command.type)?.(command as never, world, occasion) ?? nothing,
    /** What has to be looked at on the machine before this is decided. */
    preparationsOf: (command: Command, world: World): readonly Preparation[] =>
      preparations.get(command.type)?.(command as never, world) ?? nothing,
    emptyWorld: Object.assign({ seq: 0 }, ...concepts.map(({ world = {} }) => world)) as World,
  }
}

/** What is shown and written down of an event. */
function readingsOf(concepts: readonly Concept[], postureOf: PostureOf) {
  const lines = owners(concepts, ({ transcript }) => transcript)
  const inTranscript = owners(concepts, ({ inTranscript }) => inTranscript)
  const histories = owners(concepts, ({ history }) => history)
  const audits = owners(concepts, ({ audit }) => audit)
  const leans = owners(concepts, ({ lean }) => lean)

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

  /**
   * `world` is the one after the event: its axes are those the event left behind; a transition names the one before in its facts.
   * `before` is the world the event came upon; left out, all settings count as changed.
   */
  function auditOf(event: Event, world: World, seq: Seq, at: Instant, before?: World): AuditBody | null {
    const told = audits.get(event.type)?.(event as never, world, before)
    if (!told) return null
    const { kind, agentId = null, callId = null, rule, because, facts } = told
    return { seq, at, kind, agentId, callId, posture: agentId && postureOf(world, agentId), rule, because, facts }
  }

  /** The event without the text that only a transcript shows. Folding it gives the same world; sending it costs a fraction. */
  function lean(recorded: Recorded): Recorded {
    const event = leans.get(recorded.event.type)?.(recorded.event as never) ?? recorded.event
    return event === recorded.event ? recorded : { ...recorded, event }
  }

  return {
    transcriptOf,
    foldTranscript,
    auditOf,
    lean,
    /** The messages one event adds; the caller strings them together and repairs the whole. */
    historyOf: (event: Event): readonly HistoryMessage[] => histories.get(event.type)?.(event as never) ?? [],
  }
}

const nothing: readonly never[] = []

/** Fails where two concepts declare the same: it would depend on their order which of them is asked. */
function owners<Declared extends object>(
  concepts: readonly Concept[],
  pick: (concept: Concept) => Declared | undefined,
): ReadonlyMap<string, NonNullable<Declared[keyof Declared]>> {
  const found = new Map<string, NonNullable<Declared[keyof Declared]>>()
  const owner = new Map<string, string>()
  for (const concept of concepts) {
    for (const [type, rule] of Object.entries(pick(concept) ?? {})) {
      const other = owner.get(type)
      if (other !== undefined) bug(`${type} belongs to ${other} and to ${concept.name}`)
      owner.set(type, concept.name)
      found.set(type, rule as NonNullable<Declared[keyof Declared]>)
    }
  }
  return found
}

function totalsOf(concepts: readonly Concept[], types: readonly string[]): ReadonlyMap<string, readonly Total[]> {
  const all = concepts.flatMap(({ totals = [] }) => totals)
  return new Map(
    types.map((type) => [type, all.filter(({ on }) => on === "all" || (on as readonly string[]).includes(type))] as const),
  )
}
