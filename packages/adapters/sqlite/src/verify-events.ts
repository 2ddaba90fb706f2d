// Owns: whether the events and the index of transcripts are what was written. Two forms: a quick one for every start, which adds the index up, and a full one
// that reads every event. Both return a sentence for the first problem, or an empty string. Does not own: the audit log (audit-verify.ts).
import type { AgentId, Seq } from "@kibitz/contract"
import type Database from "better-sqlite3"
import { type EarlierRow, type EventRow, fromEarlier, isAsWritten } from "./rows.ts"
import { emptyHead, type Head } from "./transcripts.ts"

/** How many entries are read between two pauses. */
const SLICE = 500

type Sums = [agentId: AgentId, last: Seq, count: number, seqs: number, bytes: number]

/** About a tenth of a millisecond for a thousand entries. `heads`: what each transcript must add up to. */
export function quickProblem(db: Database.Database, heads: ReadonlyMap<AgentId, Head>): string {
  const indexed = "from events indexed by events_by_transcript where transcript_of is not null group by transcript_of"
  const sums = db.prepare<[], Sums>(`select transcript_of, max(seq), count(*), sum(seq), sum(bytes) ${indexed}`).raw().all()
  for (const [agentId, last, count, seqs, bytes] of sums) {
    const head = heads.get(agentId) ?? emptyHead
    if (head.last !== last || head.count !== count || head.seqs !== seqs || head.bytes !== bytes) return mismatch(agentId)
  }
  if (sums.length === heads.size) return ""
  const listed = new Set(sums.map(([agentId]) => agentId))
  return mismatch([...heads.keys()].find((agentId) => !listed.has(agentId)) ?? "")
}

/** Never throws. Entries may be added between two slices: they are read too. */
export function* verifyEvents(db: Database.Database): Generator<undefined, string> {
  try {
    return yield* findProblem(db)
  } catch (cause) {
    return `the events cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}

function* findProblem(db: Database.Database): Generator<undefined, string> {
  const rows = db.prepare<[Seq], EventRow | EarlierRow>(`select * from events where seq > ? order by seq limit ${SLICE}`).raw()
  // By its whole key: an entry that stands in the wrong place is still met by a walk along the index, but not by who looks for it.
  const listed = db
    .prepare<[AgentId, Seq, number], Seq>(
      "select seq from events indexed by events_by_transcript where transcript_of = ? and seq = ? and bytes = ?",
    )
    .pluck()
  const ends = new Map<AgentId, Seq>()
  let expected = 0
  let last: Seq = 0
  // From below the first: a number that was changed may be anything.
  for (let after = Number.MIN_SAFE_INTEGER; ; after = last) {
    const slice = rows.all(after)
    if (slice.length === 0) break
    for (const row of slice) {
      const problem = rowProblem(row, last, ends)
      if (problem !== "") return problem
      const [seq, , , transcriptOf] = row
      last = seq
      if (transcriptOf === null) continue
      if (listed.get(transcriptOf, seq, bytesOf(row)) !== seq) return mismatch(transcriptOf)
      ends.set(transcriptOf, seq)
      expected++
    }
    yield
  }
  return countProblem(db, expected, last)
}

function rowProblem(found: EventRow | EarlierRow, last: Seq, ends: ReadonlyMap<AgentId, Seq>): string {
  const [seq, , , transcriptOf] = found
  if (seq !== last + 1) return `entry ${last + 1} of the journal is missing`
  const previous = transcriptOf === null ? 0 : (ends.get(transcriptOf) ?? 0)
  const row = found.length === 7 ? fromEarlier(found, previous) : found
  if (!isAsWritten(row)) return `entry ${seq} of the journal is not what was written`
  return row[4] === previous ? "" : `entry ${seq} of the journal does not follow the previous entry of its transcript`
}

function bytesOf(row: EventRow | EarlierRow): number {
  return row.length === 7 ? row[4] : row[5]
}

/** Finds entries of the index that belong to no event. */
function countProblem(db: Database.Database, expected: number, last: Seq): string {
  const indexed = "from events indexed by events_by_transcript where transcript_of is not null and seq <= ?"
  const counted = db.prepare<[Seq], number>(`select count(*) ${indexed}`).pluck().get(last)
  return counted === expected ? "" : `the index of transcripts has ${counted} entries instead of ${expected}`
}

function mismatch(agentId: string): string {
  return `the index of the transcript of ${agentId} does not match its entries`
}
