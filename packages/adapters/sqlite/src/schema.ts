// Owns: the tables. `drizzle-kit generate` turns a change here into a migration; the triggers that keep `events` and `audit`
// append-only are written by hand into theirs, because drizzle has no word for a trigger.
import { sql } from "drizzle-orm"
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"

/** Word for word what the index says: SQLite uses it only for the same expression. */
export const messageIdIn = sql.raw("case when json_valid(payload) then payload ->> '$.messageId' end")
export const namesMessage = sql.raw("type in ('message.queued', 'message.delivered')")

export const events = sqliteTable(
  "events",
  {
    // No autoincrement: it would cost every commit a second table. Rows are never deleted, so numbers are never used twice.
    seq: integer("seq").primaryKey(),
    at: text("at").notNull(),
    type: text("type").notNull(),
    transcriptOf: text("transcript_of"),
    // The previous entry of the same transcript. The checksum covers it, so reading a page finds an index that lost, doubled or swapped an entry.
    previous: integer("previous").notNull(),
    bytes: integer("bytes").notNull(),
    // SQLite has no checksums of its own: without this a flipped bit in a message would be shown as what somebody said.
    checksum: integer("checksum").notNull(),
    payload: text("payload").notNull(),
  },
  // `bytes` is in the index so that the size of a page is known before a single row of it is read.
  // Ids of messages are looked up when one is sent, so that a message that is sent again stays one. A payload that is damaged has no id there.
  (table) => [
    index("events_by_transcript").on(table.transcriptOf, table.seq, table.bytes).where(sql`${table.transcriptOf} is not null`),
    index("events_by_message").on(messageIdIn).where(namesMessage),
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

/** Where each transcript ended at entry `seq`. Saved with the world; a start reads only the entries after it. */
export const transcriptHeads = sqliteTable(
  "transcript_heads",
  {
    id: integer("id").primaryKey(),
    seq: integer("seq").notNull(),
    checksum: integer("checksum").notNull(),
    json: text("json").notNull(),
  },
  (table) => [check("transcript_heads_is_one_row", sql`${table.id} = 1`)],
)

export const audit = sqliteTable(
  "audit",
  {
    entry: integer("entry").primaryKey(),
    seq: integer("seq").notNull(),
    at: text("at").notNull(),
    kind: text("kind").notNull(),
    agentId: text("agent_id"),
    callId: text("call_id"),
    /** SHA-256 of the event it is about: whoever edits the event is found here. */
    event: text("event").notNull(),
    /** The whole AuditBody as JSON, sealed as it was written. */
    body: text("body").notNull(),
    mac: text("mac").notNull(),
  },
  // The one that "why was this allowed?" asks by. Every further index would be written with every step of every turn; who filters by agent
  // or kind walks back from the end.
  (table) => [index("audit_by_call").on(table.callId).where(sql`${table.callId} is not null`)],
)

/** How far the audit log goes, so that a log without its end does not pass for a shorter one. */
export const auditHead = sqliteTable(
  "audit_head",
  {
    id: integer("id").primaryKey(),
    count: integer("count").notNull(),
    /** The mac of the last entry. */
    last: text("last").notNull(),
    mac: text("mac").notNull(),
  },
  (table) => [check("audit_head_is_one_row", sql`${table.id} = 1`)],
)
