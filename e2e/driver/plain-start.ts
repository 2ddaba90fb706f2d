// Owns: starting the app as a user would, without a debugger looking in: for what a debugger would change (ports, exit codes).
import { type ChildProcess, spawn } from "node:child_process"
import { cleanEnvironment, electronExecutable, mainBundle, sandboxSwitches } from "./electron.ts"
import type { TestFolders } from "./folders.ts"

export type PlainRun = {
  readonly process: ChildProcess
  readonly pid: number
  /** Everything printed on stderr so far. */
  errors(): string
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

type Options = {
  readonly args?: readonly string[]
  readonly env?: Record<string, string>
  readonly wrapper?: readonly string[]
  readonly sandboxed?: boolean
  /** A file for the main process to load before the app. */
  readonly require?: string
}

export function startPlainly({ dataDir, project }: Pick<TestFolders, "dataDir" | "project">, options: Options = {}): PlainRun {
  const switches = options.sandboxed ? [] : sandboxSwitches()
  const line = [
    ...(options.wrapper ?? []),
    electronExecutable(),
    ...switches,
    ...(options.require === undefined ? [] : ["-r", options.require]),
    mainBundle,
    `--data-dir=${dataDir}`,
    `--project=${project}`,
  ]
  const [program = "", ...args] = [...line, ...(options.args ?? [])]
  const child = spawn(program, args, { env: cleanEnvironment(options.env), stdio: ["ignore", "ignore", "pipe"] })
  let errors = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text
  })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code, signal) => resolve({ code, signal }))
  })
  if (child.pid === undefined) throw new Error(`${program} could not be started`)
  return { process: child, pid: child.pid, errors: () => errors, ended }
}
