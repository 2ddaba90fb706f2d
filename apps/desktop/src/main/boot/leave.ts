// Owns: how Kibitz ends: by being quit, by not being the first, or by not being able to start.
import { app, dialog, session } from "electron"
import { describeStartFailure } from "../launch/start-failure.ts"
import type { Running } from "./sequence.ts"
import { AlreadyRunning } from "./single-instance.ts"

export function leaveInOrder(running: Running<unknown>): void {
  let leaving = false
  const leave = async (code: number) => {
    if (leaving) return
    leaving = true
    // Chromium writes what a page keeps (unsent text) at its leisure; exiting does not wait for that.
    if (app.isReady()) session.defaultSession.flushStorageData()
    for (const failure of await running.undo()) console.error(failure)
    app.exit(code)
  }
  app.on("window-all-closed", () => app.quit())
  // Chromium's own answer to these signals gives up, loudly, when quitting takes longer than it likes.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void leave(0))
  app.on("will-quit", (event) => {
    event.preventDefault()
    void leave(0)
  })
  running.done.catch(async (cause: unknown) => {
    if (leaving) return
    if (cause instanceof AlreadyRunning) console.error(cause.message)
    else await report(cause)
    await leave(cause instanceof AlreadyRunning ? 0 : 1)
  })
}

async function report(cause: unknown): Promise<void> {
  const { title, detail } = describeStartFailure(cause)
  console.error(`${title}\n${detail}`)
  // The environment, not the launch options: those may be what could not be read.
  if (process.env.KIBITZ_QUIET_FAILURES === "1") return
  await app.whenReady()
  await dialog.showMessageBox({ type: "error", title: "Kibitz", message: title, detail, buttons: ["Quit"], noLink: true })
}
