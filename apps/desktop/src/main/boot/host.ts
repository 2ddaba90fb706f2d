// Owns: opening the host once the window has something to show, and closing it last. What the user types meanwhile waits in the page.
import { join } from "node:path"
import type { Host } from "@kibitz/host"
import { safeStorage } from "electron"
import manifest from "../../../package.json" with { type: "json" }
import { safeStorageSecrets } from "../secrets/safe-storage-secrets.ts"
import type { Paths } from "./paths.ts"
import type { Undo } from "./sequence.ts"

const CLOSE_LIMIT_MS = 5_000

type Needs = Pick<Paths, "launch" | "resources"> & { readonly pageIsDrawn: Promise<void> }

export function host(needs: Needs, undo: (how: Undo) => void): { host: Promise<Host> } {
  const opening = open(needs)
  // Awaited by the last phase, which reports it; until then a failure must not count as unhandled.
  opening.catch(() => {})
  undo(async () => {
    const opened = await opening.catch(() => null)
    if (opened) await within(CLOSE_LIMIT_MS, opened.close())
  })
  return { host: opening }
}

async function open({ launch: { dataDir, workspace }, resources, pageIsDrawn }: Needs): Promise<Host> {
  await pageIsDrawn
  const { openHost } = await import("@kibitz/host")
  return openHost({
    dataDir,
    workspace,
    resourcesDir: resources,
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
