// Owns: restoring a damaged journal (F14): the best backup, and after it every entry of the damaged one that is still what was written, in order and without a
// gap. Entries stay as they were stored, whether or not this version of Kibitz knows them. The new journal is made beside the damaged one, which only gets another
// name, and never before the user has said yes.
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import type { Instant, Seq } from "@kibitz/contract"
import { atOnce, type Journal, StorageFailure, type StorageFailureKind } from "@kibitz/ports"
import type Database from "better-sqlite3"
import type { AuditKey } from "../../system/src/audit-key.ts"
import { type AuditChain, auditChain, digestOf } from "./audit-chain.ts"
import type { AuditedEntry } from "./audit-log.ts"
import { copyBoth } from "./copy.ts"
import { asStorageFailure } from "./failure.ts"
import { type StoredJournal, sqliteJournal, storedJournal } from "./journal.ts"
import { markOf, readMark } from "./mark.ts"
import { keyOf, type OpenOptions, openDatabase } from "./open.ts"
import { discard, newFolder } from "./private-folder.ts"
import { type Salvage, type SealedRow, salvage } from "./salvage.ts"
import { syncFolderOf } from "./sync-folder.ts"

export type Restoration = {
  readonly entries: number
  /** How many there were, as far as anything tells; null: nothing does. */
  readonly of: number | null
  /** When the last one that is there again was written. */
  readonly until: Instant
  /** The backup it begins with, by name; null: none was of use. */
  readonly backup: string | null
  /** The name under which the damaged journal stays. */
  readonly keptAs: string
  /** Puts it in the damaged one's place. */
  commit(): void
  /** Leaves everything as it was. */
  discard(): void
}

const BATCH = 500
const damage: ReadonlySet<StorageFailureKind> = new Set(["corrupt", "not-a-journal", "shortened"])

/** Reads all of it. Throws StorageFailure where it is no damage that stands in the way. */
export function isSound(options: OpenOptions): boolean {
  const { file } = options
  if (!existsSync(file)) throw new StorageFailure("unreachable", `There is no journal ${file}.`)
  let db: Database.Database | null = null
  let journal: Journal | null = null
  try {
    journal = sqliteJournal(options)
    journal.check()
    if (atOnce(journal.verifyEvents()) !== "") return false
    journal.close()
    db = openDatabase(options)
    return db.pragma("quick_check(1)", { simple: true }) === "ok"
  } catch (cause) {
    const failure = asStorageFailure(file, cause)
    if (failure instanceof StorageFailure && damage.has(failure.kind)) return false
    throw failure
  } finally {
    closeQuietly(db)
    attempt(() => journal?.close())
  }
}

/** Null: nothing can be had again. Changes nothing until it is committed. */
export async function restoreJournal(options: OpenOptions): Promise<Restoration | null> {
  const { file } = options
  const key = keyOf(options)
  const secret = key.read()
  // Without it nothing could be shown to be what was written.
  if (secret === null || !existsSync(file)) return null
  const folder = newFolder(file)
  try {
    const restored = join(folder, basename(file))
    const backup = await begin(options, key, folder, restored)
    const journal = storedJournal({ ...options, file: restored, auditKey: key })
    const found = salvage(file)
    follow(found, journal, auditChain(secret))
    found.close()
    const entries = journal.last()
    const known = Math.max(found.last, readMark(file)?.last ?? 0)
    const of = known === 0 ? null : Math.max(known, entries)
    const until = journal.lastAt()
    const isSound = atOnce(journal.verifyAudit()).ok
    journal.close()
    if (!until || !isSound) {
      discard(folder)
      return null
    }
    const keptAs = `${file}.damaged-${stamp()}`
    const commit = () => {
      setAside(file, keptAs)
      renameSync(restored, file)
      // Last: with the earlier mark the restored journal would be refused, and restored again.
      renameSync(markOf(restored), markOf(file))
      syncFolderOf(file)
      discard(folder)
    }
    return { entries, of, until, backup, keptAs: basename(keptAs), commit, discard: () => discard(folder) }
  } catch (cause) {
    discard(folder)
    throw cause
  }
}

