// Owns: whether there is a screen, and a virtual one for tests where there is none.
import { spawn } from "node:child_process"
import { SetupFailure } from "./progress.mjs"

export function hasDisplay(): boolean {
  if (process.platform !== "linux") return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

export type VirtualDisplay = { name: string; close: () => Promise<void> }

const startLimitMs = 20_000

/** Xvfb picks a free number itself and tells it on a pipe: no race with other displays, no guessing when it is ready. */
export function openVirtualDisplay(): Promise<VirtualDisplay> {
  const args = ["-displayfd", "3", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"]
  const server = spawn("Xvfb", args, { stdio: ["ignore", "ignore", "pipe", "pipe"] })
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()))
  const close = async () => {
    server.kill("SIGTERM")
    await ended
  }
  return new Promise((resolve, reject) => {
    let errors = ""
    const fail = (reason: string) => {
      clearTimeout(timer)
      reject(
        new SetupFailure(
          `the virtual display did not start: ${reason}`,
          "check that Xvfb runs here, or set DISPLAY to a display.",
        ),
      )
    }
    const timer = setTimeout(() => {
      server.kill("SIGKILL")
      fail("no answer")
    }, startLimitMs)
    server.stderr?.on("data", (chunk) => {
      errors += chunk
    })
    server.once("error", (error) => fail(error.message))
    server.once("close", () => fail(errors.trim() || "it ended at once"))
    server.stdio[3]?.once("data", (chunk) => {
      clearTimeout(timer)
      resolve({ name: `:${String(chunk).trim()}`, close })
    })
  })
}
