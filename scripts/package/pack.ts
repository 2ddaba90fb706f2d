// Runs electron-builder once, as told. Started by package-app.ts; configured by electron-builder.yml.
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { build, DIR_TARGET, Platform } from "electron-builder"
import { root } from "../setup/paths.mjs"

export type PackOrder = { electronVersion: string; electronDist: string; release: boolean }

const { electronVersion, electronDist, release } = JSON.parse(process.argv[2] ?? "") as PackOrder

// Signing needs certificates: whoever has them sets this to true.
process.env.CSC_IDENTITY_AUTO_DISCOVERY ??= "false"

await build({
  ...(release ? {} : { targets: Platform.current().createTarget(DIR_TARGET) }),
  projectDir: root,
  publish: "never",
  config: {
    extends: "electron-builder.yml",
    electronVersion,
    electronDist,
    afterPack: async ({ appOutDir }) => removeDefaultApp(appOutDir),
  },
})

/** Electron's welcome page: an app that could not load its own files would show it instead of failing. */
function removeDefaultApp(appOutDir: string): void {
  for (const resources of ["resources", "Kibitz.app/Contents/Resources"]) {
    const file = join(appOutDir, resources, "default_app.asar")
    if (existsSync(file)) rmSync(file)
  }
}
