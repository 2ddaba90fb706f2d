// Owns: reading one transcript a page at a time. SQLite finds the rows through its index, which has no checksums: so every page proves that it is a piece of
// the transcript as it was written, with nothing missing, doubled or out of order. Each entry names the one before it, and the last one is known.
import type { AgentId, EventDecoder, Seq } from "@kibitz/contract"
import type { JournalReader } from "@kibitz/ports"
import type Database from "better-sqlite3"
import { damaged } from "./failure.ts"
import { type EventRow, toRecorded } from "./rows.ts"
import type { Transcripts } from "./transcripts.ts"

const ofTranscript = "from events where transcript_of = ?"

type Needs = {
  readonly db: Database.Database
  readonly file: string
  readonly decoder: EventDecoder
  readonly transcripts: () => Transcripts
  /** The last entry that may be read. */
  readonly last: () => Seq
}

type Size = [seq: Seq, bytes: number]

/** The statements that a page is read with. */
function statementsOf(db: Database.Database) {
  return {
    sizes: db.prepare<[AgentId, Seq], Size>(`select seq, bytes ${ofTranscript} and seq < ? order by seq desc`).raw(),
    sizesAfter: db.prepare<[AgentId, Seq], Size>(`select seq, bytes ${ofTranscript} and seq > ? order by seq`).raw(),
    between: db
      .prepare<[AgentId, Seq, Seq], EventRow>(
        `select seq, at, type, transcript_of, previous, bytes, checksum, payload ${ofTranscript} and seq >= ? and seq <= ? order by seq`,
      )
      .raw(),
    following: db.prepare<[AgentId, Seq], Seq>(`select previous ${ofTranscript} and seq >= ? order by seq limit 1`).pluck(),
  }
}

export function pageReader(needs: Needs): Pick<JournalReader, "page" | "pageAfter"> {
  const { db, file, decoder, transcripts } = needs
  const { sizes, sizesAfter, between, following } = statementsOf(db)

  const wrong = (agentId: AgentId) => damaged(file, `the index of the transcript of ${agentId} does not match its entries`)

  /** `before`: the entry that `first` follows; 0 at the beginning of the transcript. */
  function read(agentId: AgentId, first: Seq, last: Seq, before: Seq) {
    let previous = before
    const events = between.all(agentId, first, last).map((row) => {
      const recorded = toRecorded(file, row, decoder)
      if (row[4] !== previous) throw wrong(agentId)
      previous = recorded.seq
      return recorded
    })
    if (previous !== last) throw wrong(agentId)
    return events
  }

  /** The last entry of this transcript before `end`, by what the entry that follows it says. */
  function lastBefore(agentId: AgentId, end: Seq): Seq {
    const head = transcripts().headOf(agentId).last
    if (end > head) return head
    const previous = following.get(agentId, end)
    if (previous === undefined || previous >= end) throw wrong(agentId)
    return previous
  }

  return {
    page(agentId, before, bytes) {
      const last = lastBefore(agentId, Math.min(before ?? Number.MAX_SAFE_INTEGER, needs.last() + 1))
      let first: Seq | null = null
      let hasOlder = false
      let previous = 0
      let used = 0
      for (const [seq, size] of sizes.iterate(agentId, last + 1)) {
        if (first !== null && used + size > bytes) {
          previous = seq
          hasOlder = true
          break
        }
        first = seq
        used += size
      }
      if (first === null && last > 0) throw wrong(agentId)
      if (first === null) return { events: [], older: null }
      return { events: read(agentId, first, last, previous), older: hasOlder ? first : null }
    },

    pageAfter(agentId, after, bytes) {
      const end = lastBefore(agentId, needs.last() + 1)
      const before = lastBefore(agentId, after + 1)
      let last: Seq | null = null
      let first: Seq | null = null
      let hasNewer = false
      let used = 0
      for (const [seq, size] of sizesAfter.iterate(agentId, after)) {
        if (seq > end) break
        if (last !== null && used + size > bytes) {
          hasNewer = true
          break
        }
        first ??= seq
        last = seq
        used += size
      }
      const isAtEnd = (last ?? after) >= end
      if (isAtEnd === hasNewer) throw wrong(agentId)
      if (first === null || last === null) return { events: [], newer: null }
      return { events: read(agentId, first, last, before), newer: hasNewer ? last : null }
    },
  }
}
