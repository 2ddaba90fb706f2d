// Owns: turning an entry into a row and a row back into an event. The checksum tells whether a row is still what was written; the contract's decoder, whether
// this version of Kibitz knows it.
import { crc32 } from "node:zlib"
import {
  type AgentId,
  type EventDecoder,
  type Instant,
  MalformedEvent,
  type Recorded,
  type Seq,
  UnknownEvent,
} from "@kibitz/contract"
import { StorageFailure } from "@kibitz/ports"
import { damaged } from "./failure.ts"

/** In the column order of `events`: ready to be bound, and as `select *` returns it. */
export type EventRow = [
  seq: Seq,
  at: Instant,
  /** The type, with the version where that is not 1. The column is called `type`. */
  name: string,
  transcriptOf: AgentId | null,
  /** The previous entry of the same transcript; 0 for its first entry and for an entry that is in no transcript. */
  previous: Seq,
  bytes: number,
  checksum: number,
  payload: string,
]

/** An entry as it is stored, whichever version of Kibitz has made it. */
export type StoredEntry = {
  readonly seq: Seq
  readonly at: Instant
  readonly name: string
  readonly transcriptOf: AgentId | null
  readonly payload: string
}

export function toRow({ seq, at, name, transcriptOf, payload }: StoredEntry, previous: Seq): EventRow {
  const bytes = Buffer.byteLength(payload)
  const checksum = checksumOf(seq, at, name, transcriptOf, previous, bytes, payload)
  return [seq, at, name, transcriptOf, previous, bytes, checksum, payload]
}

export function toRecorded(file: string, row: EventRow, decoder: EventDecoder): Recorded {
  const [seq, at, name, , , , , payload] = row
  refuseDamaged(file, row)
  try {
    return { seq, at, event: decoder.decode(seq, name, payload) }
  } catch (cause) {
    throw asUnreadable(file, cause)
  }
}

/** What the decoder refused, as a failure of the journal. */
export function asUnreadable(file: string, cause: unknown): unknown {
  if (cause instanceof UnknownEvent) return new StorageFailure("unknown-event", cause.message, { cause })
  return cause instanceof MalformedEvent ? damaged(file, cause.message, cause) : cause
}

export function refuseDamaged(file: string, row: EventRow): void {
  if (!isAsWritten(row)) throw damaged(file, `entry ${row[0]} is not what was written`)
}

/** A flipped bit can also turn a text into a blob, which reads like the same text, or a number into one that is no whole number. */
export function isAsWritten([seq, at, name, transcriptOf, previous, bytes, checksum, payload]: EventRow): boolean {
  const areTexts = typeof at === "string" && typeof name === "string" && typeof payload === "string"
  if (!areTexts || (transcriptOf !== null && typeof transcriptOf !== "string")) return false
  if (!isCount(seq) || !isCount(previous) || !isCount(bytes)) return false
  return checksumOf(seq, at, name, transcriptOf, previous, bytes, payload) === checksum
}

function isCount(value: number): boolean {
  return value >>> 0 === value
}

/** CRC-32 of the payload, begun with the other columns. They are mixed in plain arithmetic: as one text with the payload they would have to be copied with it. */
function checksumOf(
  seq: Seq,
  at: string,
  name: string,
  transcriptOf: string | null,
  previous: Seq,
  bytes: number,
  payload: string,
): number {
  let head = mix(printOf(at), seq)
  head = mix(head, previous)
  head = mix(head, bytes)
  head = mix(head, printOf(name))
  head = mix(head, transcriptOf === null ? 0 : printOf(transcriptOf))
  return crc32(payload, head >>> 0)
}

/** Another result for every other `value`, and for every other `before`. */
function mix(before: number, value: number): number {
  const mixed = Math.imul(before ^ value, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

/** FNV-1a. */
function printOf(text: string): number {
  let print = 0x811c9dc5
  for (let at = 0; at < text.length; at++) print = Math.imul(print ^ text.charCodeAt(at), 0x01000193)
  return print
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

/** A damaged row stays damaged: no checksum is negative. */
export function fromEarlier([seq, at, type, transcriptOf, bytes, checksum, payload]: EarlierRow, previous: Seq): EventRow {
  const areTexts = typeof at === "string" && typeof type === "string" && typeof payload === "string"
  const holds = areTexts && crc32(`${seq} ${at} ${transcriptOf} ${payload}`) === checksum
  const renewed = holds ? checksumOf(seq, at, type, transcriptOf, previous, bytes, payload) : -1
  return [seq, at, type, transcriptOf, previous, bytes, renewed, payload]
}

/** For a text that is stored beside the events and can be rebuilt from them. */
export function snapshotChecksum(seq: Seq, shape: number, json: string): number {
  return crc32(`${seq} ${shape} null ${json}`)
}
