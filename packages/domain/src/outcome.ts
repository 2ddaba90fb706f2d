// Owns: the two ways a rule can end besides events: an expected "no", and a bug.
import type { Event, Rejection, RejectionKind } from "@kibitz/contract"

export type Decision = { readonly events: readonly Event[] } | { readonly rejection: Rejection }

/** Time and identity are given, so that deciding is a function of its arguments. */
export type Moment = { readonly at: import("@kibitz/contract").Instant; readonly id: (prefix: "msg" | "turn" | "call") => string }

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
