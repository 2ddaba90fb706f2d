// Owns: `npm run package`. An unpacked app for this computer with whatever runtime is here, or (--release) the installers, which are
// made from Electron's official runtime only.
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { build } from "../build/build.ts"
import { type ElectronRuntime, electronRuntime } from "../setup/electron.ts"
import { withLock } from "../setup/lock.mjs"
import { root } from "../setup/paths.mjs"
import { notice, SetupFailure, step } from "../setup/progress.mjs"

export async function packageApp(options: { release: boolean }): Promise<void> {
  const runtime = await electronRuntime()
  if (options.release) refuseForRelease(runtime)
  await build()
  await withLock("package", () =>
    step(options.release ? "making the installers" : "packaging the app (unpacked)", () => pack(runtime, options.release)),
  )
  if (!options.release && runtime.source !== "official") {
    notice(
      `release/ holds Electron ${runtime.version} that is not from its official download: for tests here, not for handing out.`,
    )
  }
}

function refuseForRelease({ source, version }: ElectronRuntime): void {
  if (source === "official") return
  throw new SetupFailure(
    `a release needs Electron's official runtime; here is one of another origin (${source}, ${version})`,
    "unset ELECTRON_OVERRIDE_DIST_PATH and run this where Electron's download site can be reached.",
  )
}

async function pack(runtime: ElectronRuntime, release: boolean): Promise<void> {
  rmSync(join(root, "release"), { recursive: true, force: true })
  // Loaded here: nothing but packaging should pay for it.
  const builder = await import("electron-builder")
  const targets = release ? undefined : builder.Platform.current().createTarget(builder.DIR_TARGET)
  // Signing needs certificates; whoever releases sets them up and this switch is then theirs to drop.
  process.env.CSC_IDENTITY_AUTO_DISCOVERY ??= "false"
  await builder.build({
    ...(targets === undefined ? {} : { targets }),
    projectDir: root,
    publish: "never",
    config: {
      extends: "electron-builder.yml",
      electronVersion: runtime.version,
      electronDist: runtime.dist,
      afterPack: async ({ appOutDir }) => removeDefaultApp(appOutDir),
    },
  })
}

/** Electron's welcome page: an app that could not load its own files would show it instead of failing. */
function removeDefaultApp(appOutDir: string): void {
  for (const resources of ["resources", "Kibitz.app/Contents/Resources"]) {
    const file = join(appOutDir, resources, "default_app.asar")
    if (existsSync(file)) rmSync(file)
  }
}
