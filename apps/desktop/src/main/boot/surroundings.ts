// Owns: what stands around the windows once everything runs: the tray, and hearing that the screen is locked. Last of all, and after a pause: both ask
// the system for things that take their time, and nothing of it may hold the first page up.
import { join } from "node:path"
import type { ClientCommandInput } from "@kibitz/contract"
import type { Host } from "@kibitz/host"
import { app, Menu, nativeImage, powerMonitor, Tray } from "electron"
import type { Hub } from "../shell/hub.ts"
import { lockWatch } from "../shell/lock-watch.ts"
import { type TrayIcon, trayKeeper } from "../shell/tray.ts"
import type { ShellLog } from "./log.ts"
import type { Paths } from "./paths.ts"
import type { Undo } from "./sequence.ts"
import type { Shell } from "./shell.ts"

const PAUSE_MS = 2_000

type Needs = Pick<Paths, "resources"> & { readonly opened: Host; readonly shell: Shell; readonly log: ShellLog }

export async function surroundings(
  { opened, shell: { hub }, resources, log }: Needs,
  undo: (how: Undo) => void,
): Promise<object> {
  // Here, where the host has brought it along: named at the top, all the words would be read before Chromium may begin.
  const { jakeId } = await import("@kibitz/contract")
  // For as long as the app is there somebody can be asked, also while a page is being brought back.
  const line = opened.connect("desktop", () => {})
  let asked = 0
  const ask = (command: ClientCommandInput) => line.receive({ type: "dispatch", id: ++asked, command })
  undo(() => line.close())

  const later = setTimeout(() => {
    opened.announce({ program: "desktop", address: null })
    // Nothing runs here that could be held or waited for.
    if (opened.isReadOnly) return
    const tray = trayKeeper({
      icon: () => systemTray(join(resources, "tray"), log),
      show: () => hub.bringForward(),
      hold: () => ask({ type: "agent.halt", agentId: jakeId, how: "pause", scope: "all" }),
      goOn: () => ask({ type: "agent.resume", agentId: jakeId, scope: "all" }),
      quit: () => app.quit(),
    })
    undo(tray.close)
    undo(opened.watch(tray.facts))
    undo(watchLock(hub))
  }, PAUSE_MS)
  undo(() => clearTimeout(later))
  return {}
}

function watchLock(hub: Hub): Undo {
  const lock = lockWatch({
    platform: process.platform,
    locked: () => hub.tellAll({ kind: "locked" }),
    unlocked: (lockedMs) => hub.tellAll({ kind: "unlocked", lockedMs }),
    isLocked: () => powerMonitor.getSystemIdleState(60) === "locked",
    now: () => performance.now(),
  })
  powerMonitor.on("lock-screen", lock.lock)
  powerMonitor.on("unlock-screen", lock.unlock)
  return () => {
    powerMonitor.off("lock-screen", lock.lock)
    powerMonitor.off("unlock-screen", lock.unlock)
    lock.close()
  }
}

/** Null where the system has none. */
function systemTray(icons: string, log: ShellLog): TrayIcon | null {
  const file = (name: string) => join(icons, name)
  const isMac = process.platform === "darwin"
  try {
    const plain = nativeImage.createFromPath(file(isMac ? "trayTemplate.png" : "tray.png"))
    const waiting = isMac ? plain : nativeImage.createFromPath(file("tray-waiting.png"))
    const tray = new Tray(plain)
    return {
      draw({ needYou, tip, template }) {
        tray.setImage(needYou > 0 ? waiting : plain)
        // A template image has no colours of its own; there the number says it.
        if (isMac) tray.setTitle(needYou > 0 ? String(needYou) : "")
        tray.setToolTip(tip)
        tray.setContextMenu(Menu.buildFromTemplate(template))
      },
      onClick: (heard) => void tray.on("click", heard),
      close: () => tray.destroy(),
    }
  } catch (cause) {
    log("there is no tray", { error: String(cause) })
    return null
  }
}
