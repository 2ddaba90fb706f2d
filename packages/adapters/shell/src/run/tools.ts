// Owns: carrying out `bash` for a Permit: in the sandbox, bounded in time, output and everything else, and always with an end. Whether it
// may be done was decided before; here it is only made sure that it is done within the walls the permit names.
import { rmSync } from "node:fs"
import { type Confinement, capabilities } from "@kibitz/contract"
import type { Permit, Sandbox, ToolEvent, Tools, WrappedCommand } from "@kibitz/ports"
import { findProgram } from "../sandbox/shown.ts"
import { bashArguments } from "./bash.ts"
import { commandEnvironment } from "./environment.ts"
import { containedGate, openGate } from "./gate.ts"
import { newHome, newMark, recordRun } from "./leftovers.ts"
import { defaultLimits, prelude, type RunLimits } from "./limits.ts"
import { collectOutput, type Output } from "./output.ts"
import { type Ending, startProgram } from "./program.ts"
import { realTimer, type Timer } from "./timing.ts"

export type ShellToolsOptions = {
  readonly sandbox: Sandbox
  /** Folders that no program sees, whatever its profile: the app's data, keys (T13, T17). */
  readonly hidden: readonly string[]
  /** Where output is kept whole when it is too long to be shown. */
  readonly spoolDir: string
  /** Where the runs under way are recorded for the next start, which ends what a dead host has left (endLeftovers). */
  readonly runsDir: string
  readonly clock?: Timer
  /** Whether the gate has been told that there is no sandbox, so that a permit it gives means a run without one. Left out: never. */
  readonly knownToBeOff?: () => boolean
  readonly limits?: Partial<RunLimits>
}

const DEFAULT_SECONDS = 120
/** A watcher sees ten pictures a second, not a thousand. */
const LIVE_MS = 100
/** What has run this long may still run when the app dies; most commands are over by then. */
const KEEP_AFTER_MS = 1000

type Refused = { readonly refused: string }
type Ready = {
  readonly command: WrappedCommand
  readonly seconds: number
  readonly isConfined: boolean
  /** In a PID namespace: ending its first process ends all. */
  readonly isContained: boolean
  readonly mark: string
}

export function shellTools(options: ShellToolsOptions): Tools {
  const limits = { ...defaultLimits(), ...options.limits }
  const bash = findProgram("bash")
  return {
    async *run(permit, signal): AsyncGenerator<ToolEvent> {
      const ready = prepare(permit, options, limits, bash, signal)
      if ("refused" in ready) yield refusal(ready.refused)
      else yield* carryOut(permit, ready, options, limits, signal)
    },
  }
}

function prepare(
  permit: Permit,
  options: ShellToolsOptions,
  limits: RunLimits,
  bash: string | null,
  signal: AbortSignal,
): Ready | Refused {
  if (signal.aborted) return { refused: "The call was stopped before it began." }
  if (permit.capability !== "bash") return { refused: `There is no tool for ${String(permit.capability)} here.` }
  const input = capabilities.bash.input.safeParse(permit.input)
  if (!input.success) return { refused: `The input does not fit: ${input.error.issues[0]?.message}.` }
  if (permit.confinement === null || permit.confinement === undefined)
    return { refused: "The permit does not say what the command may reach." }
  if (bash === null) return { refused: "There is no bash on this machine." }
  const { command, timeoutSeconds: seconds = DEFAULT_SECONDS } = input.data
  if (command.includes("\0")) return { refused: "The command holds a NUL character. No shell can run that." }
  const { workspace, confinement } = permit
  const isLinux = process.platform === "linux"
  try {
    const mark = newMark(options.runsDir)
    const args = (gate: string) => bashArguments(gate + prelude(limits, seconds), command)
    const confined = args(isLinux ? containedGate : openGate(mark))
    const wrapped = options.sandbox.wrap({ file: bash, args: confined, workspace, confinement, hidden: options.hidden })
    if (wrapped !== null) return { command: wrapped, seconds, isConfined: true, isContained: isLinux, mark }
    // A permit that was given in the belief that there are walls is not honoured where there are none (T36).
    if (options.knownToBeOff?.() !== true)
      return { refused: "There is no sandbox that could keep the command within what was allowed, so it was not run." }
    return { command: { file: bash, args: args(openGate(mark)) }, seconds, isConfined: false, isContained: false, mark }
  } catch (cause) {
    return { refused: cause instanceof Error ? cause.message : String(cause) }
  }
}

