// Owns: what an audit entry is sealed with. Each mac covers the entry, the one before it and the event it is about, so that nobody
// without the key can change, leave out, swap or add one (T29).
import { createHmac, hash } from "node:crypto"
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
  const derive = (use: string) => sealWith(createHmac("sha256", key).update(`kibitz audit ${use}`).digest())
  const sealEntry = derive("entry")
  const sealHead = derive("head")
  return {
    macOf(before, { entry, seq, at, kind, agentId, callId, event, body }) {
      // JSON has no line breaks of its own, so the first one ends the fields whatever they say.
      const fields = `${JSON.stringify([before, entry, seq, at, kind, agentId, callId, event])}\n`
      return typeof body === "string" ? sealEntry(fields + body) : sealEntry(fields, body)
    },
    headMacOf: (count, last) => sealHead(JSON.stringify([count, last])),
  }
}

const BLOCK = 64
const DIGEST = 32

/** HMAC-SHA-256 (RFC 2104) out of two plain hashes: setting up an Hmac object takes several times as long as hashing an entry. */
export function sealWith(key: Uint8Array): (text: string, rest?: Uint8Array) => string {
  if (key.length > BLOCK) throw new Error("a key longer than a block would have to be hashed first")
  const padded = (pad: number, length: number) => {
    const bytes = Buffer.alloc(length, pad)
    for (const [at, byte] of key.entries()) bytes[at] = byte ^ pad
    return bytes
  }
  // The message, and after it the hash of it, are written behind the padded keys: nothing is copied twice.
  let inner = padded(0x36, BLOCK + 4_096)
  const outer = padded(0x5c, BLOCK + DIGEST)
  return (text, rest) => {
    const most = BLOCK + text.length * 3 + (rest?.length ?? 0)
    if (most > inner.length) inner = Buffer.concat([inner.subarray(0, BLOCK)], most * 2)
    let end = BLOCK + inner.write(text, BLOCK)
    if (rest) {
      inner.set(rest, end)
      end += rest.length
    }
    outer.write(hash("sha256", inner.subarray(0, end)), BLOCK, "hex")
    return hash("sha256", outer)
  }
}

export function digestOf([seq, at, type, transcriptOf, payload]: EventFields): string {
  const fields = `${JSON.stringify([seq, at, type, transcriptOf])}\n`
  return hash("sha256", typeof payload === "string" ? fields + payload : Buffer.concat([Buffer.from(fields), payload]))
}
