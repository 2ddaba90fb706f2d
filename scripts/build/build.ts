// Owns: making dist/ out of the sources, only when they changed.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { withLock } from "../setup/lock.mjs"
import { root } from "../setup/paths.mjs"
import { SetupFailure, step } from "../setup/progress.mjs"
import { inputsHash } from "./inputs.ts"
import { type Target, targets } from "./targets.ts"

const stamp = join(root, "dist", "built-from.json")

export async function build(options: { force?: boolean } = {}): Promise<void> {
  await withLock("build", async () => {
    const hash = inputsHash(root)
    if (!options.force && isBuiltFrom(hash)) return
    for (const target of targets) requireEntry(target)
    await step("building", async () => {
      rmSync(join(root, "dist"), { recursive: true, force: true })
      // Loaded here: a start with nothing to build must not pay for loading the bundler.
      const vite = await import("vite")
      for (const target of targets) await buildTarget(vite, target)
      writeFileSync(stamp, `${JSON.stringify({ hash })}\n`)
    })
  })
}

async function buildTarget(vite: typeof import("vite"), target: Target): Promise<void> {
  try {
    await vite.build(target.config)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SetupFailure(
      `building ${target.name} from ${target.entry} failed:\n${reason}`,
      "correct the source it names and start again.",
    )
  }
  if (!existsSync(join(root, target.output))) {
    throw new SetupFailure(
      `building ${target.name} made no ${target.output}`,
      "compare scripts/build/targets.ts with the entry's output.",
    )
  }
}

function requireEntry({ name, entry }: Target): void {
  if (existsSync(join(root, entry))) return
  throw new SetupFailure(`the entry of ${name} is missing: ${entry}`, "restore it (git status shows what was deleted).")
}

function isBuiltFrom(hash: string): boolean {
  try {
    return JSON.parse(readFileSync(stamp, "utf8")).hash === hash && targets.every(({ output }) => existsSync(join(root, output)))
  } catch {
    return false
  }
}
