// Owns: the tables. `drizzle-kit generate` turns a change here into a migration; the triggers that keep `events` append-only are
// written by hand in theirs, because drizzle has no word for a trigger.
import { sql } from "drizzle-orm"
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"

export const events = sqliteTable(
  "events",
  {
    // No autoincrement: it would cost every commit a second table. Rows are never deleted, so numbers are never used twice.
    seq: integer("seq").primaryKey(),
    at: text("at").notNull(),
    type: text("type").notNull(),
    transcriptOf: text("transcript_of"),
    bytes: integer("bytes").notNull(),
    // SQLite has no checksums of its own: without this a flipped bit in a message would be shown as what somebody said.
    checksum: integer("checksum").notNull(),
    payload: text("payload").notNull(),
  },
  // `bytes` is in the index so that the size of a page is known before a single row of it is read.
  (table) => [
    index("events_by_transcript").on(table.transcriptOf, table.seq, table.bytes).where(sql`${table.transcriptOf} is not null`),
  ],
)

export const worldSnapshot = sqliteTable(
  "world_snapshot",
  {
    id: integer("id").primaryKey(),
    seq: integer("seq").notNull(),
    shape: integer("shape").notNull(),
    checksum: integer("checksum").notNull(),
    json: text("json").notNull(),
  },
  (table) => [check("world_snapshot_is_one_row", sql`${table.id} = 1`)],
)
