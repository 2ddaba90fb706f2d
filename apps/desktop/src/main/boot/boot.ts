// Owns: the order in which Kibitz starts. Each phase gets what the ones before it gave; quitting takes them back right to left.
// Everything above `ready` runs in the first tick, because Chromium will not hear of it later.
import { app } from "electron"
import { gateway } from "./gateway.ts"
import { hardening, sessionWalls } from "./hardening.ts"
import { host } from "./host.ts"
import { ipcLog } from "./ipc-log.ts"
import { log } from "./log.ts"
import { paths } from "./paths.ts"
import { assets } from "./protocol.ts"
import { bootSequence } from "./sequence.ts"
import { shell } from "./shell.ts"
import { singleInstance } from "./single-instance.ts"
import { surroundings } from "./surroundings.ts"
import { window } from "./window.ts"

export const boot = bootSequence<{ readonly entryFolder: string }>()
  .next("hardening", hardening)
  .next("paths", paths)
  .next("single instance", singleInstance)
  .next("log", log)
  .next("ready", () => app.whenReady().then(() => ({})))
  .next("session walls", sessionWalls)
  .next("assets", assets)
  .next("shell", shell)
  .next("log of what is asked", ipcLog)
  .next("host", host)
  .next("gateway", gateway)
  .next("window", window)
  .next("host is open", async ({ host: opening }) => ({ opened: await opening }))
  .next("surroundings", surroundings)
