// Owns: how an entry becomes a row and a row an event again. Rows are trusted, not validated: they were checked before they were
// written, and the checksum tells whether they are still what was written.
import { crc32 } from "node:zlib"
import type { AgentId, Event, Instant, Recorded, Seq } from "@kibitz/contract"
import type { NewEntry } from "@kibitz/ports"
import { damaged } from "./failure.ts"

/** In the column order of `events`, ready to be bound. */
export type InsertRow = [
  seq: Seq,
  at: Instant,
  type: string,
  transcriptOf: AgentId | null,
  bytes: number,
  checksum: number,
  payload: string,
]
export type EventRow = [seq: Seq, at: Instant, transcriptOf: AgentId | null, bytes: number, checksum: number, payload: string]

export function toRow({ seq, at, event, transcriptOf }: NewEntry): InsertRow {
  const payload = JSON.stringify(event)
  return [seq, at, event.type, transcriptOf, Buffer.byteLength(payload), checksumOf(seq, at, transcriptOf, payload), payload]
}

export function toRecorded(file: string, [seq, at, transcriptOf, , checksum, payload]: EventRow): Recorded {
  if (checksumOf(seq, at, transcriptOf, payload) !== checksum) throw damaged(file, `entry ${seq} is not what was written`)
  try {
    return { seq, at, event: JSON.parse(payload) as Event }
  } catch (cause) {
    throw damaged(file, `entry ${seq} cannot be read`, cause)
  }
}

export function checksumOf(seq: Seq, at: string, transcriptOf: string | null, text: string): number {
  return crc32(`${seq} ${at} ${transcriptOf} ${text}`)
}
