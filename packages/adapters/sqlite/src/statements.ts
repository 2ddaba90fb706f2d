// Owns: the statements that write and read events one by one.
import type { Instant, Seq } from "@kibitz/contract"
import type Database from "better-sqlite3"
import { and, asc, gt, lte, sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/better-sqlite3"
import type { EventRow } from "./rows.ts"
import { events, messageIdIn, namesMessage } from "./schema.ts"

const columns = {
  seq: events.seq,
  at: events.at,
  type: events.type,
  transcriptOf: events.transcriptOf,
  previous: events.previous,
  bytes: events.bytes,
  checksum: events.checksum,
  payload: events.payload,
}

export type EventStatements = {
  readonly insert: Database.Statement<EventRow, never>
  /** Entries after the first number, up to and including the second. */
  readonly between: Database.Statement<[after: Seq, end: Seq], EventRow>
  readonly message: Database.Statement<[messageId: string, agentId: string], unknown>
  /** When an entry was written. */
  readonly moment: Database.Statement<[Seq], Instant>
}

/** Drizzle writes the SQL, better-sqlite3 runs it: drizzle's prepared queries look up placeholders by name, which costs as much as inserting a row, and cannot iterate. */
export function eventStatements(connection: Database.Database): EventStatements {
  const orm = drizzle(connection)
  const prepare = <Bound extends unknown[], Row>(query: { toSQL(): { sql: string } }) =>
    connection.prepare<Bound, Row>(query.toSQL().sql)
  const bound = sql.placeholder
  return {
    insert: prepare<EventRow, never>(
      orm.insert(events).values({
        seq: bound("seq"),
        at: bound("at"),
        type: bound("type"),
        transcriptOf: bound("transcriptOf"),
        previous: bound("previous"),
        bytes: bound("bytes"),
        checksum: bound("checksum"),
        payload: bound("payload"),
      }),
    ),
    between: prepare<[Seq, Seq], EventRow>(
      orm
        .select(columns)
        .from(events)
        .where(and(gt(events.seq, bound("after")), lte(events.seq, bound("end"))))
        .orderBy(asc(events.seq)),
    ).raw(),
    message: prepare<[string, string], unknown>(
      orm
        .select({ seq: events.seq })
        .from(events)
        .where(and(namesMessage, sql`${messageIdIn} = ${bound("message")}`, sql`payload ->> '$.agentId' = ${bound("agent")}`)),
    ),
    moment: connection.prepare<[Seq], Instant>("select at from events where seq = ?").pluck(),
  }
}
