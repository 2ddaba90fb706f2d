// Owns: the program `kibitz` without Electron: reads the command line, opens the host, runs one command, closes the host.
import { statSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { describeRestoration, type Host, holderOf, type Notifier, openHost, openReadOnly, restoreProject } from "@kibitz/host"
import cli from "../package.json" with { type: "json" }
import { help, type Invocation, readCommandLine } from "./command-line.ts"
import { defaultDataDirectory } from "./data-directory.ts"
import { serveRpc } from "./rpc/serve-rpc.ts"
import { standardInput } from "./rpc/standard-input.ts"
import { describeStartFailure } from "./start-failure.ts"
import { openPages } from "./web/pages.ts"
import { serveWeb } from "./web/serve-web.ts"
import { listStaticFiles, type StaticFile } from "./web/static-files.ts"
import { withHost } from "./with-host.ts"

type Serving = Extract<Invocation, { run: "rpc" | "web" }>

// Seen from the bundle, dist/cli/kibitz.js.
const resourcesDir = join(import.meta.dirname, "..", "..", "resources")
const rendererDir = join(import.meta.dirname, "..", "renderer")

const SAME_SIGNAL_MS = 1000

async function main(invocation: Invocation): Promise<number> {
  switch (invocation.run) {
    case "help":
      process.stdout.write(help)
      return 0
    case "version":
      process.stdout.write(`${cli.version}\n`)
      return 0
    case "mistake":
      return complain(invocation.message, 2)
    case "restore":
      return await restore(dataDirOf(invocation))
    default:
      return await serve(invocation)
  }
}

async function restore(dataDir: string): Promise<number> {
  try {
    const found = await restoreProject({ dataDir, resourcesDir })
    if (found === "sound") return complain("Nothing is wrong with this journal. Nothing was changed.", 0)
    if (found === null)
      return complain("Nothing can be restored: no entry can be read, and there is no backup. Nothing was changed.", 1)
    found.commit()
    process.stdout.write(`Restored. ${describeRestoration(found)}\n`)
    return 0
  } catch (cause) {
    return complain(describeStartFailure(cause, holderOf(dataDir)), 1)
  }
}

async function serve(invocation: Serving): Promise<number> {
  if (!isFolder(invocation.project))
    return complain(`There is no folder ${invocation.project}. Name one that exists with --project.`, 1)
  outliveBugs()
  const ended = endSignal()
  try {
    if (invocation.run === "rpc") {
      const { stay } = invocation
      const serveLines = async (host: Host) => {
        host.announce({ program: "rpc", address: null })
        await serveRpc(host, { input: standardInput(), output: process.stdout, stay, ended })
      }
      await withHost(() => openFor(invocation), serveLines)
      return 0
    }
    const onFreshAddress = freshAddressSignal()
    const files = builtScreen()
    if (files === null) return complain("The screen has not been built yet. Run `npm run build` first.", 1)
    const streams = { input: process.stdin, output: process.stdout, diagnostics: process.stderr }
    const { port } = invocation
    const pages = openPages()
    const serveAll = (host: Host) => serveWeb(host, { ...streams, files, port, pages, onFreshAddress, ended })
    await withHost(() => openFor(invocation, pages.notifier), serveAll)
    return 0
  } catch (cause) {
    return complain(describeStartFailure(cause, holderOf(dataDirOf(invocation))), 1)
  }
}

/** What nobody caught is a bug, but what agents are doing is worth more than a clean death: say it and go on (F35). */
function outliveBugs(): void {
  // Nobody may be there to read it; that alone must not become the next error.
  process.stderr.on("error", () => {})
  const say = (cause: unknown) => {
    const error = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    process.stderr.write(`kibitz: something went wrong that nobody expected; it goes on. Please report this:\n${error}\n`)
  }
  process.on("uncaughtException", say)
  process.on("unhandledRejection", say)
}

async function openFor(invocation: Serving, notifier?: Notifier): Promise<Host> {
  const host = await open(invocation, notifier)
  if (host.unknown !== null) complain(`Read-only: nothing runs, and nothing can be changed. ${host.unknown}`, 0)
  return host
}

function open(invocation: Serving, notifier?: Notifier): Promise<Host> {
  const place = { dataDir: dataDirOf(invocation), workspace: invocation.project, resourcesDir, version: cli.version }
  if (invocation.readOnly) return openReadOnly(place)
  return openHost({
    ...place,
    environment: process.env,
    ...(invocation.seed === null ? {} : { seed: invocation.seed }),
    ...(notifier ? { notifier } : {}),
  })
}

function dataDirOf({ dataDir }: { readonly dataDir: string | null }): string {
  return dataDir ?? defaultDataDirectory(process.platform, process.env, homedir())
}

/**
 * The first signal asks for an orderly end; one that comes later ends at once, the journal is safe either way. One that comes with it
 * counts as the same: Ctrl+C reaches us from the terminal and again from every launcher in between.
 */
function endSignal(): AbortSignal {
  const controller = new AbortController()
  let askedAt = 0
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted && performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(130)
      askedAt ||= performance.now()
      controller.abort()
    })
  }
  return controller.signal
}

/** Listened to before anything else is done: an unheard SIGUSR1 makes Node open a debugger's port. */
function freshAddressSignal(): (again: () => void) => void {
  let print = () => {}
  if (process.platform !== "win32") process.on("SIGUSR1", () => print())
  return (again) => {
    print = again
  }
}

function builtScreen(): ReadonlyMap<string, StaticFile> | null {
  if (!isFolder(rendererDir)) return null
  const files = listStaticFiles(rendererDir)
  return files.has("/") ? files : null
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function complain(message: string, code: number): number {
  process.stderr.write(`${message}\n`)
  return code
}

// Whatever is written from here on (journal, drafts, log) is for this user alone (T20).
process.umask(0o077)
const surroundings = { cwd: process.cwd(), environment: process.env }
// No top-level await: the host loads parts of itself later, those import this file, and would wait for it while it waits for them.
// Ends the process outright: an open stdin would keep it alive after a signal.
void main(readCommandLine(process.argv.slice(2), surroundings)).then((code) => process.exit(code))
