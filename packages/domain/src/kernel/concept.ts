// Owns: what a concept declares about itself. A concept is a folder here and one in contract; its module is the one thing that the rest of
// the domain registers. Whatever happens because of an event or a command is declared by the concept it belongs to (ADR 20).
import type { CallId, Command, CommandOf, Event, EventOf, Instant, World } from "@kibitz/contract"
import type { Told } from "./audit-line.ts"
import type { FollowUp } from "./follow-ups.ts"
import type { HistoryMark, HistoryMessage } from "./history-message.ts"
import type { LiveEnd } from "./live-end.ts"
import type { Look } from "./looks.ts"
import type { Lookup } from "./lookups.ts"
import type { NoticeCause } from "./notices.ts"
import type { Decision, Moment, Occasion } from "./outcome.ts"
import type { LineAt, TranscriptItem } from "./transcript-item.ts"

/** The rules of all concepts together, for a rule that runs other commands. */
export type Rules = {
  readonly decide: (world: World, command: Command, moment: Moment) => Decision
  readonly evolve: (world: World, event: Event, at: Instant) => World
}

/** What this event changes in the world; everything else stays the same. */
export type Change = Partial<World>

type AgentEvent = Extract<Event, { readonly agentId: unknown }>

/** A sum that is kept up to date: looked at after each of these events has been folded. */
export type Total = {
  readonly on: readonly Event["type"][] | "all"
  keep(before: World, after: World, event: Event): World
}

/** What is kept of a concept's events and what is shown of them: all of a concept that a screen needs, which decides nothing. */
export type ConceptRecord = {
  readonly name: string
  /** Its slice of the world, as it is before anything has happened. */
  readonly world?: Change
  readonly events?: { readonly [T in Event["type"]]?: (world: World, event: EventOf<T>, at: Instant) => Change }
  readonly totals?: readonly Total[]
  /** The lines of a conversation: added to or changed in `items`, which is the caller's own copy. An event listed here is in the transcript. */
  readonly transcript?: {
    readonly [T in AgentEvent["type"]]?: (items: TranscriptItem[], event: EventOf<T>, line: LineAt) => void
  }
  /** Which of these events are in the transcript; left out: all of them. */
  readonly inTranscript?: { readonly [T in AgentEvent["type"]]?: (event: EventOf<T>) => boolean }
  /** The lines that an event begins and the line it completes, by a name that both know. A page that has only the end needs the page before. */
  readonly beginsLines?: { readonly [T in AgentEvent["type"]]?: (event: EventOf<T>) => readonly string[] }
  readonly completesLine?: { readonly [T in AgentEvent["type"]]?: (event: EventOf<T>) => string }
  /** What it says about the reply that is being written. */
  readonly endsLive?: { readonly [T in AgentEvent["type"]]?: (event: EventOf<T>) => LiveEnd }
  /** The event without the long text that only a transcript shows. Folding it gives the same world. */
  readonly lean?: { readonly [T in Event["type"]]?: (event: EventOf<T>) => EventOf<T> }
}

/** Its record, and the rules that write it. */
export type Concept = ConceptRecord & {
  readonly commands?: {
    readonly [T in Command["type"]]?: (world: World, command: CommandOf<T>, moment: Moment, rules: Rules) => Decision
  }
  /** What must happen after which events. */
  readonly followUps?: readonly FollowUp[]
  /** Adds to the events of every decision what only the way it was asked for can tell. */
  readonly completes?: (events: readonly Event[], moment: Moment) => readonly Event[]
  /** What of the journal a command has to know before it is decided. */
  readonly lookups?: {
    readonly [T in Command["type"]]?: (command: CommandOf<T>, world: World, occasion: Occasion) => readonly Lookup[]
  }
  /** What has to be looked at on the machine before a command is decided. */
  readonly preparations?: { readonly [T in Command["type"]]?: (command: CommandOf<T>, world: World) => readonly Look[] }
  /** What has to be looked at on the machine after an event. `world` is the one after its batch, `before` the one before. */
  readonly looksAfter?: { readonly [T in Event["type"]]?: (event: EventOf<T>, world: World, before: World) => readonly Look[] }
  /** The calls that may begin after it, of those that are allowed. `world` is the one after its batch. */
  readonly beginsCalls?: { readonly [T in AgentEvent["type"]]?: (event: EventOf<T>, world: World) => readonly CallId[] }
  /** What a model reads of it in its history. */
  readonly history?: { readonly [T in AgentEvent["type"]]?: (event: EventOf<T>) => readonly HistoryMessage[] }
  /** What it means for that history besides. */
  readonly historyMarks?: { readonly [T in AgentEvent["type"]]?: (event: EventOf<T>) => HistoryMark }
  /** What the user may be told of outside of the app. `world` is the one after its batch, `before` the one before; null at the first. */
  readonly notices?: {
    readonly [T in Event["type"]]?: (event: EventOf<T>, world: World, before: World | null) => readonly NoticeCause[]
  }
  /** What the audit log says about it; null: nothing. `world` is the one after the event, `before` the one it came upon. */
  readonly audit?: { readonly [T in Event["type"]]?: (event: EventOf<T>, world: World, before: World | undefined) => Told | null }
}

/** Keeps the keys of what is declared, so that a command or an event without an owner is a compile error where the concepts are listed. */
export function defineConcept<const Declared extends Concept>(declared: Declared): Declared {
  return declared
}

/** The same for the part of a concept that a screen needs. */
export function defineRecord<const Declared extends ConceptRecord>(declared: Declared): Declared {
  return declared
}
