// Owns: running Playwright on the real Electron, on virtual displays where there is none, and counting.
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { command } from "../setup/command.mjs"
import { hasDisplay, openVirtualDisplay } from "../setup/display.ts"
import { type ElectronRuntime, electronRuntime } from "../setup/electron.ts"
import { electronSystem } from "../setup/electron-system.ts"
import { root, scratch } from "../setup/paths.mjs"
import { notProvenHere, type Outcome, type Stage, whole } from "./stage.ts"

type Annotations = { annotations?: { type: string; description?: string }[] }
type Result = Annotations & { error?: { message?: string } }
type Spec = { title: string; file: string; ok: boolean; tests: (Annotations & { status: string; results: Result[] })[] }
type Suite = { title: string; specs?: Spec[]; suites?: Suite[] }
export type PlaywrightReport = { suites: Suite[]; errors?: { message?: string }[] }

const limitMs = 45 * 60_000

/**
 * Side by side, each on a virtual display of its own: on one display windows would take the focus from each other. One more than there are cores in a small
 * machine: tests wait for timers, disks and each other's frames, and two workers leave a fifth of two cores idle.
 */
const mostWorkers = 3

/** Screens and journeys, or only what the arguments name. */
export function playwrightStage(name: string, args: readonly string[] = []): Stage {
  return {
    name,
    run: async () => countPlaywright(await runPlaywright(args, hasDisplay() ? 1 : mostWorkers)),
  }
}

async function runPlaywright(args: readonly string[], workers: number): Promise<PlaywrightReport> {
  const file = join(scratch, "playwright.json")
  rmSync(file, { force: true })
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js")
  const { code, timedOut } = await onDisplay(
    (env) =>
      command(process.execPath, [playwright, "test", `--workers=${workers}`, ...args], {
        own: true,
        limitMs,
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      }),
    workers,
  )
  if (timedOut) throw new Error(`Playwright did not end within ${limitMs / 60_000} minutes`)
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    throw new Error(`Playwright ended with code ${code} and left no report; its output is above`)
  }
}

/**
 * Brings the runtime, its libraries and virtual displays where there is none of its own, runs the work, takes the displays away again.
 * `DISPLAY` is the first of them; `KIBITZ_DISPLAYS` names them all.
 */
export async function onDisplay<T>(
  work: (env: Record<string, string>, runtime: ElectronRuntime) => Promise<T>,
  displays = 1,
): Promise<T> {
  const runtime = await electronRuntime()
  const display = hasDisplay() ? "own" : "virtual"
  await electronSystem(runtime.executable, display)
  const env = { ELECTRON_OVERRIDE_DIST_PATH: runtime.dist, KIBITZ_ELECTRON: runtime.executable }
  if (display === "own") return work(env, runtime)
  const screens = await Promise.all(Array.from({ length: displays }, openVirtualDisplay))
  const names = screens.map(({ name }) => name)
  try {
    return await work({ ...env, DISPLAY: names[0] ?? "", KIBITZ_DISPLAYS: names.join(" ") }, runtime)
  } finally {
    for (const screen of screens) await screen.close()
  }
}

export function countPlaywright(report: PlaywrightReport): Outcome {
  let passed = 0
  let failed = 0
  const problems: string[] = []
  for (const { message } of report.errors ?? []) {
    failed += 1
    problems.push(firstLine(message))
  }
  for (const { spec, title } of report.suites.flatMap((suite) => specsOf(suite, ""))) {
    for (const test of spec.tests) {
      if (test.status === "expected") {
        passed += 1
        continue
      }
      failed += 1
      const message = test.results.findLast(({ error }) => error !== undefined)?.error?.message
      problems.push(`${title}: ${message === undefined ? `was ${test.status}` : firstLine(message)}`)
    }
  }
  return whole({ passed, failed, problems, notes: notProven(report) })
}

/** A test that could not do its work on this machine says so with an annotation: it is green, and must not be taken for proof. */
function notProven({ suites }: PlaywrightReport): readonly string[] {
  const specs = suites.flatMap((suite) => specsOf(suite, ""))
  const told = specs.flatMap(({ spec, title }) =>
    spec.tests
      .flatMap((test) => [test, ...test.results].flatMap(({ annotations }) => annotations ?? []))
      .filter(({ type }) => type === "limited")
      .map(({ description }) => notProvenHere(title, description)),
  )
  return [...new Set(told)]
}

function specsOf(suite: Suite, above: string): { spec: Spec; title: string }[] {
  const here = above === "" ? suite.title : `${above} › ${suite.title}`
  const own = (suite.specs ?? []).map((spec) => ({ spec, title: `${here} › ${spec.title}` }))
  return [...own, ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, here))]
}

function firstLine(message: string | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Playwright colours its messages
  return (message ?? "failed without a message").replace(/\u001b\[\d+m/g, "").split("\n")[0] ?? ""
}
