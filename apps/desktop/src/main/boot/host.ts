// Owns: opening the host once the window has what it shows first, and closing it last. What the user types meanwhile waits in the page.
import { join } from "node:path"
import type { Host } from "@kibitz/host"
import { app, safeStorage } from "electron"
import manifest from "../../../package.json" with { type: "json" }
import { keepCompiledCode } from "../launch/compiled-code.ts"
import { electronNotifier } from "../notify/electron-notifier.ts"
import { safeStorageSecrets } from "../secrets/safe-storage-secrets.ts"
import { whenDamaged } from "./damaged.ts"
import { whenHeld } from "./held.ts"
import type { IpcLog } from "./ipc-log.ts"
import type { ShellLog } from "./log.ts"
import type { Paths } from "./paths.ts"
import type { Undo } from "./sequence.ts"
import type { Shell } from "./shell.ts"

const CLOSE_LIMIT_MS = 5_000
/** A window that is not drawn must not keep the agents waiting. */
const PATIENCE_MS = 1_000
/** By then the first screen is drawn and what the first message needs is loaded. */
const QUIET_MS = 2_000

type Needs = Pick<Paths, "launch" | "resources"> & {
  readonly log: ShellLog
  readonly pageIsServed: Promise<void>
  readonly shell: Shell
  readonly ipcLog: IpcLog | null
}

export function host(needs: Needs, undo: (how: Undo) => void): { host: Promise<Host> } {
  const leaving = new AbortController()
  const opening = open(needs, leaving.signal)
  // Awaited by the last phase, which reports it; until then a failure must not count as unhandled.
  opening.catch(() => {})
  needs.ipcLog?.follow(opening)
  undo(async () => {
    // A question that is still open would never be answered.
    leaving.abort()
    const opened = await opening.catch(() => null)
    if (opened) await within(CLOSE_LIMIT_MS, opened.close())
  })
  return { host: opening }
}

async function open(needs: Needs, leaving: AbortSignal): Promise<Host> {
  const { launch, resources, log, pageIsServed, shell } = needs
  const { dataDir, workspace, seed } = launch
  const isDrawn = firstPicture()
  await pageIsServed
  // The page needs this thread for its first picture and for the keys pressed on it. Neither needs the host.
  await Promise.race([isDrawn, after(PATIENCE_MS)])
  const keepCompiled = keepCompiledCode(join(dataDir, "browser", "compiled"), manifest.version)
  const { loadHost } = await import("@kibitz/host/load")
  const { openHost, openReadOnly } = await loadHost(letGo)
  await letGo()
  const place = { dataDir, workspace, resourcesDir: resources, version: manifest.version }
  const start = () =>
    openHost({
      ...place,
      environment: process.env,
      secrets: safeStorageSecrets(join(dataDir, "provider-key"), safeStorage),
      notifier: electronNotifier(shell.hub, resources, log),
      ...(seed === null ? {} : { seed }),
    })
  const opened = await start()
    .catch((cause: unknown) => whenDamaged(cause, { ...place, leaving }).then(start))
    .catch((cause: unknown) =>
      whenHeld(cause, { dataDir, leaving, openReadOnly: () => openReadOnly({ ...place, isHeld: true }) }),
    )
  const timer = setTimeout(keepCompiled, QUIET_MS)
  leaving.addEventListener("abort", () => clearTimeout(timer), { once: true })
  return opened
}

/** Of the main window, which is made after this. */
function firstPicture(): Promise<void> {
  return new Promise((resolve) =>
    app.once("browser-window-created", (_event, window) => window.once("ready-to-show", () => resolve())),
  )
}

/** What Chromium has for this thread comes first: the page's next picture is among it. */
function letGo(): Promise<void> {
  return after(0)
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** A turn that does not want to end must not keep the app from quitting: what matters is in the journal already. */
async function within(limitMs: number, work: Promise<void>): Promise<void> {
  const limit = Promise.withResolvers<void>()
  const timer = setTimeout(limit.resolve, limitMs)
  try {
    await Promise.race([work, limit.promise])
  } finally {
    clearTimeout(timer)
  }
}
