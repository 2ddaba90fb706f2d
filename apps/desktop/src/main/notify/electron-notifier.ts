// Owns: Electron's notices, and the count on the app's icon, behind the notifier.
import { join } from "node:path"
import type { Notifier, UserNotice } from "@kibitz/host"
import { app, BrowserWindow, Notification, nativeImage } from "electron"
import type { ShellLog } from "../boot/log.ts"
import type { Hub } from "../shell/hub.ts"
import { overlayOf, systemNotifier } from "./system-notifier.ts"

export function electronNotifier(hub: Hub, resources: string, log: ShellLog): Notifier {
  return systemNotifier<UserNotice>({
    isSupported: () => Notification.isSupported(),
    make: (options) => new Notification(options),
    setBadgeCount: (count) => {
      if (process.platform === "win32") wear(count)
      else app.setBadgeCount(count)
    },
    opened: ({ agentId, itemId }) =>
      hub.go({ kind: "go", agentId, items: itemId === null ? [] : [itemId], cause: "notification" }),
    failed: () => hub.tellOne({ kind: "no-notices" }),
    sound: () => hub.tellOne({ kind: "sound" }),
    summary: (text) => hub.tellOne({ kind: "summary", text }),
    log,
  })

  /** Windows has no number for a button of the task bar, but a small picture over it. */
  function wear(count: number): void {
    const overlay = overlayOf(count)
    const image = overlay && nativeImage.createFromPath(join(resources, "tray", overlay.file))
    for (const window of BrowserWindow.getAllWindows()) window.setOverlayIcon(image, overlay?.words ?? "")
  }
}