/** The backup that reaches furthest and holds throughout, at `restored`; null: that place is empty. */
async function begin(options: OpenOptions, key: AuditKey, folder: string, restored: string): Promise<string | null> {
  const { file } = options
  const prefix = `${basename(file)}.backup-v`
  let best: { readonly name: string; readonly last: Seq; readonly copy: string } | null = null
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(prefix) && !name.endsWith(".part"))
  for (const [index, name] of names.entries()) {
    const place = join(folder, `backup-${index}`)
    mkdirSync(place, { mode: 0o700 })
    const copy = join(place, basename(file))
    await copyBoth(join(dirname(file), name), copy)
    const last = lastOf({ ...options, file: copy, auditKey: key })
    if (last > (best?.last ?? 0)) best = { name, last, copy }
  }
  if (best) renameSync(best.copy, restored)
  return best?.name ?? null
}

/** 0 for one that is damaged itself, or was tampered with. */
function lastOf(options: OpenOptions): Seq {
  try {
    const journal = sqliteJournal(options)
    try {
      const isWhole = atOnce(journal.verifyEvents()) === "" && atOnce(journal.verifyAudit()).ok
      return isWhole ? journal.last() : 0
    } finally {
      journal.close()
    }
  } catch {
    return 0
  }
}

/** Appends what the damaged journal still has after what is there already. */
function follow(found: Salvage, journal: StoredJournal, chain: AuditChain): void {
  let batch: AuditedEntry[] = []
  for (const entry of intact(found, journal, chain)) {
    batch.push(entry)
    if (batch.length === BATCH) {
      journal.appendStored(batch)
      batch = []
    }
  }
  journal.appendStored(batch)
}

/** From the entry after the last one that is there, until one is missing, is not what was written, or was sealed by nobody. */
function* intact(found: Salvage, journal: StoredJournal, chain: AuditChain): Iterable<AuditedEntry> {
  const sealedBefore = journal.auditEnd()
  let before = sealedBefore.last
  let number = sealedBefore.count + 1
  let next = nextSealed(found, chain, before, number)
  for (let seq = journal.last() + 1; seq < next.lostFrom; seq++) {
    const row = found.event(seq)
    if (row === null) return
    const [, at, name, transcriptOf, , , , payload] = row
    const entry = { seq, at, name, transcriptOf, payload }
    const { sealed } = next
    if (sealed?.seq !== seq) {
      yield entry
      continue
    }
    if (digestOf([seq, at, name, transcriptOf, payload]) !== sealed.event) return
    yield { ...entry, audit: auditOf(sealed) }
    before = sealed.mac
    next = nextSealed(found, chain, before, ++number)
  }
}

function auditOf({ at, kind, agentId, callId, body }: SealedRow): NonNullable<AuditedEntry["audit"]> {
  return { at, kind, agentId, callId, body }
}

/** `lostFrom`: an entry of the audit log is lost or changed, and nothing from this event on can be shown to have been allowed. */
type NextSealed = { readonly sealed: SealedRow | null; readonly lostFrom: Seq }

function nextSealed(found: Salvage, chain: AuditChain, before: string, number: number): NextSealed {
  const candidates = found.audit(number)
  const sealed = candidates.find((row) => chain.macOf(before, row) === row.mac)
  if (sealed) return { sealed, lostFrom: Number.POSITIVE_INFINITY }
  const later = candidates.length > 0 ? number : found.nextAudit(number)
  if (later !== null) {
    const about = found.audit(later).map(({ seq }) => seq)
    return { sealed: null, lostFrom: about.length === 0 ? 0 : Math.min(...about) }
  }
  const wasSealed = found.heads.some(({ count, last, mac }) => count >= number && chain.headMacOf(count, last) === mac)
  return { sealed: null, lostFrom: wasSealed ? 0 : Number.POSITIVE_INFINITY }
}

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

function closeQuietly(db: Database.Database | null): void {
  attempt(() => db?.close())
}

/** At no moment is there no journal under that name: a start in between would begin an empty one. Its log goes first, or it would be read into the new one. */
function setAside(file: string, keptAs: string): void {
  try {
    linkSync(file, keptAs)
  } catch {
    // A disk without hard links (exFAT).
    copyFileSync(file, keptAs)
  }
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${keptAs}-wal`)
}

/** "20260504-094100", by the clock on the wall. */
function stamp(): string {
  return Temporal.Now.plainDateTimeISO().toString({ smallestUnit: "second" }).replace(/[-:]/g, "").replace("T", "-")
}