async function* carryOut(
  permit: Permit,
  { command, seconds, isConfined, isContained, mark }: Ready,
  options: ShellToolsOptions,
  limits: RunLimits,
  signal: AbortSignal,
): AsyncGenerator<ToolEvent> {
  const timer = options.clock ?? realTimer
  const home = isConfined ? null : newHome()
  const output = collectOutput({ spoolDir: options.spoolDir, owner: permit })
  const news = throttled(timer, LIVE_MS)
  let ending: Ending | null = null
  const program = {
    command,
    cwd: isConfined ? "/" : permit.workspace,
    env: commandEnvironment(home ?? "/tmp", mark),
    mark,
    isContained,
    timeoutMs: seconds * 1000,
    limits,
    timer,
    output,
    onOutput: news.arrived,
    onProcess: recorder(options.runsDir, permit, mark, home),
  }
  const running = startProgram(program, signal)
  const stopKeeping = timer.after(KEEP_AFTER_MS, output.keep)
  const ended = running.ended.then((result) => {
    ending = result
    news.now()
  })
  try {
    for (;;) {
      await news.next()
      if (ending !== null) break
      const text = output.live()
      if (text !== null) yield { type: "output", text }
    }
    yield endOf(ending, await output.finish(), isConfined ? permit.confinement : null)
  } finally {
    // Whoever stops listening has stopped the command: it must not run on unseen.
    if (ending === null) running.stop()
    await ended
    stopKeeping()
    if (home !== null) rmSync(home, { recursive: true, force: true })
  }
}

function recorder(folder: string, { agentId, callId }: Permit, mark: string, home: string | null): (pid: number | null) => void {
  let forget = () => {}
  return (pid) => {
    if (pid === null) return forget()
    try {
      forget = recordRun(folder, { mark, agentId, callId, pid, home })
    } catch (cause) {
      // A full disk must not keep an agent from making room. Where processes show their mark, the next start finds them without a record.
      if (process.platform !== "linux") throw cause
    }
  }
}

/** Wakes whoever waits: at once after a pause, and not more often than every `pauseMs` while much arrives. */
function throttled(timer: Timer, pauseMs: number): { arrived(): void; now(): void; next(): Promise<void> } {
  let wake = Promise.withResolvers<void>()
  let isDue = false
  let notBefore = 0
  const now = () => wake.resolve()
  return {
    now,
    arrived() {
      if (isDue) return
      isDue = true
      const early = notBefore - timer.monotonic()
      if (early > 0) timer.after(early, now)
      else now()
    },
    async next() {
      await wake.promise
      wake = Promise.withResolvers<void>()
      isDue = false
      notBefore = timer.monotonic() + pauseMs
    },
  }
}

function refusal(because: string): ToolEvent {
  return { type: "end", ok: false, output: because, bytes: Buffer.byteLength(because) }
}

function endOf(
  ending: Ending,
  { text, bytes, sha256, spool }: Awaited<ReturnType<Output["finish"]>>,
  walls: Confinement | null,
): ToolEvent {
  const sentence = sentenceOf(ending)
  const warning = walls === null ? "[This ran without a sandbox.]\n" : ""
  const shown = text === "" ? "[no output]" : text
  const said = sentence === null ? `${warning}${shown}` : `${warning}${sentence}${hintFor(walls, text)}\n\n${shown}`
  const run = { exitCode: ending.exitCode, sha256, spool }
  return { type: "end", ok: sentence === null, output: said, bytes: Math.max(bytes, Buffer.byteLength(said)), run }
}

/** A program knows only that the disk is read-only, not why, nor what would help (T12). */
function hintFor(walls: Confinement | null, text: string): string {
  if (!walls?.write || walls.sensitive || !/Read-only file system|Device or resource busy/.test(text)) return ""
  return " Files that tell programs or agents what to do (AGENTS.md, CI, hooks, lock files) are changed only by a command that names them."
}

/** null when all went well. */
function sentenceOf({ exitCode, stopped, because, complaint }: Ending): string | null {
  if (stopped !== null) return `The command was stopped: ${because}.`
  if (exitCode === 0) return null
  if (complaint.startsWith("bwrap: ")) return "The sandbox could not be built, so the command did not run."
  if (exitCode === null) return complaint === "" ? "The command was killed." : `The command could not be started: ${complaint}`
  const signal = exitCode > 128 && exitCode < 193 ? ` (a process of it was ended by signal ${exitCode - 128})` : ""
  return `The command ended with exit code ${exitCode}${signal}.`
}
