// Owns: `npm run quick`: what a change calls for, within a minute. Compares with the last commit, or with what is named (`npm run quick -- main`);
// without a change since, the last commit itself is looked at. `npm test` stays the answer.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { build } from "../build/build.ts"
import { playwrightStage } from "../checks/playwright.ts"
import { notProvenHere, type Stage } from "../checks/stage.ts"
import { changedTypes, law, lintOf } from "../checks/static.ts"
import { narrowedUnitStage, reportFile, type VitestReport } from "../checks/unit.ts"
import { projectFiles } from "../law/check.ts"
import { command } from "../setup/command.mjs"
import { root } from "../setup/paths.mjs"
import { SetupFailure, say } from "../setup/progress.mjs"
import { readGraph } from "./graph.ts"
import { chooseTests, screensFor } from "./select.ts"

/** For all tests together, counted one after the other; two run at a time. */
const TEST_SECONDS = 40
/** For a file that was never timed. */
const UNKNOWN_SECONDS = 1

export async function quickStages(base: string | undefined): Promise<readonly Stage[]> {
  const changed = await changedFiles(base)
  if (changed.length === 0) throw new SetupFailure("nothing has changed", "change something, or name what to compare with.")
  const took = lastDurations()
  const graph = readGraph(projectFiles(root))
  const chosen = chooseTests(graph, changed, {
    seconds: TEST_SECONDS,
    secondsOf: (path) => took.get(path) ?? UNKNOWN_SECONDS,
  })
  const screens = screensFor(changed, readdirSync(join(root, "e2e", "screens")))
  say(`${changed.length} changed files, ${chosen.files.length} test files${screens.length > 0 ? `, ${screens.join(" ")}` : ""}`)
  return [
    changedTypes,
    lintOf(changed.filter((path) => existsSync(join(root, path)))),
    law,
    ...(chosen.files.length > 0 ? [leavingOut(narrowedUnitStage(chosen.files), chosen.left)] : []),
    ...(screens.length > 0 ? [screenStage(screens)] : []),
  ]
}

function leavingOut(stage: Stage, left: number): Stage {
  if (left === 0) return stage
  const note = notProvenHere(`${left} test files that this change reaches from further away`, "left for npm test")
  return { ...stage, run: async () => ({ ...(await stage.run()), notes: [note] }) }
}

function screenStage(folders: readonly string[]): Stage {
  const { name, run } = playwrightStage("screens", ["--project=screens", ...folders])
  return {
    name,
    async run() {
      await build()
      return run()
    },
  }
}

async function changedFiles(base: string | undefined): Promise<readonly string[]> {
  const since = await git("diff", "--name-only", base ?? "HEAD")
  const fresh = await git("ls-files", "--others", "--exclude-standard")
  const found = [...new Set([...since, ...fresh])]
  return found.length > 0 || base !== undefined ? found : git("diff", "--name-only", "HEAD~1", "HEAD")
}

async function git(...args: readonly string[]): Promise<readonly string[]> {
  const { code, output } = await command("git", args, { quiet: true })
  if (code !== 0) throw new SetupFailure(`git ${args.join(" ")} failed: ${output.trim()}`, "name a commit that is there.")
  return output.split("\n").filter((line) => line !== "")
}

/** How long each file took in the last whole run, in seconds. */
function lastDurations(): ReadonlyMap<string, number> {
  try {
    const { testResults } = JSON.parse(readFileSync(reportFile, "utf8")) as VitestReport
    return new Map(
      testResults.map(({ name, startTime = 0, endTime = 0 }) => [relative(root, name), (endTime - startTime) / 1000]),
    )
  } catch {
    return new Map()
  }
}
