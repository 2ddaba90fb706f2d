// Owns: telling a damaged first page from a journal of another version or a disk that cannot be written (F14). SQLite believes what stands there.
import { closeSync, openSync, readSync } from "node:fs"
import { StorageFailure } from "@kibitz/ports"
import Database from "better-sqlite3"
import { damaged } from "./failure.ts"
import { APPLICATION_ID, applyMigrations, type Migrations, versionOf } from "./migrate.ts"

/** A flipped bit in the version number would call for a newer Kibitz, or migrate a journal that was migrated long ago. */
export function refuseMisnumbered(db: Database.Database, file: string, migrations: Migrations): void {
  const version = versionOf(db)
  const isKnown = version > 0 && version <= migrations.length
  if (isKnown || (version !== 0 && schemaOf(db) !== schemaAfter(migrations))) return
  throw damaged(file, `it says version ${version}, but its tables are those of another`)
}

function schemaAfter(migrations: Migrations): string {
  const db = new Database(":memory:")
  try {
    const key = () => new Uint8Array(32)
    applyMigrations(db, migrations, { file: "", read: key, make: key })
    return schemaOf(db)
  } finally {
    db.close()
  }
}

function schemaOf(db: Database.Database): string {
  return JSON.stringify(db.prepare("select type, name, tbl_name, sql from sqlite_schema order by type, name").raw().all())
}

/** What SQLite says of a file that it cannot write may come from its header. Only for a journal that could not be opened: see open.ts. */
export function withHeaderInMind(file: string, failure: unknown): unknown {
  const isUnreachable = failure instanceof StorageFailure && failure.kind === "unreachable"
  return isUnreachable && hasDamagedHeader(file) ? damaged(file, "its header is not what was written", failure) : failure
}

const MAGIC = Buffer.from("SQLite format 3\0")

/** Looks at the fields that are the same in every journal. False where it cannot be read. */
function hasDamagedHeader(file: string): boolean {
  const header = Buffer.alloc(100)
  try {
    const descriptor = openSync(file, "r")
    try {
      if (readSync(descriptor, header) < header.length) return false
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return false
  }
  const isOurs = header.subarray(0, 16).equals(MAGIC) || header.readUInt32BE(68) === APPLICATION_ID
  const [writeVersion, readVersion] = [header.readUInt8(18), header.readUInt8(19)]
  return isOurs && (writeVersion !== readVersion || readVersion < 1 || readVersion > 2)
}
