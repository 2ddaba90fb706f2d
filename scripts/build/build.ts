// Owns: making dist/ out of the sources, only when they changed.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { command } from "../setup/command.mjs"
import { withLock } from "../setup/lock.mjs"
import { root } from "../setup/paths.mjs"
import { SetupFailure, step } from "../setup/progress.mjs"
import { inputsHash } from "./inputs.ts"
import { type Target, targets } from "./targets.ts"

const stamp = join(root, "dist", "built-from.json")

type Built = { hash: string; warnings: string }

/** Returns what the bundler warned of when this dist/ was made; `npm test` wants that to be nothing. */
export function build(options: { force?: boolean } = {}): Promise<string> {
  return withLock("build", async () => {
    const hash = inputsHash(root)
    const built = options.force ? null : builtFrom(hash)
    if (built) return built.warnings
    for (const target of targets) requireEntry(target)
    const warnings = await step("building", bundleAll)
    for (const target of targets) requireOutput(target)
    writeFileSync(stamp, `${JSON.stringify({ hash, warnings } satisfies Built)}\n`)
    return warnings
  })
}

/** In a process of its own: a bundler that fails outside its promise would take the whole test run with it. */
async function bundleAll(): Promise<string> {
  rmSync(join(root, "dist"), { recursive: true, force: true })
  const { code, output } = await command(process.execPath, [join(root, "scripts", "build", "bundle.ts")], { quiet: true })
  if (code !== 0) throw new SetupFailure(`the build failed:\n${output.trim()}`, "correct the source it names and start again.")
  if (output.trim() !== "") process.stderr.write(output)
  return output.trim()
}

function requireEntry({ name, entry }: Target): void {
  if (existsSync(join(root, entry))) return
  throw new SetupFailure(`the entry of ${name} is missing: ${entry}`, "restore it (git status shows what was deleted).")
}

function requireOutput({ name, output }: Target): void {
  if (existsSync(join(root, output))) return
  throw new SetupFailure(`building ${name} made no ${output}`, "compare scripts/build/targets.ts with what the build wrote.")
}

function builtFrom(hash: string): Built | null {
  try {
    const built: Built = JSON.parse(readFileSync(stamp, "utf8"))
    return built.hash === hash && targets.every(({ output }) => existsSync(join(root, output))) ? built : null
  } catch {
    return null
  }
}
