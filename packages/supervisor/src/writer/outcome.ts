// Owns: what somebody who sent a command is told.
import type { Rejection, Seq } from "@kibitz/contract"

export type Outcome = { readonly seq: Seq } | { readonly rejection: Rejection }

export function no(kind: Rejection["kind"], message: string): Outcome {
  return { rejection: { kind, message } }
}
