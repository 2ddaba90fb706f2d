// Owns: the question before an address leaves the app. The safe answer is the one that Enter and Escape give (T24).
import { BrowserWindow, dialog, shell, type WebContents } from "electron"
import { classifyLink, type Link } from "./classify-link.ts"

/** While one question is open, further ones are dropped: a page gone wrong could otherwise bury the user in them. */
let asking = false

export async function openAfterAsking(text: string, from: WebContents): Promise<void> {
  const link = classifyLink(text)
  if (link.kind === "refused" || asking) return
  const window = BrowserWindow.fromWebContents(from)
  if (!window) return
  asking = true
  try {
    const { response } = await dialog.showMessageBox(window, {
      type: "question",
      message: question(link),
      detail: link.url,
      buttons: ["Cancel", "Open"],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    if (response === 1) await shell.openExternal(link.url)
  } finally {
    asking = false
  }
}

function question(link: Exclude<Link, { kind: "refused" }>): string {
  return link.kind === "web" ? `Open ${link.host} in your browser?` : `Write to ${link.address} with your mail program?`
}
