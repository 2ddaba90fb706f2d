// Owns: clients of databases: what a statement given on the command line destroys.
import { type Call, entries, type Spec } from "../program.ts"
import type { Finding } from "../types.ts"

const destructiveSql =
  /\b(drop|truncate)\s+(table|database|schema|index|view|collection|role|user|materialized|if|column|type|sequence|function|trigger)|\btruncate\s+\w|\bdelete\s+from\b|\bupdate\s+\S+\s+set\b(?![\s\S]*\bwhere\b)|\balter\s+table\b[\s\S]*\bdrop\b|dropdatabase|\.drop\(|deletemany|remove\(\s*\{|flushall|flushdb|\bdel\s|unlink\s|vacuum\s+into|\.restore|\bgrant\s+all/i
const runsPrograms =
  /\\!|\.shell|\.system|\.load|load_extension|copy\s[\s\S]*\bprogram\b|pg_read_file|lo_export|into\s+outfile|\\o\s|\\copy|writefile|readfile|system\(|\.output|\.once|\.import|edit\(|attach\s+database/i

const MAX_STATEMENTS = 8_000

export const databasePrograms: Record<string, Spec> = {
  ...entries(
    "psql mysql mariadb mysqladmin sqlite3 sqlite duckdb mongo mongosh redis-cli cqlsh clickhouse-client clickhouse sqlcmd usql pgcli mycli influx cockroach",
    {
      class: "any",
      rule: "database",
      network: true,
      because: "works on a database",
      look: statements,
    },
  ),
  ...entries("dropdb dropuser pg_restore", {
    class: "destructive",
    rule: "destructive",
    because: "drops or overwrites a database",
    network: true,
  }),
  ...entries("pg_dump pg_dumpall mysqldump mongodump createdb createuser pg_ctl initdb", {
    class: "any",
    rule: "database",
    network: true,
    because: "works on a database",
  }),
  ...entries("prisma drizzle-kit knex sequelize typeorm alembic flyway liquibase rails django-admin artisan", {
    class: "any",
    rule: "database",
    network: true,
    because: "can change a database",
    look: migrations,
  }),
}

function statements(call: Call): Finding[] {
  const text = [...call.args.map((arg) => arg.value), call.input ?? ""].join(" ")
  const findings: Finding[] = []
  if (text.length > MAX_STATEMENTS)
    findings.push({ class: "unknown", rule: "too-long", because: "has more statements than are read here" })
  if (destructiveSql.test(text.slice(0, MAX_STATEMENTS)))
    findings.push({ class: "destructive", rule: "destructive", because: "deletes from a database", network: true })
  if (runsPrograms.test(text.slice(0, MAX_STATEMENTS)))
    findings.push({
      class: "any",
      rule: "runs-program",
      because: "runs programs or writes files from the database client",
      network: true,
    })
  if (call.input === null || call.args.some((arg) => arg.dynamic))
    findings.push({ class: "unknown", rule: "dynamic", because: "runs statements that are only known when it runs" })
  return findings
}

function migrations(call: Call): Finding | null {
  return call.args.some((arg) =>
    /reset|drop|force-reset|undo|rollback|downgrade|clean|revert|db:(drop|reset|rollback|purge)|migrate:(fresh|reset|rollback|wipe)|flush/.test(
      arg.value,
    ),
  )
    ? { class: "destructive", rule: "destructive", because: "drops or rolls back a database", network: true }
    : null
}
