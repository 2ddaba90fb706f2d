// Owns: the only way from a page into the main process: one port per page load, for pages that isOurPage trusts.
// Listens before the window exists, because a page asks as soon as it loads.
import type { Host } from "@kibitz/host"
import { type IpcMainEvent, ipcMain, MessageChannelMain } from "electron"
import { type Line, servePort } from "../gateway/serve-port.ts"
import { isOurPage } from "../gateway/trusted-sender.ts"
import type { Undo } from "./sequence.ts"

export function gateway({ host }: { host: Promise<Host> }, undo: (how: Undo) => void): object {
  const lines = new Map<number, Line>()
  const hello = (event: IpcMainEvent) => {
    const frame = event.senderFrame
    if (!isOurPage(frame)) return
    lines.get(event.sender.id)?.close()
    const { port1, port2 } = new MessageChannelMain()
    lines.set(event.sender.id, servePort(port1, host))
    frame.postMessage("kibitz:port", null, [port2])
  }
  ipcMain.on("kibitz:hello", hello)
  undo(() => {
    ipcMain.off("kibitz:hello", hello)
    for (const line of lines.values()) line.close()
  })
  return {}
}
