// Owns: running the built app under a script of ours in the real Electron, with a profile of its own, and hearing its one answer.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { spawnForLine } from "./child.ts"
import { root } from "./project.ts"

export type ElectronRun = {
  /** In bench/apps. It loads the app, which it finds in KIBITZ_PROBE_ENTRY. */
  readonly script: string
  /** Holds profile and data. */
  readonly folder: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export async function inElectron<T>({ script, folder, args = [], env = {} }: ElectronRun): Promise<T> {
  const electron = process.env.KIBITZ_ELECTRON
  if (!electron) throw new Error("KIBITZ_ELECTRON is not set: run this through npm run bench, which finds the Electron runtime")
  mkdirSync(join(folder, "profile"), { recursive: true, mode: 0o700 })
  const line = [
    join(import.meta.dirname, "apps", script),
    `--user-data-dir=${join(folder, "profile")}`,
    `--data-dir=${join(folder, "data")}`,
    `--project=${root}`,
    ...args,
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ]
  const answer = await spawnForLine<T>(electron, line, {
    ...process.env,
    ANTHROPIC_API_KEY: "",
    KIBITZ_PROBE_ENTRY: join(root, "dist/desktop/main.cjs"),
    ...env,
  })
  return answer.line
}
