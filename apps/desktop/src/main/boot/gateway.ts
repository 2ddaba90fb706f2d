// Owns: the only way from a page into the main process: one port per page load, for pages that isOurPage trusts in windows the hub knows.
// Listens before the window exists, because a page asks as soon as it loads.
import type { Host } from "@kibitz/host"
import { app, type IpcMainEvent, ipcMain, MessageChannelMain, type WebContents } from "electron"
import { type Line, servePort } from "../gateway/serve-port.ts"
import { isOurPage } from "../gateway/trusted-sender.ts"
import type { IpcLog } from "./ipc-log.ts"
import type { Undo } from "./sequence.ts"
import type { Shell } from "./shell.ts"

type Needs = { readonly host: Promise<Host>; readonly shell: Shell; readonly ipcLog: IpcLog | null }

export function gateway({ host, shell, ipcLog }: Needs, undo: (how: Undo) => void): object {
  const { hub, isLeaving } = shell
  const lines = new Map<number, Line>()
  const hello = (event: IpcMainEvent) => {
    const { senderFrame: frame, sender } = event
    const { id } = sender
    if (!isOurPage(frame) || !hub.isOurs(id)) return
    lines.get(id)?.close()
    const { port1, port2 } = new MessageChannelMain()
    let forget = () => {}
    const line = servePort(port1, {
      host,
      isLeaving,
      door: (ask) => hub.asked(id, ask),
      closed: () => forget(),
      heard: ipcLog ? (request) => ipcLog.heard(id, request) : undefined,
    })
    lines.set(id, line)
    forget = hub.connected(id, line.say)
    frame.postMessage("kibitz:port", null, [port2])
  }
  ipcMain.on("kibitz:hello", hello)
  // A page that has died did not leave: who was in its chats is told of that (ux 6).
  const watch = (_event: unknown, contents: WebContents) => {
    const { id } = contents
    contents.on("render-process-gone", (_gone, { reason }) => {
      if (reason !== "clean-exit") lines.get(id)?.close("crashed")
    })
    contents.once("destroyed", () => {
      lines.get(id)?.close("closed")
      lines.delete(id)
    })
  }
  app.on("web-contents-created", watch)
  undo(() => {
    app.off("web-contents-created", watch)
    ipcMain.off("kibitz:hello", hello)
    for (const line of lines.values()) line.close()
  })
  return {}
}
