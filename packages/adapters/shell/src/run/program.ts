// Owns: one program from its start to the end of the last process of it. It is over when the program is, not when its pipes are: a daemon
// may hold those for ever (F25). Stopping is asked for first, then forced (F24).
import { type ChildProcessByStdio, spawn } from "node:child_process"
import type { Duplex, Readable } from "node:stream"
import type { WrappedCommand } from "@kibitz/ports"
import { HOST_FD, keepGate } from "./gate.ts"
import type { RunLimits } from "./limits.ts"
import type { Output } from "./output.ts"
import type { Timer } from "./timing.ts"
import { containedTree, noTree, openTree, type Tree } from "./tree.ts"
import { watchOver } from "./watchdog.ts"

export type Ending = {
  /** null when it was killed or never started. */
  readonly exitCode: number | null
  /** Set when it did not end by itself. */
  readonly stopped: "timeout" | "aborted" | "limit" | "unrecorded" | null
  readonly because: string
  /** What the starter itself complained of, before the program could. */
  readonly complaint: string
}

export type Program = {
  readonly command: WrappedCommand
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly mark: string
  /** In a PID namespace: ending its first process ends all. */
  readonly isContained: boolean
  readonly timeoutMs: number
  readonly limits: RunLimits
  readonly timer: Timer
  readonly output: Output
  readonly onOutput: () => void
  /** Called with the process before its command may begin, and with null when nothing of it is left. Throws where it must not begin. */
  readonly onProcess: (pid: number | null) => void
}

/** How long a program that was asked to end may take. */
export const TERM_GRACE_MS = 5_000
/** How long the kernel may take to end what it was told to end: a process that waits for a dead disk cannot be ended at all. */
const KILL_GRACE_MS = 10_000
/** How long what it printed may take to arrive after it has ended. */
const PIPE_GRACE_MS = 2_000
/** How often what is left is looked for without walls. */
const MOST_LOOKS = 50

type Child = ChildProcessByStdio<null, Readable, Readable>

export type Running = {
  /** Never rejects: what could not be started has ended too. */
  readonly ended: Promise<Ending>
  /** Nobody listens any more. */
  stop(): void
}

export function startProgram(program: Program, signal: AbortSignal): Running {
  let stop = () => {}
  const ended = start(program, signal, (how) => {
    stop = how
  }).catch((cause: unknown) => {
    return { exitCode: null, stopped: null, because: "", complaint: cause instanceof Error ? cause.message : String(cause) }
  })
  return { ended, stop: () => stop() }
}

function start(program: Program, signal: AbortSignal, stopWith: (stop: () => void) => void): Promise<Ending> {
  const { command, cwd, env, timer, timeoutMs } = program
  return new Promise((resolve) => {
    // In a session of its own: a group to signal, and no terminal to ask at.
    const child = spawn(command.file, command.args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      detached: true,
    }) as Child
    const tree =
      child.pid === undefined ? noTree : program.isContained ? containedTree(child.pid) : openTree(child.pid, program.mark)
    let stopped: Ending["stopped"] = null
    let because = ""
    let complaint = ""
    let cancelNext = () => {}
    const kill = () => {
      tree.kill()
      cancelNext = timer.after(KILL_GRACE_MS, () => {
        because += "; a process of it still waits for the system and could not be ended"
        finish(null)
      })
    }
    const stop = (why: Ending["stopped"], sentence: string, how: "ask" | "force") => {
      if (stopped !== null) return
      stopped = why
      because = sentence
      if (how === "force") return kill()
      tree.ask()
      cancelNext = timer.after(TERM_GRACE_MS, kill)
    }
    const unwatch = watchOver(
      (most) => tree.census(most),
      program.limits,
      timer,
      (what) => stop("limit", what, "force"),
    )
    const cancelTimeout = timer.after(timeoutMs, () => stop("timeout", `it took longer than ${timeoutMs / 1000} seconds`, "ask"))
    const aborted = () => stop("aborted", "it was called off", "ask")
    signal.addEventListener("abort", aborted, { once: true })
    stopWith(aborted)

    const finish = (exitCode: number | null) => {
      unwatch()
      cancelTimeout()
      cancelNext()
      signal.removeEventListener("abort", aborted)
      for (const pipe of child.stdio) pipe?.destroy()
      program.onProcess(null)
      resolve({ exitCode: stopped === null ? exitCode : null, stopped, because, complaint })
    }
    child.once("error", (error) => {
      complaint ||= error.message
      if (child.pid === undefined) finish(null)
    })
    if (child.pid === undefined) return
    try {
      program.onProcess(child.pid)
      keepGate(child.stdio[HOST_FD] as Duplex, () => {
        tree.begin()
        return stopped === null
      })
    } catch (cause) {
      stop("unrecorded", cause instanceof Error ? cause.message : String(cause), "force")
    }
    const drained = drain(child, program, (text) => {
      complaint += text
    })
    child.once("exit", (code) => {
      unwatch()
      void afterExit(program, tree, drained).then(() => finish(code))
    })
  })
}

/** What is left of it is ended; then what is still in the pipes is waited for, but not for ever. */
async function afterExit(program: Program, tree: Tree, drained: Promise<void>): Promise<void> {
  if (!program.isContained) await endStrays(tree)
  let cancel = () => {}
  const late = new Promise<void>((resolve) => {
    cancel = program.timer.after(PIPE_GRACE_MS, resolve)
  })
  await Promise.race([drained, late])
  cancel()
}

/**
 * Without walls one look is not enough: whoever forks or becomes another program in that moment is not seen by it. Looks until one finds
 * nobody, and not for ever: somebody else's program may show no environment at all.
 */
async function endStrays(tree: Tree): Promise<void> {
  for (let look = 0; look < MOST_LOOKS && !tree.kill(); look += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Resolves when both pipes are empty. The second one is the starter's own: the program writes everything to the first. */
function drain(child: Child, program: Program, complain: (text: string) => void): Promise<void> {
  const pipes = [child.stdout, child.stderr]
  let open = pipes.length
  return new Promise((resolve) => {
    for (const pipe of pipes) {
      pipe.on("data", (chunk: Buffer) => {
        if (pipe === child.stderr) complain(chunk.toString("utf8", 0, 2_000))
        const busy = program.output.take(chunk)
        program.onOutput()
        if (busy === null) return
        pipe.pause()
        void busy.then(() => pipe.resume())
      })
      pipe.once("error", () => undefined)
      pipe.once("close", () => {
        open -= 1
        if (open === 0) resolve()
      })
    }
  })
}
