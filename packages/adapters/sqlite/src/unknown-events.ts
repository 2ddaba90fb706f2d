// Owns: finding the first event of a journal that this version of Kibitz does not know, by the names of the events alone.
import { type EventDecoder, type Seq, UnknownEvent } from "@kibitz/contract"
import type Database from "better-sqlite3"

/** Reads the whole table: for those who look and check. A start meets it when it folds. */
export function firstUnknown(db: Database.Database, decoder: EventDecoder): UnknownEvent | null {
  const names = db.prepare<[], [string, Seq]>("select type, min(seq) from events group by type order by 2").raw().all()
  for (const [name, seq] of names) {
    const unknown = refusal(decoder, seq, name)
    if (unknown !== null) return unknown
  }
  return null
}

function refusal(decoder: EventDecoder, seq: Seq, name: string): UnknownEvent | null {
  try {
    decoder.isCurrent(seq, name)
    return null
  } catch (cause) {
    if (cause instanceof UnknownEvent) return cause
    throw cause
  }
}
