// Owns: the limit the journal is held against: one table, one prepared insert, better-sqlite3 and nothing else.
import { join } from "node:path"
import Database from "better-sqlite3"

export type RawCommit = { one(payload: string): void; batch(payloads: readonly string[]): void; close(): void }

export function openRawCommit(folder: string): RawCommit {
  const db = new Database(join(folder, "raw.db"))
  db.pragma("journal_mode = WAL")
  db.pragma("synchronous = FULL")
  db.exec("create table events (seq integer primary key, at text not null, type text not null, payload text not null) strict")
  const insert = db.prepare("insert into events (at, type, payload) values (?, ?, ?)")
  const one = (payload: string) => void insert.run("2026-01-01T00:00:00.000Z", "settings.changed", payload)
  const batch = db.transaction((payloads: readonly string[]) => {
    for (const payload of payloads) one(payload)
  })
  return { one, batch: (payloads) => batch(payloads), close: () => db.close() }
}
