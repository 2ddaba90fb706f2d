// Owns: what an audit entry is sealed with. Each mac covers the entry, the one before it and the event it is about, so that nobody
// without the key can change, leave out, swap or add one (T29).
import { createHmac, createSecretKey, hash } from "node:crypto"
import type { Seq } from "@kibitz/contract"

export type AuditRow = {
  readonly entry: number
  readonly seq: Seq
  readonly at: string
  readonly kind: string
  readonly agentId: string | null
  readonly callId: string | null
  /** What `digestOf` makes of the event. */
  readonly event: string
  /** JSON, sealed as it was written. Read back as bytes: text would hide a byte that is no longer UTF-8. */
  readonly body: string | Uint8Array
}
export type EventFields = readonly [seq: Seq, at: string, type: string, transcriptOf: string | null, payload: string | Uint8Array]

/** What the first entry follows on. */
export const beginning = "0".repeat(64)

export type AuditChain = {
  macOf(before: string, row: AuditRow): string
  headMacOf(count: number, last: string): string
}

export function auditChain(key: Uint8Array): AuditChain {
  // Two keys made of one: a mac of the one kind can never be passed off as the other.
  const derive = (use: string) => createSecretKey(createHmac("sha256", key).update(`kibitz audit ${use}`).digest())
  const entryKey = derive("entry")
  const headKey = derive("head")
  return {
    macOf(before, { entry, seq, at, kind, agentId, callId, event, body }) {
      // JSON has no line breaks of its own, so the first one ends the fields whatever they say.
      const fields = JSON.stringify([before, entry, seq, at, kind, agentId, callId, event])
      return createHmac("sha256", entryKey).update(`${fields}\n`).update(body).digest("hex")
    },
    headMacOf: (count, last) =>
      createHmac("sha256", headKey)
        .update(JSON.stringify([count, last]))
        .digest("hex"),
  }
}

export function digestOf([seq, at, type, transcriptOf, payload]: EventFields): string {
  const fields = `${JSON.stringify([seq, at, type, transcriptOf])}\n`
  return hash("sha256", typeof payload === "string" ? fields + payload : Buffer.concat([Buffer.from(fields), payload]))
}
