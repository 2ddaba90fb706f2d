// Owns: the audit log inside the journal's file: adding to it within the journal's own transaction, paging and checking it.
import { AuditBody, type AuditEntry, type AuditFilter, type AuditPage, type Event, type Seq } from "@kibitz/contract"
import { type AuditCheck, atOnce, StorageFailure } from "@kibitz/ports"
import type Database from "better-sqlite3"
import { and, asc, count, desc, eq, gt, gte, lt, type SQL, sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/better-sqlite3"
import type { AuditKey } from "../../system/src/audit-key.ts"
import { type AuditChain, type AuditRow, auditChain, beginning, digestOf } from "./audit-chain.ts"
import { type AuditHead, type CheckedRow, findProblem } from "./audit-verify.ts"
import { damaged } from "./failure.ts"
import type { StoredEntry } from "./rows.ts"
import { audit, auditHead, events } from "./schema.ts"

/** How many entries are read at a time. */
const BATCH = 500

export type AuditReader = {
  page(filter: AuditFilter, before: number | null, limit: number): AuditPage
  /** Never throws: what cannot be read is the problem it names. Pauses now and then; other work may be done in between. */
  verifying(): Generator<undefined, AuditCheck>
  /** Oldest first. `event` is the digest that the mac covers beside the rest. */
  all(): Iterable<AuditEntry & { readonly event: string }>
}
type SealedRow = AuditRow & { readonly mac: string }
/** What the log says about an entry, ready to be sealed. `body` is the whole of it as JSON. */
export type StoredAudit = Pick<AuditRow, "at" | "kind" | "agentId" | "callId"> & { readonly body: string }
/** An entry with what the log says about it. */
export type AuditedEntry = StoredEntry & { readonly audit?: StoredAudit }
export type AuditAddition = { readonly rows: readonly SealedRow[]; readonly head: AuditHead }
export type AuditLog = AuditReader & {
  /** What an append adds to the log, null when nothing. Throws StorageFailure when the log cannot be continued (AXS-4). */
  additionFor(entries: readonly AuditedEntry[]): AuditAddition | null
  /** Inside the transaction of the events. */
  write(addition: AuditAddition): void
  /** After that transaction. */
  written(addition: AuditAddition): void
  end(): Pick<AuditHead, "count" | "last">
}

/** The first head of a log, in the transaction that makes its tables. From then on a log without one has been tampered with. */
export function foundAuditLog(db: Database.Database, key: AuditKey): void {
  const head = headOf(auditChain(key.read() ?? key.make()), 0, beginning)
  drizzle(db)
    .insert(auditHead)
    .values({ id: 1, ...head })
    .run()
}

export function hasAuditLog(db: Database.Database): boolean {
  return db.prepare("select 1 from sqlite_schema where type = 'table' and name = 'audit_head'").get() !== undefined
}

export function auditReader(db: Database.Database, key: AuditKey): AuditReader {
  const orm = drizzle(db)
  const fields = { entry: audit.entry, mac: audit.mac, event: audit.event, body: audit.body }

  return {
    page(filter, before, limit) {
      const conditions: SQL[] = []
      if (filter.agentId !== undefined) conditions.push(eq(audit.agentId, filter.agentId))
      if (filter.callId !== undefined) conditions.push(eq(audit.callId, filter.callId))
      if (filter.kind !== undefined) conditions.push(eq(audit.kind, filter.kind))
      if (filter.since !== undefined) conditions.push(gte(audit.at, filter.since))
      if (before !== null) conditions.push(lt(audit.entry, before))
      const size = Math.max(1, Math.floor(limit))
      const found = orm
        .select(fields)
        .from(audit)
        .where(and(...conditions))
        .orderBy(desc(audit.entry))
        .limit(size + 1)
        .all()
      const entries = found.slice(0, size).map((row) => toEntry(db.name, row))
      return { entries, older: found.length > size ? (entries.at(-1)?.entry ?? null) : null }
    },

    *all() {
      for (let after = Number.MIN_SAFE_INTEGER; ; ) {
        const found = orm.select(fields).from(audit).where(gt(audit.entry, after)).orderBy(asc(audit.entry)).limit(BATCH).all()
        for (const row of found) yield { ...toEntry(db.name, row), event: row.event }
        const last = found.at(-1)
        if (last === undefined) return
        after = last.entry
      }
    },

    *verifying() {
      let entries = 0
      const counted = () => orm.select({ entries: count() }).from(audit).get()?.entries ?? 0
      try {
        entries = counted()
        const secret = key.read()
        if (secret === null) return { ok: false, entries, problem: lostKey(key) }
        const problem = (yield* findProblem(checkedRows(db), () => readHead(db), auditChain(secret))) || damagedIndex(db)
        return { ok: problem === "", entries: counted(), problem }
      } catch (cause) {
        return { ok: false, entries, problem: `it cannot be read: ${cause instanceof Error ? cause.message : String(cause)}` }
      }
    },
  }
}

export function auditLog(db: Database.Database, key: AuditKey): AuditLog {
  const orm = drizzle(db)
  const secret = key.read()
  const chain = secret === null ? null : auditChain(secret)
  let head = readHead(db)
  const obstacle = chain === null ? lostKey(key) : endProblem(db, head, chain)

  const bound = sql.placeholder
  const insert = db.prepare(
    orm
      .insert(audit)
      .values({
        entry: bound("entry"),
        seq: bound("seq"),
        at: bound("at"),
        kind: bound("kind"),
        agentId: bound("agentId"),
        callId: bound("callId"),
        event: bound("event"),
        body: bound("body"),
        mac: bound("mac"),
      })
      .toSQL().sql,
  )
  const moveHead = db.prepare("update audit_head set count = ?, last = ?, mac = ? where id = 1")

  const reader = auditReader(db, key)
  /** Named as exactly as a check of the whole log can; made once, because agents may go on asking. */
  let refusal: StorageFailure | null = null
  const cannotGoOn = () => (refusal ??= cannotContinue(db.name, atOnce(reader.verifying()).problem || obstacle))

  return {
    ...reader,

    additionFor(entries) {
      if (!entries.some((entry) => entry.audit !== undefined)) return null
      if (chain === null || head === null || obstacle !== "") throw cannotGoOn()
      const added: SealedRow[] = []
      let { count: entry, last } = head
      for (const { seq, at, name, transcriptOf, payload, audit } of entries) {
        if (audit === undefined) continue
        entry++
        const row = { ...audit, entry, seq, event: digestOf([seq, at, name, transcriptOf, payload]), mac: "" }
        last = row.mac = chain.macOf(last, row)
        added.push(row)
      }
      return { rows: added, head: headOf(chain, entry, last) }
    },

    write({ rows, head }) {
      for (const { entry, seq, at, kind, agentId, callId, event, body, mac } of rows) {
        insert.run(entry, seq, at, kind, agentId, callId, event, body, mac)
      }
      const { changes } = moveHead.run(head.count, head.last, head.mac)
      if (changes !== 1) throw cannotContinue(db.name, "the record of where the log ends is missing")
    },

    written(addition) {
      head = addition.head
    },

    end: () => head ?? { count: 0, last: beginning },
  }
}

export function toStoredAudit(body: AuditBody, seq: Seq, event: Event): StoredAudit {
  if (!isAbout(body, seq, event)) throw new Error(`the audit entry for event ${seq} tells of something else`)
  const { at, kind, agentId, callId } = body
  return { at, kind, agentId, callId, body: JSON.stringify(body) }
}

/** Checked when it is written: from then on the digest binds the two, so that neither can be made to say something else. */
function isAbout(body: AuditBody, seq: Seq, event: Event): boolean {
  if (body.seq !== seq) return false
  if (body.kind !== "decision" || !("verdict" in event)) return true
  const { capability, decision } = body.facts
  const done = event.type === "call.asked" ? "ask" : event.verdict.effect
  const same = (said: unknown, is: unknown) => said === undefined || said === is
  return body.callId === event.callId && same(capability, event.capability) && same(decision, done)
}

type AuditFields = { readonly entry: number; readonly mac: string; readonly event: string; readonly body: string }

function toEntry(file: string, { entry, mac, body }: AuditFields): AuditEntry {
  const known = AuditBody.safeParse(parsed(file, entry, body))
  if (known.success) return { ...known.data, entry, mac }
  const message = `Entry ${entry} of the audit log has a form that this version of Kibitz does not know. Update Kibitz to read it.`
  throw new StorageFailure("unknown-event", message, { cause: known.error })
}

function parsed(file: string, entry: number, body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw damaged(file, `audit entry ${entry} cannot be read`, cause)
  }
}

