// Owns: opening the host beside the window, not before it, and closing it last. Its modules are the bulk of the app:
// they load while Chromium starts the page's process.
import { join } from "node:path"
import type { Host } from "@kibitz/host"
import { safeStorage } from "electron"
import manifest from "../../../package.json" with { type: "json" }
import { safeStorageSecrets } from "../secrets/safe-storage-secrets.ts"
import type { Paths } from "./paths.ts"
import type { Undo } from "./sequence.ts"

const CLOSE_LIMIT_MS = 5_000

export function host(
  { launch, resources }: Pick<Paths, "launch" | "resources">,
  undo: (how: Undo) => void,
): { host: Promise<Host> } {
  const opening = open(launch.dataDir, launch.workspace, resources)
  // Awaited by the last phase, which reports it; until then a failure must not count as unhandled.
  opening.catch(() => {})
  undo(async () => {
    const opened = await opening.catch(() => null)
    if (opened) await within(CLOSE_LIMIT_MS, opened.close())
  })
  return { host: opening }
}

async function open(dataDir: string, workspace: string, resourcesDir: string): Promise<Host> {
  const { openHost } = await import("@kibitz/host")
  return openHost({
    dataDir,
    workspace,
    resourcesDir,
    version: manifest.version,
    environment: process.env,
    secrets: safeStorageSecrets(join(dataDir, "provider-key"), safeStorage),
  })
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
