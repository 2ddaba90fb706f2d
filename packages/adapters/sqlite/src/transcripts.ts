// Owns: where each transcript ends and what its entries add up to. A new entry stores the number of the entry before it; a page that reaches the end of its
// transcript and the index of transcripts are checked against this. Built from the events, never from the index; saved now and then, so that a start reads
// only the tail.
import type { AgentId, Seq } from "@kibitz/contract"
import type { Log } from "@kibitz/ports"
import type Database from "better-sqlite3"
import { snapshotChecksum } from "./rows.ts"

/** Raise it when the JSON changes its form: an older one is then rebuilt. */
const SHAPE = 1

/** The sums find an index entry whose number or size changed. */
export type Head = { readonly last: Seq; readonly count: number; readonly seqs: number; readonly bytes: number }

export type Transcripts = {
  headOf(agentId: AgentId): Head
  all(): ReadonlyMap<AgentId, Head>
  /** For entries that are about to be written. Nothing counts before `commit`. */
  extend(): Extension
  /** Does nothing when the saved state is current. */
  save(): void
}

export type Extension = {
  /** The entry that the next one of this transcript follows. */
  previousOf(transcriptOf: AgentId | null): Seq
  add(seq: Seq, transcriptOf: AgentId | null, bytes: number): void
  commit(): void
}

export const emptyHead: Head = { last: 0, count: 0, seqs: 0, bytes: 0 }

function grown({ count, seqs, bytes }: Head, seq: Seq, size: number): Head {
  return { last: seq, count: count + 1, seqs: seqs + seq, bytes: bytes + size }
}

type Heads = Map<AgentId, Head>

/** `last`: the last entry of the journal. */
export function openTranscripts(db: Database.Database, last: Seq, log?: Log): Transcripts {
  const write = db.prepare<[Seq, number, string]>(
    "insert into transcript_heads (id, seq, checksum, json) values (1, ?, ?, ?) on conflict (id) do update set seq = excluded.seq, checksum = excluded.checksum, json = excluded.json",
  )
  const saved = readSaved(db, last, log)
  const { heads } = saved
  let savedAt = saved.seq
  let through = last
  for (const [seq, transcriptOf, bytes] of entriesAfter(db, saved.seq)) {
    if (transcriptOf !== null) heads.set(transcriptOf, grown(heads.get(transcriptOf) ?? emptyHead, seq, bytes))
  }

  return {
    headOf: (agentId) => heads.get(agentId) ?? emptyHead,
    all: () => heads,

    extend() {
      const added: Heads = new Map()
      const headOf = (agentId: AgentId) => added.get(agentId) ?? heads.get(agentId) ?? emptyHead
      let end = through
      return {
        previousOf: (transcriptOf) => (transcriptOf === null ? 0 : headOf(transcriptOf).last),
        add(seq, transcriptOf, bytes) {
          end = seq
          if (transcriptOf !== null) added.set(transcriptOf, grown(headOf(transcriptOf), seq, bytes))
        },
        commit() {
          for (const [agentId, head] of added) heads.set(agentId, head)
          through = end
        },
      }
    },

    save() {
      if (savedAt === through) return
      const json = JSON.stringify(
        [...heads].map(([agentId, { last, count, seqs, bytes }]) => [agentId, last, count, seqs, bytes]),
      )
      write.run(through, snapshotChecksum(through, SHAPE, json), json)
      savedAt = through
    },
  }
}

function entriesAfter(db: Database.Database, seq: Seq): Iterable<[Seq, AgentId | null, number]> {
  const query = "select seq, transcript_of, bytes from events not indexed where seq > ? order by seq"
  return db.prepare<[Seq], [Seq, AgentId | null, number]>(query).raw().iterate(seq)
}

type Saved = { readonly seq: Seq; readonly checksum: number; readonly json: string }

function readSaved(db: Database.Database, last: Seq, log?: Log): { seq: Seq; heads: Heads } {
  const saved = db.prepare<[], Saved>("select seq, checksum, json from transcript_heads").get()
  if (saved === undefined) return { seq: 0, heads: new Map() }
  const { seq, checksum, json } = saved
  if (seq > last || snapshotChecksum(seq, SHAPE, json) !== checksum) {
    log?.warn("the saved ends of the transcripts are damaged; they are rebuilt from the journal", { seq })
    return { seq: 0, heads: new Map() }
  }
  const rows = JSON.parse(json) as [AgentId, Seq, number, number, number][]
  return { seq, heads: new Map(rows.map(([agentId, last, count, seqs, bytes]) => [agentId, { last, count, seqs, bytes }])) }
}