function headOf(chain: AuditChain, entries: number, last: string): AuditHead {
  return { count: entries, last, mac: chain.headMacOf(entries, last) }
}

function readHead(db: Database.Database): AuditHead | null {
  return drizzle(db).select().from(auditHead).get() ?? null
}

/** Whether the next entry has something to follow on. The rest of the chain is for `verify`, which takes longer. */
function endProblem(db: Database.Database, head: AuditHead | null, chain: AuditChain): string {
  if (head === null) return "the record of where the log ends is missing"
  const end = drizzle(db).select({ entry: audit.entry, mac: audit.mac }).from(audit).orderBy(desc(audit.entry)).limit(1).get()
  const follows = (end?.entry ?? 0) === head.count && (end?.mac ?? beginning) === head.last
  return follows && chain.headMacOf(head.count, head.last) === head.mac ? "" : "its end was changed, or its key is another one"
}

function* checkedRows(db: Database.Database): Iterable<CheckedRow> {
  const query = drizzle(db)
    .select({
      entry: audit.entry,
      seq: audit.seq,
      at: audit.at,
      kind: audit.kind,
      agentId: audit.agentId,
      callId: audit.callId,
      event: audit.event,
      body: sql<Uint8Array>`cast(${audit.body} as blob)`,
      mac: audit.mac,
      eventAt: events.at,
      eventType: events.type,
      transcriptOf: events.transcriptOf,
      payload: sql<Uint8Array>`cast(${events.payload} as blob)`,
    })
    .from(audit)
    .leftJoin(events, eq(events.seq, audit.seq))
    .where(gt(audit.entry, sql.placeholder("after")))
    .orderBy(asc(audit.entry))
    .limit(BATCH)
  type Row = [number, number, string, string, string | null, string | null, string, Uint8Array, string]
  type About = [string | null, string, string | null, Uint8Array]
  // Batch by batch: a statement that stays open would keep the journal from being written while the check pauses.
  const batch = db.prepare<[number, number], [...Row, ...About]>(query.toSQL().sql).raw()
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = batch.all(after, BATCH)
    for (const row of rows) {
      const [entry, seq, at, kind, agentId, callId, event, body, mac, eventAt, eventType, transcriptOf, payload] = row
      const about = eventAt === null ? null : ([seq, eventAt, eventType, transcriptOf, payload] as const)
      yield { entry, seq, at, kind, agentId, callId, event, body, mac, about }
      after = entry
    }
    if (rows.length === 0) return
  }
}

/** An entry that the index has lost would not be listed, although the chain holds. */
function damagedIndex(db: Database.Database): string {
  const found = db.prepare("pragma integrity_check(audit)").pluck().all() as string[]
  return found.length === 1 && found[0] === "ok" ? "" : `its index is damaged: ${found[0]}`
}

function lostKey({ file }: AuditKey): string {
  return `its key ${file} is missing. Put it back from a backup; a new one cannot prove what the old one has sealed`
}

function cannotContinue(file: string, obstacle: string): StorageFailure {
  const message = `Nothing was done, because it could not be put on record: the audit log in ${file} cannot be continued: ${obstacle}. Verify it (/doctor fix), then put a backup in its place or move the journal away to start with an empty one.`
  return new StorageFailure("corrupt", message)
}
