// Runs electron-builder once, as told. Started by package-app.ts; configured by electron-builder.yml.
import { rmSync } from "node:fs"
import { join } from "node:path"
import { build, DIR_TARGET, Platform } from "electron-builder"
import { root } from "../setup/paths.mjs"

/** `electronDist`: an unpacked runtime of this computer. Left out, electron-builder fetches the official one of every processor asked for. */
export type PackOrder = { electronVersion: string; electronDist?: string; release: boolean }

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
    ...(electronDist === undefined ? {} : { electronDist }),
    afterPack: async ({ appOutDir, packager }) => removeDefaultApp(packager.getResourcesDir(appOutDir)),
  },
})

/** Electron's welcome page: an app that could not load its own files would show it instead of failing. */
function removeDefaultApp(resources: string): void {
  rmSync(join(resources, "default_app.asar"), { force: true })
}
