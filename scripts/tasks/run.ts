// `npm run <task>` on the project's Node.
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { build } from "../build/build.ts"
import { onDisplay, playwrightStage } from "../checks/playwright.ts"
import { lastLine, runStages, type Stage } from "../checks/stage.ts"
import { law, lint, types } from "../checks/static.ts"
import { narrowedUnitStage, unitStages } from "../checks/unit.ts"
import { packageApp } from "../package/package-app.ts"
import { quickStages } from "../quick/stages.ts"
import { command } from "../setup/command.mjs"
import { sandboxSwitch } from "../setup/electron.ts"
import { root } from "../setup/paths.mjs"
import { runMain, SetupFailure } from "../setup/progress.mjs"

const tasks: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  async build() {
    await build({ force: true })
    return 0
  },
  check: () => stages([types, lint, law]),
  quick: async ([base]) => stages(await quickStages(base)),
  unit: (args) => stages(args.length === 0 ? unitStages() : [narrowedUnitStage(args)]),
  async screens(args) {
    await build()
    return stages([playwrightStage("screens", ["--project=screens", ...args])])
  },
  async e2e(args) {
    await build()
    await packageApp({ release: false })
    return stages([playwrightStage("journeys", ["--project=journeys", ...args])])
  },
  async bench(args) {
    const script = join(root, "bench", "run.ts")
    if (!existsSync(script))
      throw new SetupFailure("the benchmarks are missing: bench/run.ts", "restore it (git status shows what was deleted).")
    await build()
    const { code } = await onDisplay((env) => command(process.execPath, [script, ...args], { env }))
    return code
  },
  async package(args) {
    await packageApp({ release: args.includes("--release") })
    return 0
  },
  async icons() {
    const script = join(root, "scripts", "icons", "render.mjs")
    const { code } = await onDisplay((env, { executable }) => command(executable, [...sandboxSwitch(), script], { env }))
    return code
  },
  /**
   * The same views the tests look at, written down as the record of how the screen looks. With `--all [folder]`: the map in windows, text sizes and
   * teams of every size, for a person to look at and for nobody to keep.
   */
  async pictures([all, folder = join(root, ".cache", "pictures")]) {
    await build()
    if (all === "--all") process.env.KIBITZ_ALL_PICTURES = resolve(process.env.INIT_CWD ?? root, folder)
    else process.env.KIBITZ_PICTURES = "1"
    return stages([playwrightStage("pictures", ["views/pictures"])])
  },
  async format() {
    const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome")
    const { code } = await command(process.execPath, [biome, "check", "--write"])
    return code
  },
  // Loaded when they are asked for: the other tasks need no database.
  golden: async (args) => (await import("../golden/write.ts")).writeGolden(args),
  "verify-audit": async (args) => (await import("./verify-audit.ts")).verifyAudit(args),
  async kibitz(args) {
    await build()
    const { code } = await command(process.execPath, [join(root, "dist", "cli", "kibitz.js"), ...args], {
      cwd: process.env.INIT_CWD,
    })
    return code
  },
}

await runMain(async () => {
  const [name = "", ...args] = process.argv.slice(2)
  const task = tasks[name]
  if (task !== undefined) return task(args)
  throw new SetupFailure(`there is no task "${name}"`, `use one of: ${Object.keys(tasks).join(", ")}.`)
})

async function stages(list: readonly Stage[]): Promise<number> {
  const total = await runStages(list)
  process.stdout.write(`\n${lastLine(total)}\n`)
  return total.failed === 0 ? 0 : 1
}
