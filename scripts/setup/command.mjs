// @ts-check
// Owns: starting other programs. Arguments are always a list, never a shell line.
import { spawn } from "node:child_process"
import { root } from "./paths.mjs"

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] added to this process's environment
 * @property {boolean} [quiet] keep the output instead of showing it
 * @property {boolean} [aside] show all of the output on stderr: stdout belongs to what is being set up for
 * @property {number} [limitMs] ends the program after this time
 * @property {AbortSignal} [signal] ends the program when aborted
 * @property {boolean} [own] its own process group, so that ending it reaches its children (not for interactive programs)
 */

/** @typedef {{ code: number, output: string, timedOut: boolean }} CommandResult */

/** The code shells use for a program that could not be started. */
export const notStarted = 127

/** @type {NodeJS.Signals | undefined} */
let interruptedBy

/** The signal that asked this process to stop while a command ran: nothing further should be started. */
export function interruption() {
  return interruptedBy
}

/**
 * Resolves with the exit code; a program that cannot be started counts as code 127, and why is in the output, or on stderr where the
 * output is shown: nobody else would say it.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<CommandResult>}
 */
export function command(file, args, options = {}) {
  const ownGroup = options.own === true && process.platform !== "win32"
  return new Promise((resolve) => {
    let output = ""
    let timedOut = false
    const cannotStart = (/** @type {unknown} */ error) => {
      const reason = `${file} could not be started: ${error instanceof Error ? error.message : error}`
      output += reason
      if (!options.quiet) process.stderr.write(`${reason}\n`)
    }
    /** @type {import("node:child_process").ChildProcess} */
    let child
    try {
      child = spawn(file, [...args], {
        cwd: options.cwd ?? root,
        env: { ...process.env, ...options.env },
        stdio: options.quiet ? ["ignore", "pipe", "pipe"] : options.aside ? ["inherit", 2, 2] : "inherit",
        detached: ownGroup,
      })
    } catch (error) {
      // Some reasons (a path that leads through a file) are thrown, others come as an event.
      cannotStart(error)
      resolve({ code: notStarted, output, timedOut })
      return
    }
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString("utf8")
    }
    child.stdout?.on("data", keep)
    child.stderr?.on("data", keep)

    const end = (/** @type {NodeJS.Signals} */ signal) => {
      try {
        if (ownGroup && child.pid !== undefined) process.kill(-child.pid, signal)
        else child.kill(signal)
      } catch {
        // It ended by itself between the signal and now.
      }
    }
    // A terminal sends Ctrl-C to the child too, and a second one often means "at once"; other signals reach only us.
    const handOn = () => {
      interruptedBy = "SIGTERM"
      end("SIGTERM")
    }
    const interrupted = () => {
      interruptedBy = "SIGINT"
      if (ownGroup || !process.stdin.isTTY) end("SIGINT")
    }
    const aborted = () => end("SIGKILL")
    options.signal?.addEventListener("abort", aborted)
    process.on("SIGTERM", handOn)
    process.on("SIGINT", interrupted)
    const timer = options.limitMs
      ? setTimeout(() => {
          timedOut = true
          end("SIGKILL")
        }, options.limitMs)
      : undefined

    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer)
      options.signal?.removeEventListener("abort", aborted)
      process.off("SIGTERM", handOn)
      process.off("SIGINT", interrupted)
      resolve({ code, output, timedOut })
    }
    child.once("error", (error) => {
      cannotStart(error)
      finish(notStarted)
    })
    child.once("close", (code, signal) => finish(code ?? (signal === "SIGINT" ? 130 : 143)))
  })
}
