// Owns: finding the entries of a damaged journal wherever they lie in its file and its log, without its tables, indices or header (F14). An entry counts only when
// its checksum is right, so it does not matter how it was found. Does not own: whether the audit log holds (restore.ts).
import { crc32 } from "node:zlib"
import type { Seq } from "@kibitz/contract"
import type { AuditHead } from "./audit-verify.ts"
import { type Address, openRawPages } from "./raw-pages.ts"
import { type RawRow, type RawValue, rowsOn, valuesAt } from "./raw-rows.ts"
import { type EarlierRow, type EventRow, fromEarlier, isAsWritten } from "./rows.ts"

export type SealedRow = {
  readonly entry: number
  readonly seq: Seq
  readonly at: string
  readonly kind: string
  readonly agentId: string | null
  readonly callId: string | null
  readonly event: string
  readonly body: string
  readonly mac: string
}

export type Salvage = {
  /** The highest number of an entry that is whole, 0 when there is none. */
  readonly last: Seq
  /** Null when it is missing or not what was written. */
  event(seq: Seq): EventRow | null
  /** Everything that looks like that entry of the audit log. One of them is it, if it is there. */
  audit(entry: number): readonly SealedRow[]
  /** The next entry of the audit log, after this one, of which there is anything. */
  nextAudit(entry: number): number | null
  /** Everything that looks like the record of where the audit log ends. */
  readonly heads: readonly AuditHead[]
  close(): void
}

/** By the number of columns: `events` up to version 3 and since, `audit`, and the record of where it ends. */
const [EARLIER, EVENT, AUDIT, HEAD] = [7, 8, 9, 4]

export function salvage(file: string): Salvage {
  const pages = openRawPages(file)
  const events = new Map<Seq, Address>()
  const audit = new Map<number, Map<number, Address>>()
  const heads: AuditHead[] = []
  let last: Seq = 0
  const read = (address: Address) => valuesAt(address, pages)

  function take({ rowid, columns, address }: RawRow): void {
    if (columns === EVENT || columns === EARLIER) {
      // An event never changes: the first one that is whole will do.
      if (events.has(rowid) || asEvent(rowid, read(address)) === null) return
      events.set(rowid, address)
      last = Math.max(last, rowid)
    }
    if (columns === AUDIT) {
      const found = audit.get(rowid) ?? new Map<number, Address>()
      audit.set(rowid, found.set(crc32(JSON.stringify(read(address))), address))
    }
    if (columns === HEAD) heads.push(...asHead(read(address)))
  }

  for (const { address, page } of pages.all()) for (const row of rowsOn(page, address)) take(row)
  const entries = [...audit.keys()].sort((a, b) => a - b)
  return {
    last,
    event(seq) {
      const address = events.get(seq)
      return address === undefined ? null : asEvent(seq, read(address))
    },
    audit: (entry) => [...(audit.get(entry)?.values() ?? [])].flatMap((address) => asSealed(entry, read(address))),
    nextAudit: (entry) => entries.find((each) => each > entry) ?? null,
    heads,
    close: pages.close,
  }
}

/** The number is the row's own, and its column is empty. */
function asEvent(seq: Seq, [, ...values]: readonly RawValue[]): EventRow | null {
  if (typeof values.at(-1) !== "string") return null
  const row = [seq, ...values]
  const event = row.length === EARLIER ? fromEarlier(row as EarlierRow, 0) : (row as EventRow)
  return event.length === EVENT && isAsWritten(event) ? event : null
}

function asSealed(entry: number, [, seq, at, kind, agentId, callId, event, body, mac]: readonly RawValue[]): SealedRow[] {
  const row = { entry, seq, at, kind, agentId, callId, event, body, mac }
  const areTexts = [at, kind, event, body, mac].every((value) => typeof value === "string")
  const mayBeNone = [agentId, callId].every((value) => value === null || typeof value === "string")
  return areTexts && mayBeNone && typeof seq === "number" ? [row as SealedRow] : []
}

function asHead([, count, last, mac]: readonly RawValue[]): AuditHead[] {
  return typeof count === "number" && typeof last === "string" && typeof mac === "string" ? [{ count, last, mac }] : []
}
