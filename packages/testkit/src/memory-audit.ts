// The audit log of the journal that forgets: the same promises and the same words as on disk, over an array. `tamper` is the attacker.
import { createHmac } from "node:crypto"
import { AuditBody, type AuditEntry, type AuditFilter, type AuditPage, type Event, type Seq } from "@kibitz/contract"
import { type AuditCheck, type NewEntry, StorageFailure } from "@kibitz/ports"

/** What somebody with the file but without the key may try. */
export type Tampering =
  | { readonly type: "change"; readonly entry: number; readonly byte: number }
  | { readonly type: "delete"; readonly entry: number }
  /** Everything but their numbers changes places. */
  | { readonly type: "swap"; readonly one: number; readonly other: number }
  | { readonly type: "cut"; readonly entries: number }
  | { readonly type: "change-event"; readonly seq: Seq }
  | { readonly type: "delete-event"; readonly seq: Seq }
  | { readonly type: "change-head" }
  | { readonly type: "key"; readonly key: "another" | "lost" }

type Row = { entry: number; seq: Seq; at: string; event: string; body: string; mac: string }
type Head = { count: number; last: string; mac: string }
export type MemoryAudit = { rows: Row[]; head: Head; key: string | null }

const keep = (key: string, ...parts: readonly (string | number)[]) =>
  createHmac("sha256", key).update(JSON.stringify(parts)).digest("hex")
const macOf = (key: string, before: string, row: Omit<Row, "mac">) =>
  keep(key, before, row.entry, row.seq, row.at, row.event, row.body)
const sealed = (key: string, count: number, last: string): Head => ({ count, last, mac: keep(key, "head", count, last) })

export function newMemoryAudit(): MemoryAudit {
  return { rows: [], head: sealed("the key", 0, ""), key: "the key" }
}

/** What an append adds, not yet added. */
export function auditAddition({ rows, head, key }: MemoryAudit, entries: readonly NewEntry[]): { rows: Row[]; head: Head } {
  const added: Row[] = []
  if (!entries.some((entry) => entry.audit !== undefined)) return { rows: added, head }
  const unbroken = key !== null && rows.length === head.count && sealed(key, head.count, head.last).mac === head.mac
  if (!unbroken) throw new StorageFailure("corrupt", "Nothing was done, because it could not be put on record.")
  let { count, last } = head
  for (const { seq, event, audit } of entries) {
    if (audit === undefined) continue
    if (!isAbout(audit, seq, event)) throw new Error(`the audit entry for event ${seq} tells of something else`)
    const row = { entry: ++count, seq, at: audit.at, event: JSON.stringify(event), body: JSON.stringify(audit) }
    last = macOf(key, last, row)
    added.push({ ...row, mac: last })
  }
  return { rows: added, head: sealed(key, count, last) }
}

function isAbout(body: AuditBody, seq: Seq, event: Event): boolean {
  if (body.seq !== seq) return false
  if (body.kind !== "decision" || !("verdict" in event)) return true
  const { capability = event.capability, decision } = body.facts
  const done = event.type === "call.asked" ? "ask" : event.verdict.effect
  return body.callId === event.callId && capability === event.capability && (decision ?? done) === done
}

export function auditPage({ rows }: MemoryAudit, filter: AuditFilter, before: number | null, limit: number): AuditPage {
  const found = rows
    .map((row): AuditEntry => ({ ...AuditBody.parse(JSON.parse(row.body)), entry: row.entry, mac: row.mac }))
    .filter((each) => before === null || each.entry < before)
    .filter((each) => filter.agentId === undefined || each.agentId === filter.agentId)
    .filter((each) => filter.callId === undefined || each.callId === filter.callId)
    .filter((each) => filter.kind === undefined || each.kind === filter.kind)
    .filter((each) => filter.since === undefined || each.at >= filter.since)
    .reverse()
  const size = Math.max(1, limit)
  const entries = found.slice(0, size)
  return { entries, older: found.length > size ? (entries.at(-1)?.entry ?? null) : null }
}

/** `payloadOf`: what the journal has now. */
export function verifyMemoryAudit(audit: MemoryAudit, payloadOf: (seq: Seq) => string | undefined): AuditCheck {
  const problem = audit.key === null ? "its key is missing" : problemOf(audit, audit.key, payloadOf)
  return { ok: problem === "", entries: audit.rows.length, problem }
}

function problemOf({ rows, head }: MemoryAudit, key: string, payloadOf: (seq: Seq) => string | undefined): string {
  const headHolds = sealed(key, head.count, head.last).mac === head.mac
  let last = ""
  for (const [index, row] of rows.entries()) {
    if (row.entry !== index + 1) return `entry ${index + 1} is missing`
    if (macOf(key, last, row) !== row.mac) {
      return index === 0 && !headHolds ? "the key is another one" : `entry ${row.entry} of ${row.at}: its content was changed`
    }
    const payload = payloadOf(row.seq)
    if (payload === undefined) return `entry ${row.entry}: event ${row.seq} of the journal, which it is about, is missing`
    if (payload !== row.event) return `entry ${row.entry}: event ${row.seq} of the journal, which it is about, was changed`
    last = row.mac
  }
  if (!headHolds) return rows.length === 0 ? "the key is another one" : "the record of where the log ends was changed"
  const lost = head.count - rows.length
  return lost === 0 ? "" : `${lost === 1 ? "the last entry was" : `the last ${lost} entries were`} cut off`
}

export function tamperWith(audit: MemoryAudit, journal: { seq: Seq; payload: string }[], how: Tampering): void {
  const rowOf = (entry: number) => audit.rows[entry - 1] as Row
  switch (how.type) {
    case "change": {
      const row = rowOf(how.entry)
      const place = how.byte % row.body.length
      row.body = `${row.body.slice(0, place)}${row.body[place] === "x" ? "y" : "x"}${row.body.slice(place + 1)}`
      return
    }
    case "delete":
      audit.rows.splice(how.entry - 1, 1)
      return
    case "swap": {
      const [one, other] = [rowOf(how.one), rowOf(how.other)]
      audit.rows[how.one - 1] = { ...other, entry: one.entry }
      audit.rows[how.other - 1] = { ...one, entry: other.entry }
      return
    }
    case "cut":
      audit.rows.splice(audit.rows.length - how.entries)
      return
    case "change-event":
      for (const row of journal) if (row.seq === how.seq) row.payload = row.payload.replace(/"type"/, ' "type"')
      return
    case "delete-event":
      journal.splice(how.seq - 1, 1)
      return
    case "change-head":
      audit.head = { ...audit.head, count: audit.head.count + 1 }
      return
    case "key":
      audit.key = how.key === "lost" ? null : "another key"
  }
}
