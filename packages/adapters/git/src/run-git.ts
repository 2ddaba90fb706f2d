// Owns: starting git, the only place that does. By absolute path, with a list of arguments and no shell, in an emptied environment,
// bounded in time and output, and ended as a whole.
import { type ChildProcess, spawn } from "node:child_process"
import { dirname, isAbsolute, relative, sep } from "node:path"
import type { Sandbox } from "@kibitz/ports"
import { hardenedEnvironment, type Setting } from "./hardening.ts"

const LIMIT_MS = 30_000
const OUTPUT_BYTES = 16 * 1024 * 1024
const ERROR_BYTES = 16 * 1024
/** Told to end, git removes its locks; killed, it leaves them. */
const GRACE_MS = 2000

export type GitOptions = {
  readonly git: string
  readonly folder: string
  readonly signal: AbortSignal
  readonly settings?: readonly Setting[]
  readonly variables?: Readonly<Record<string, string>>
  /** Names that are left out of the environment altogether. */
  readonly unset?: readonly string[]
  readonly input?: string | Buffer
  readonly writes?: boolean
  readonly limitMs?: number
  /** More than this is not kept, and git is ended. */
  readonly outputBytes?: number
  readonly sandbox?: Sandbox | undefined
  readonly hidden?: readonly string[]
}

export type GitEnd = {
  readonly output: Buffer
  /** A line or two of what git said was wrong. */
  readonly error: string
  /** null when it was ended or never began. */
  readonly exitCode: number | null
  readonly ended: "by-itself" | "stopped" | "too-long" | "too-much" | "not-started"
}

export function runGit(args: readonly string[], options: GitOptions): Promise<GitEnd> {
  const output = gathering(options.outputBytes ?? OUTPUT_BYTES)
  const error = gathering(ERROR_BYTES)
  return new Promise((resolve) => {
    let ended: GitEnd["ended"] = "by-itself"
    let child: ChildProcess
    let killing: NodeJS.Timeout | undefined
    const end = (why: GitEnd["ended"]) => {
      if (ended !== "by-itself") return
      ended = why
      signalAll(child, "SIGTERM")
      killing = setTimeout(() => signalAll(child, "SIGKILL"), GRACE_MS)
    }
    const stop = () => end("stopped")
    const finish = (exitCode: number | null, said?: string) => {
      clearTimeout(timer)
      clearTimeout(killing)
      options.signal.removeEventListener("abort", stop)
      resolve({ output: output.bytes(), error: said ?? error.bytes().toString("utf8").trim(), exitCode, ended })
    }
    const timer = setTimeout(() => end("too-long"), options.limitMs ?? LIMIT_MS)
    if (options.signal.aborted) {
      ended = "stopped"
      return finish(null)
    }
    try {
      child = start(args, options)
    } catch (cause) {
      ended = "not-started"
      return finish(null, cause instanceof Error ? cause.message : String(cause))
    }
    options.signal.addEventListener("abort", stop, { once: true })
    child.stdout?.on("data", (chunk: Buffer) => {
      if (!output.take(chunk)) end("too-much")
    })
    child.stderr?.on("data", (chunk: Buffer) => void error.take(chunk))
    child.once("error", (cause) => {
      ended = "not-started"
      finish(null, cause.message)
    })
    child.once("close", (code) => finish(ended === "by-itself" ? code : null))
    // It may end without having read everything; that shows in how it ends.
    child.stdin?.on("error", () => undefined)
    child.stdin?.end(options.input ?? "")
  })
}

function start(args: readonly string[], options: GitOptions): ChildProcess {
  // The project's own folder may be on the search path, and what lies there is the project's word.
  if (isInside(options.folder, options.git)) throw new Error("The git that was found lies in the project folder. It is not run.")
  const env = hardenedEnvironment({
    gitFolder: dirname(options.git),
    writes: options.writes ?? false,
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    ...(options.variables === undefined ? {} : { variables: options.variables }),
  })
  for (const name of options.unset ?? []) delete env[name]
  const command = sandboxed(args, env, options) ?? { file: options.git, args: ["--no-pager", ...args] }
  return spawn(command.file, [...command.args], {
    cwd: options.folder,
    env,
    stdio: ["pipe", "pipe", "pipe"],
    shell: false,
    windowsHide: true,
    // A group of its own, so that what git has started ends with it.
    detached: process.platform !== "win32",
  })
}

/** The walls may come with an environment of their own; inside them it is set again, whole. */
function sandboxed(args: readonly string[], env: Readonly<Record<string, string>>, options: GitOptions) {
  if (options.sandbox === undefined || process.platform === "win32") return null
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  return options.sandbox.wrap({
    file: "/usr/bin/env",
    args: ["-i", ...variables, options.git, "--no-pager", ...args],
    workspace: options.folder,
    confinement: { write: options.writes ?? false, network: false },
    hidden: options.hidden ?? [],
  })
}

function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path)
  return !isAbsolute(rest) && rest.split(sep)[0] !== ".."
}

function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch {
    // Already gone.
  }
}

function gathering(most: number) {
  const pieces: Buffer[] = []
  let kept = 0
  return {
    /** False when there was more than may be kept. */
    take(chunk: Buffer): boolean {
      const piece = chunk.subarray(0, most - kept)
      pieces.push(piece)
      kept += piece.length
      return piece.length === chunk.length
    },
    bytes: () => Buffer.concat(pieces),
  }
}
