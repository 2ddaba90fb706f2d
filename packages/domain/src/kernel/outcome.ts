// Owns: the two ways a rule can end besides events: an expected "no", and a bug.
import type {
  AgentId,
  AnsweredCard,
  ConnectionId,
  CostReport,
  Event,
  Instant,
  MessageId,
  Rejection,
  RejectionKind,
  Surface,
} from "@kibitz/contract"

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

/** Time, identity and origin are given, so that deciding is a function of its arguments. */
export type Moment = {
  readonly at: Instant
  readonly id: (prefix: "msg" | "turn" | "call" | "agent" | "item" | "grant") => string
  readonly origin: Origin
  /** Absolute path of the project folder, where it is known: an absolute path inside it is not one outside. */
  readonly workspace?: string | undefined
  /** The user's time zone, for "tomorrow morning"; left out = UTC. */
  readonly zone?: string | undefined
  /** What only the journal knows, because the world does not hold it; left out where there is no journal. */
  readonly ledger?: Ledger | undefined
}

export type Ledger = {
  /** When this run of Kibitz began. */
  readonly sessionSince: Instant
  readonly spentSince: (since: Instant) => CostReport
  /** Whether this agent was ever sent a message with this id, also one that was withdrawn. */
  readonly hasMessage: (agentId: AgentId, messageId: MessageId) => boolean
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
