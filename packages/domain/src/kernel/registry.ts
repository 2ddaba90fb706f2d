// Owns: making one set of rules out of the modules of all concepts. Every command and every event has exactly one owner, found by its type
// in a table that is made once.
import type { Agent, AgentId, AuditBody, CallId, Command, Event, Instant, Recorded, Seq, World } from "@kibitz/contract"
import type { Concept, Rules } from "./concept.ts"
import { followUpsOf } from "./follow-ups.ts"
import type { HistoryMark, HistoryMessage } from "./history-message.ts"
import type { Look } from "./looks.ts"
import type { Lookup } from "./lookups.ts"
import type { NoticeCause } from "./notices.ts"
import { bug, type Decision, type Moment, momentOf, type Occasion } from "./outcome.ts"
import { declaredFor, owners } from "./owners.ts"
import { recordOf } from "./record.ts"

type PostureOf = (world: World, id: AgentId) => Agent["posture"] | null

export function worldOf(concepts: readonly Concept[], postureOf: PostureOf) {
  const record = recordOf(concepts)
  return { ...record, ...rulesOf(concepts, record.evolve), ...writtenBy(concepts, postureOf) }
}

/** How the world changes: what is decided, and what it needs to know before. */
function rulesOf(concepts: readonly Concept[], evolve: (world: World, recorded: Recorded) => World) {
  const commands = owners(concepts, ({ commands }) => commands)
  const lookups = owners(concepts, ({ lookups }) => lookups)
  const preparations = owners(concepts, ({ preparations }) => preparations)
  const calls = owners(concepts, ({ beginsCalls }) => beginsCalls)
  const looks = declaredFor(concepts, ({ looksAfter }) => looksAfter)
  const completing = concepts.flatMap(({ completes }) => completes ?? [])
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

  return {
    decide,
    /** What has to be looked up in the journal before this is decided. */
    lookupsOf: (command: Command, world: World, occasion: Occasion): readonly Lookup[] =>
      lookups.get(command.type)?.(command as never, world, occasion) ?? nothing,
    /** What has to be looked at on the machine before this is decided. */
    preparationsOf: (command: Command, world: World): readonly Look[] =>
      preparations.get(command.type)?.(command as never, world) ?? nothing,
    /** Which calls may begin after this event, if they are allowed. */
    callsBegunBy: (event: Event, world: World): readonly CallId[] => calls.get(event.type)?.(event as never, world) ?? nothing,
    /** What has to be looked at on the machine after this event. */
    looksAfter: (event: Event, world: World, before: World): readonly Look[] =>
      looks.get(event.type)?.flatMap((look) => look(event as never, world, before)) ?? nothing,
  }
}

/** What is written down of an event, what a model reads of it and what the user may hear of it. */
function writtenBy(concepts: readonly Concept[], postureOf: PostureOf) {
  const audits = owners(concepts, ({ audit }) => audit)
  const histories = owners(concepts, ({ history }) => history)
  const marks = owners(concepts, ({ historyMarks }) => historyMarks)
  const notices = owners(concepts, ({ notices }) => notices)

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

  return {
    auditOf,
    /** The messages one event adds; the caller strings them together and repairs the whole. */
    historyOf: (event: Event): readonly HistoryMessage[] => histories.get(event.type)?.(event as never) ?? [],
    /** What it means for a history besides; null: nothing. */
    historyMarkOf: (event: Event): HistoryMark | null => marks.get(event.type)?.(event as never) ?? null,
    /** What the user may be told of it outside of the app. */
    noticesOf: (event: Event, world: World, before: World | null): readonly NoticeCause[] =>
      notices.get(event.type)?.(event as never, world, before) ?? nothing,
  }
}

const nothing: readonly never[] = []
