// Owns: `npm run package`. An unpacked app for this computer with whatever runtime is here, or (--release) the installers, which are
// made from Electron's official runtime only.
import { rmSync } from "node:fs"
import { join } from "node:path"
import { build } from "../build/build.ts"
import { command } from "../setup/command.mjs"
import { type ElectronRuntime, electronRuntime, officialElectron } from "../setup/electron.ts"
import { withLock } from "../setup/lock.mjs"
import { root } from "../setup/paths.mjs"
import { notice, SetupFailure, step } from "../setup/progress.mjs"
import type { PackOrder } from "./pack.ts"

export async function packageApp(options: { release: boolean }): Promise<void> {
  const runtime = await (options.release ? officialElectron() : electronRuntime())
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

/** Installers are for other processors too: electron-builder fetches the official runtime of each, while a folder given would go into all. */
export function packOrder({ version, dist }: ElectronRuntime, release: boolean): PackOrder {
  return release ? { electronVersion: version, release } : { electronVersion: version, electronDist: dist, release }
}

/** In a process of its own: electron-builder ends the process it runs in as it sees fit. */
async function pack(runtime: ElectronRuntime, release: boolean): Promise<void> {
  rmSync(join(root, "release"), { recursive: true, force: true })
  const script = join(root, "scripts", "package", "pack.ts")
  const order = JSON.stringify(packOrder(runtime, release))
  const { code, output } = await command(process.execPath, [script, order], { quiet: true })
  if (code !== 0) throw new SetupFailure(`electron-builder failed:\n${output.trim()}`, "solve what it reports and start again.")
}
