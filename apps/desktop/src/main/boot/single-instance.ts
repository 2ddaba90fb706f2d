// Owns: that one data folder has one Kibitz (F18). A second start only brings the first one forward: its arguments are not obeyed,
// because any program of this user can send them (T34).
import { app } from "electron"
import type { Undo } from "./sequence.ts"

export class AlreadyRunning extends Error {
  constructor(message = "Kibitz is already running with this data folder; it has been brought forward.") {
    super(message)
    this.name = "AlreadyRunning"
  }
}

export function singleInstance(_needs: object, undo: (how: Undo) => void): object {
  if (!app.requestSingleInstanceLock()) throw new AlreadyRunning()
  undo(() => app.releaseSingleInstanceLock())
  return {}
}
