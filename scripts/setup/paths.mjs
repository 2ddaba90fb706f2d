// @ts-check
// Owns: where set-up keeps things. Node built-ins only: this runs before any dependency is there.
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Locks and logs of set-up. Outside node_modules, which `npm ci` deletes while the lock is held. */
export const scratch = join(root, ".cache")

/** Downloads shared by every checkout of this user. */
export function userCache() {
  if (process.env.XDG_CACHE_HOME) return join(process.env.XDG_CACHE_HOME, "kibitz")
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "kibitz")
  if (process.platform === "win32") return join(process.env.LOCALAPPDATA ?? homedir(), "kibitz", "cache")
  return join(homedir(), ".cache", "kibitz")
}
