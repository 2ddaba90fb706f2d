// Owns: turning an entry into a row and a row back into an event. Rows are trusted, not validated: the contract checked them before they were written, and
// the checksum tells whether a row is still what was written.
import { crc32 } from "node:zlib"
import type { AgentId, Event, Instant, Recorded, Seq } from "@kibitz/contract"
import type { NewEntry } from "@kibitz/ports"
import { damaged } from "./failure.ts"

/** In the column order of `events`: ready to be bound, and as `select *` returns it. */
export type EventRow = [
  seq: Seq,
  at: Instant,
  type: string,
  transcriptOf: AgentId | null,
  /** The previous entry of the same transcript; 0 for its first entry and for an entry that is in no transcript. */
  previous: Seq,
  bytes: number,
  checksum: number,
  payload: string,
]

export function toRow({ seq, at, event, transcriptOf }: NewEntry, previous: Seq): EventRow {
  const payload = JSON.stringify(event)
  const bytes = Buffer.byteLength(payload)
  const checksum = checksumOf(seq, at, event.type, transcriptOf, previous, bytes, payload)
  return [seq, at, event.type, transcriptOf, previous, bytes, checksum, payload]
}

export function toRecorded(file: string, row: EventRow): Recorded {
  const [seq, at, , , , , , payload] = row
  if (!isAsWritten(row)) throw damaged(file, `entry ${seq} is not what was written`)
  try {
    return { seq, at, event: JSON.parse(payload) as Event }
  } catch (cause) {
    throw damaged(file, `entry ${seq} cannot be read`, cause)
  }
}

/** A flipped bit can also turn a text into a blob, which reads like the same text. */
export function isAsWritten([seq, at, type, transcriptOf, previous, bytes, checksum, payload]: EventRow): boolean {
  const isText = typeof at === "string" && typeof type === "string" && typeof payload === "string"
  if (!isText || (transcriptOf !== null && typeof transcriptOf !== "string")) return false
  return checksumOf(seq, at, type, transcriptOf, previous, bytes, payload) === checksum
}

function checksumOf(
  seq: Seq,
  at: string,
  type: string,
  transcriptOf: string | null,
  previous: Seq,
  bytes: number,
  payload: string,
): number {
  return crc32(payload, crc32(`${seq} ${at} ${type} ${transcriptOf ?? ""} ${previous} ${bytes} `))
}

/** The layout of journals up to version 3. Its checksum covers neither the type nor the place in the transcript. */
export type EarlierRow = [
  seq: Seq,
  at: Instant,
  type: string,
  transcriptOf: AgentId | null,
  bytes: number,
  checksum: number,
  payload: string,
]

/** A damaged row stays damaged: its new checksum is wrong too. */
export function fromEarlier([seq, at, type, transcriptOf, bytes, checksum, payload]: EarlierRow, previous: Seq): EventRow {
  const holds = crc32(`${seq} ${at} ${transcriptOf} ${payload}`) === checksum
  const renewed = checksumOf(seq, at, type, transcriptOf, previous, bytes, payload)
  return [seq, at, type, transcriptOf, previous, bytes, holds ? renewed : (renewed ^ 1) >>> 0, payload]
}

/** For a text that is stored beside the events and can be rebuilt from them. */
export function snapshotChecksum(seq: Seq, shape: number, json: string): number {
  return crc32(`${seq} ${shape} null ${json}`)
}
