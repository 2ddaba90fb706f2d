// Owns: the two ways a rule can end besides events: an expected "no", and a bug.
import type { AnsweredCard, ConnectionId, Event, Instant, Rejection, RejectionKind, Surface } from "@kibitz/contract"
import type { LookedUp } from "./lookups.ts"

export type Decision = { readonly events: readonly Event[] } | { readonly rejection: Rejection }

/** Who asks, and over which surface. app: a reactor, or Kibitz itself. */
export type Origin = {
  readonly actor: "user" | "app"
  readonly surface: Surface | null
  /** The client it came from; a pane is one of a client. */
  readonly connection?: ConnectionId | null
  /** The card it was pressed on. */
  readonly card?: AnsweredCard | undefined
}

export const fromApp: Origin = { actor: "app", surface: null, connection: null }

/** Everything besides the world that a decision depends on. The same occasion gives the same decision, however often it is asked for. */
export type Occasion = {
  readonly at: Instant
  /** The nth id that this decision makes. */
  readonly id: (prefix: IdPrefix, nth: number) => string
  readonly origin: Origin
  /** The user's time zone, for "tomorrow morning"; left out = UTC. */
  readonly zone?: string | undefined
  /** When this run of Kibitz began; left out where nothing runs. */
  readonly sessionSince?: Instant | undefined
  /** What the journal knows about what the command's concept wanted to look up. */
  readonly lookedUp?: readonly LookedUp[] | undefined
  /** What the command's concept wanted to have looked at on the machine is in the world. */
  readonly isPrepared?: true | undefined
}

export type IdPrefix = "msg" | "turn" | "call" | "agent" | "item" | "grant"

/** The occasion as rules see it: each id is another one. */
export type Moment = Omit<Occasion, "id"> & { readonly id: (prefix: IdPrefix) => string }

/** Written out: copying an object of unknown shape would cost more than many a rule. */
export function momentOf(occasion: Occasion): Moment {
  const { at, id, origin, zone, sessionSince, lookedUp, isPrepared } = occasion
  let made = 0
  return { at, id: (prefix) => id(prefix, made++), origin, zone, sessionSince, lookedUp, isPrepared }
}

export function accept(...events: readonly Event[]): Decision {
  return { events }
}

export function reject(kind: RejectionKind, message: string): Decision {
  return { rejection: { kind, message } }
}

export function bug(what: string): never {
  throw new Error(`bug: ${what}`)
}

export function unreachable(value: never): never {
  return bug(`a case was forgotten: ${JSON.stringify(value)}`)
}
