// Owns: knowing when the first page has drawn itself. What is heavy waits for that: it would take the thread that serves the page's
// files, and the core that draws them.
import { ipcMain } from "electron"
import type { Undo } from "./sequence.ts"

/** A page that is broken, or a window that nobody can see, must not keep the agents waiting. */
const PATIENCE_MS = 1_500

export function firstPage(_needs: object, undo: (how: Undo) => void): { pageIsDrawn: Promise<void> } {
  const drawn = Promise.withResolvers<void>()
  const patience = setTimeout(drawn.resolve, PATIENCE_MS)
  ipcMain.once("kibitz:hello", () => drawn.resolve())
  undo(() => clearTimeout(patience))
  return { pageIsDrawn: drawn.promise }
}
