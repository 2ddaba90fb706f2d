// Owns: the page's way to a file: only texts of its own, only where the user says.
import type { Session, WebContents } from "electron"
import { isOwnBlob, saveName } from "./own-download.ts"

export function guardDownloads(walled: Session, isOurs: (contents: WebContents) => boolean): void {
  // While one question is open, further ones are dropped: a page gone wrong could otherwise bury the user in them.
  let asking = false
  walled.on("will-download", (event, item, contents) => {
    if (asking || !isOurs(contents) || !isOwnBlob(item.getURL())) return event.preventDefault()
    asking = true
    item.once("done", () => {
      asking = false
    })
    // Without a path of ours, Electron asks the user for one.
    item.setSaveDialogOptions({
      title: "Save",
      defaultPath: saveName(item.getFilename()),
      filters: [{ name: "JSON lines", extensions: ["jsonl"] }],
      properties: ["showOverwriteConfirmation"],
    })
  })
}
