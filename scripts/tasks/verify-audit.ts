// `npm run verify-audit [-- --data-dir <folder>] [--export <file>|-]`: checks the audit log, and the
// events it is about, from outside the app and without changing anything.
import { createWriteStream } from "node:fs"
import { homedir } from "node:os"
import { isAbsolute, join, resolve } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { parseArgs } from "node:util"
import { type AuditReader, type JournalCheck, readAudit } from "@kibitz/adapters/sqlite"
import { auditKey } from "@kibitz/adapters/system"
import { atOnce, StorageFailure } from "@kibitz/ports"
import { SetupFailure } from "../setup/progress.mjs"

type Request = { readonly file: string; readonly key: string; readonly exportTo: string | null }

export async function verifyAudit(args: readonly string[]): Promise<number> {
  const { file, key, exportTo } = readArguments(args)
  // What is exported may go to standard output, where a sentence of ours would not be JSON.
  const tell = (line: string) => void (exportTo === "-" ? process.stderr : process.stdout).write(`${line}\n`)
  try {
    const journal = readAudit({ file, auditKey: auditKey(key) })
    try {
      const checks = [checkLog(journal, file), checkEvents(journal, file), ...unknownEvents(journal)]
      for (const { said } of checks) tell(said)
      if (exportTo !== null && journal.audit !== null) await exportAll(journal.audit, exportTo)
      return checks.every(({ ok }) => ok) ? 0 : 1
    } finally {
      journal.close()
    }
  } catch (cause) {
    if (!(cause instanceof StorageFailure)) throw cause
    tell(cause.kind === "busy" ? running(file) : cause.message)
    return 1
  }
}

type Checked = { readonly ok: boolean; readonly said: string }

function checkLog({ audit }: JournalCheck, file: string): Checked {
  if (audit === null) {
    const said = `0 entries in ${file}: the journal is from before there was an audit log. It gets one when Kibitz opens it.`
    return { ok: true, said }
  }
  const { ok, entries, problem } = atOnce(audit.verifying())
  return { ok, said: `${entries} ${entries === 1 ? "entry" : "entries"} in ${file}: ${ok ? "OK" : `NOT OK: ${problem}.`}` }
}

function checkEvents(journal: JournalCheck, file: string): Checked {
  const problem = atOnce(journal.verifyEvents())
  if (problem === "") return { ok: true, said: `${journal.events()} events in ${file}: OK` }
  const remedy = "`kibitz restore` keeps this journal and brings back every entry that can be read."
  return { ok: false, said: `The events in ${file}: NOT OK: ${problem}. ${remedy}` }
}

/** They are what was written, but nobody here can tell what they say. */
function unknownEvents(journal: JournalCheck): Checked[] {
  const said = journal.unknown()
  return said === null ? [] : [{ ok: false, said }]
}

function readArguments(args: readonly string[]): Request {
  const calledIn = process.env.INIT_CWD ?? process.cwd()
  const { values } = parse(args)
  const given = values["data-dir"] ?? (process.env.KIBITZ_DATA_DIR || undefined)
  const dataDir = given === undefined ? join(configurationFolder(), "Kibitz") : resolve(calledIn, given)
  const to = values.export
  return {
    file: join(dataDir, "kibitz.db"),
    key: join(dataDir, "audit.key"),
    exportTo: to === undefined || to === "-" ? (to ?? null) : resolve(calledIn, to),
  }
}

/** Where Electron keeps the data of an app, and Kibitz without a window with it. */
function configurationFolder(): string {
  const { APPDATA = join(homedir(), "AppData", "Roaming"), XDG_CONFIG_HOME = "" } = process.env
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support")
  if (process.platform === "win32") return APPDATA
  return isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), ".config")
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { "data-dir": { type: "string" }, export: { type: "string" } } })
  } catch (cause) {
    throw new SetupFailure(
      cause instanceof Error ? cause.message : String(cause),
      "npm run verify-audit -- [--data-dir folder] [--export file, or - for standard output]",
    )
  }
}

/** One entry per line, oldest first. */
async function exportAll(log: AuditReader, to: string): Promise<void> {
  function* lines() {
    for (const entry of log.all()) yield `${JSON.stringify(entry)}\n`
  }
  if (to === "-") await pipeline(Readable.from(lines()), process.stdout, { end: false })
  else await pipeline(Readable.from(lines()), createWriteStream(to, { mode: 0o600 }))
}

function running(file: string): string {
  return `Kibitz is running and keeps ${file} to itself. Type /doctor fix there: it verifies the same log from inside. Or close Kibitz and run this again.`
}
