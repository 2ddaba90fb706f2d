// Owns: the rows on a page of a table, read without SQLite (https://www.sqlite.org/fileformat2.html). Makes no promise that a row is what was written: whoever
// reads it has a checksum or a seal to tell.
import { type Address, PAGE_BYTES, type RawPages } from "./raw-pages.ts"

export type RawValue = string | number | Buffer | null
/** `columns`: by how many a row is told from those of other tables. */
export type RawRow = { readonly rowid: number; readonly columns: number; readonly address: Address }

const TABLE_LEAF = 13
const PAGE_HEADER = 8

/** Every row that the page lists. None for a page that is no leaf of a table; the first page, which begins with the header of the file, is never one of ours. */
export function* rowsOn(page: Buffer, address: Address): Iterable<RawRow> {
  if (page[0] !== TABLE_LEAF) return
  const cells = page.readUInt16BE(3)
  for (let cell = 0; cell < cells && PAGE_HEADER + 2 * cell + 2 <= PAGE_BYTES; cell++) {
    const start = page.readUInt16BE(PAGE_HEADER + 2 * cell)
    const head = headAt(page, start)
    if (head) yield { rowid: head.rowid, columns: typesIn(page.subarray(head.start)).length, address: address + start }
  }
}

/** Fewer than the row has columns when it cannot be read. */
export function valuesAt(address: Address, pages: RawPages): readonly RawValue[] {
  const { page, start } = pages.at(address)
  const head = headAt(page, start)
  return head ? valuesOf(payloadAt(page, head.start, head.size, pages)) : []
}

function headAt(page: Buffer, at: number): { readonly size: number; readonly rowid: number; readonly start: number } | null {
  const size = varint(page, at)
  const rowid = size && varint(page, size.end)
  return size && rowid && { size: size.value, rowid: rowid.value, start: rowid.end }
}

const LARGEST_LOCAL = PAGE_BYTES - 35
const SMALLEST_LOCAL = Math.floor(((PAGE_BYTES - 12) * 32) / 255) - 23
const OVERFLOW = PAGE_BYTES - 4

/** What does not fit on the page continues on others, each of which names the next. Shorter than `size` when the chain breaks. */
function payloadAt(page: Buffer, start: number, size: number, pages: RawPages): Buffer {
  if (size <= LARGEST_LOCAL) return page.subarray(start, start + size)
  const wanted = SMALLEST_LOCAL + ((size - SMALLEST_LOCAL) % OVERFLOW)
  const local = wanted <= LARGEST_LOCAL ? wanted : SMALLEST_LOCAL
  const parts = [page.subarray(start, start + local)]
  let left = size - local
  let next = start + local + 4 <= PAGE_BYTES ? page.readUInt32BE(start + local) : 0
  while (left > 0) {
    const more = next === 0 ? null : pages.newest(next)
    if (more === null) break
    parts.push(more.subarray(4, 4 + Math.min(left, OVERFLOW)))
    left -= OVERFLOW
    next = more.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

function valuesOf(record: Buffer): readonly RawValue[] {
  let at = varint(record, 0)?.value ?? 0
  return typesIn(record).map((type) => {
    const length = lengthOf(type)
    at += length
    return decoded(type, record.subarray(at - length, at), length)
  })
}

/** What a record begins with: the length of that beginning, then the type of each value. */
function typesIn(record: Buffer): readonly number[] {
  const header = varint(record, 0)
  const types: number[] = []
  for (let at = header?.end ?? 0; header && at < header.value; ) {
    const type = varint(record, at)
    if (!type) return []
    types.push(type.value)
    at = type.end
  }
  return types
}

const NUMBER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0]

function lengthOf(type: number): number {
  return type < 12 ? (NUMBER_BYTES[type] as number) : (type - (type % 2 === 0 ? 12 : 13)) / 2
}

function decoded(type: number, bytes: Buffer, length: number): RawValue {
  if (bytes.length < length || type === 0) return null
  if (type >= 12) return type % 2 === 0 ? bytes : bytes.toString("utf8")
  if (type === 8 || type === 9) return type - 8
  if (type === 7) return bytes.readDoubleBE(0)
  if (type === 6) return Number(bytes.readBigInt64BE(0))
  return length === 0 ? null : bytes.readIntBE(0, length)
}

/** Null when the page ends before it does. */
function varint(bytes: Buffer, start: number): { readonly value: number; readonly end: number } | null {
  let value = 0
  for (let at = start; at < start + 9; at++) {
    const byte = bytes[at]
    if (byte === undefined) return null
    if (at === start + 8) return { value: value * 256 + byte, end: at + 1 }
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, end: at + 1 }
  }
  return null
}
