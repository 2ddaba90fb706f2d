// Owns: the shape of what a concept says in the audit log, and how much of an input is repeated there.
import type { AgentId, AuditKind, CallId, Json, JsonObject } from "@kibitz/contract"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

export type Told = {
  readonly kind: AuditKind
  readonly agentId?: AgentId
  readonly callId?: CallId
  readonly rule: string
  readonly because: string
  readonly facts: JsonObject
}

const LONGEST_INPUT = 4_000

/** The journal has the whole input; nobody reads a log that repeats a file of two megabytes. */
export function bounded(input: Json): Json {
  const text = JSON.stringify(input)
  if (text.length <= LONGEST_INPUT) return input
  return { sha256: sha256Of(text.toWellFormed()), length: text.length }
}

export function sha256Of(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
