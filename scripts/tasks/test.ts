// `npm test` on the project's Node: every stage, added up. A failing stage names itself; the later ones still run.
import { build } from "../build/build.ts"
import { playwrightStage } from "../checks/playwright.ts"
import { closing, runStages, type Stage, single } from "../checks/stage.ts"
import { bundles, law, lint, types } from "../checks/static.ts"
import { unitStages } from "../checks/unit.ts"
import { packageApp } from "../package/package-app.ts"
import { elapsed, runMain, say } from "../setup/progress.mjs"
import { sandboxForTest } from "../setup/sandbox.ts"

const sandbox: Stage = {
  name: "sandbox",
  async run() {
    await sandboxForTest()
    return single(true, "")
  },
}

const building: Stage = {
  name: "build",
  async run() {
    const warnings = await build()
    return single(warnings === "", `the build warns:\n${warnings}`)
  },
}

const packaging: Stage = {
  name: "package",
  async run() {
    await packageApp({ release: false })
    return single(true, "")
  },
}

await runMain(async () => {
  const start = performance.now()
  const stages = [
    types,
    lint,
    law,
    sandbox,
    ...unitStages(),
    building,
    bundles,
    packaging,
    playwrightStage("screens and journeys"),
  ]
  const total = await runStages(stages)
  say(`everything took ${elapsed(start)}`)
  process.stdout.write(closing(total))
  return total.failed === 0 ? 0 : 1
})
