// Owns: that one data folder has one Kibitz (F18). A second start only brings the first one forward: its arguments are not obeyed,
// because any program of this user can send them (T34).
import { app, BrowserWindow } from "electron"
import type { Undo } from "./sequence.ts"

export class AlreadyRunning extends Error {
  constructor() {
    super("Kibitz is already running with this data folder; it has been brought forward.")
    this.name = "AlreadyRunning"
  }
}

export function singleInstance(_needs: object, undo: (how: Undo) => void): object {
  if (!app.requestSingleInstanceLock()) throw new AlreadyRunning()
  undo(() => app.releaseSingleInstanceLock())
  app.on("second-instance", () => bringForward())
  return {}
}

export function bringForward(): void {
  const window = BrowserWindow.getAllWindows()[0]
  if (!window) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
