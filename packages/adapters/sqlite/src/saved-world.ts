// Owns: the saved world, one row beside the events that can be rebuilt from them.
import type { Log, SavedWorld } from "@kibitz/ports"
import type Database from "better-sqlite3"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { snapshotChecksum } from "./rows.ts"
import { worldSnapshot } from "./schema.ts"

export type SavedWorldRow = {
  /** Null: none was saved, or it is damaged. */
  read(): SavedWorld | null
  /** Inside a transaction of the caller's. */
  write(world: SavedWorld): void
}

export function savedWorldIn(connection: Database.Database, log?: Log): SavedWorldRow {
  const orm = drizzle(connection)
  return {
    read() {
      const saved = orm.select().from(worldSnapshot).get()
      if (saved === undefined) return null
      const { seq, shape, json, checksum } = saved
      if (snapshotChecksum(seq, shape, json) === checksum) return { seq, shape, json }
      log?.warn("the saved world is not what was written; it is built from the journal instead", { seq })
      return null
    },
    write({ seq, shape, json }) {
      const row = { seq, shape, json, checksum: snapshotChecksum(seq, shape, json) }
      orm
        .insert(worldSnapshot)
        .values({ id: 1, ...row })
        .onConflictDoUpdate({ target: worldSnapshot.id, set: row })
        .run()
    },
  }
}
