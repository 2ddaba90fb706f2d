// Owns: running Vitest and counting by what a test needs: nothing, a port suite, SQLite on disk.
import { readFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { command } from "../setup/command.mjs"
import { root, scratch } from "../setup/paths.mjs"
import { notProvenHere, type Outcome, type Stage, whole } from "./stage.ts"

/** `meta.limited`: why the test could not do its work on this machine, as the test itself has said. */
type Assertion = { status: string; fullName: string; failureMessages?: string[]; meta?: { limited?: string } }
export type VitestReport = {
  success: boolean
  testResults: FileResult[]
}
type FileResult = {
  name: string
  status: string
  message?: string
  assertionResults: Assertion[]
  /** Milliseconds since 1970. */
  startTime?: number
  endTime?: number
}

/** Of the last whole run: `npm run quick` reads from it how long each file takes. */
export const reportFile = join(scratch, "vitest.json")

const limitMs = 20 * 60_000
const lingerSeconds = 20

/** One run of Vitest, told as three stages; `args` narrow it down (`npm run unit -- packages/domain`). */
export function unitStages(args: readonly string[] = []): readonly Stage[] {
  let report: Promise<VitestReport> | undefined
  const once = () => {
    report ??= runVitest(args)
    return report
  }
  const kinds = [
    { name: "unit", holds: (file: string) => !/\.(contract|db)\.test\.tsx?$/.test(file) },
    { name: "port suites", holds: (file: string) => /\.contract\.test\.tsx?$/.test(file) },
    { name: "database", holds: (file: string) => /\.db\.test\.tsx?$/.test(file) },
  ]
  return kinds.map(({ name, holds }) => ({
    name,
    async run() {
      return countVitest(await once(), holds)
    },
  }))
}

export function narrowedUnitStage(args: readonly string[]): Stage {
  return { name: "unit", run: async () => countVitest(await runVitest(args), () => true) }
}

async function runVitest(args: readonly string[]): Promise<VitestReport> {
  const file = args.length === 0 ? reportFile : join(scratch, "vitest-part.json")
  rmSync(file, { force: true })
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`]
  const lingering = endSoonAfter(file)
  const options = { own: true, limitMs, signal: lingering.signal }
  const { code, timedOut } = await command(process.execPath, [vitest, "run", ...reporters, ...args], options)
  lingering.stop()
  if (timedOut) throw new Error(`Vitest did not end within ${limitMs / 60_000} minutes`)
  const report = readReport(file)
  if (report === undefined) throw new Error(`Vitest ended with code ${code} and left no report; its output is above`)
  const allPassed = report.testResults.every(({ status }) => status === "passed")
  if (allPassed && lingering.signal.aborted)
    throw new Error("a test left something running: Vitest had its results but did not end")
  // Errors outside any test (an unhandled rejection) leave every test green and only the code red.
  if (allPassed && code !== 0) throw new Error("Vitest saw an error outside the tests; its output is above")
  return report
}

/** The report is Vitest's last act. A test's forgotten child process can keep Vitest alive after it, for ever. */
function endSoonAfter(file: string): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  let seen = 0
  const timer = setInterval(() => {
    if (readReport(file) !== undefined) seen += 1
    if (seen > lingerSeconds) controller.abort()
  }, 1000)
  return { signal: controller.signal, stop: () => clearInterval(timer) }
}

function readReport(file: string): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

/** Anything but "passed" has failed: skipped and unfinished tests prove nothing. */
export function countVitest(report: VitestReport, holds: (file: string) => boolean): Outcome {
  let passed = 0
  let failed = 0
  const problems: string[] = []
  const notes: string[] = []
  for (const file of report.testResults) {
    const name = relative(root, file.name)
    if (!holds(name)) continue
    if (file.assertionResults.length === 0) {
      failed += 1
      problems.push(`${name}: ${file.message?.trim() || "holds no test"}`)
    }
    for (const test of file.assertionResults) {
      if (test.meta?.limited) notes.push(notProvenHere(`${name}: ${test.fullName}`, test.meta.limited))
      if (test.status === "passed") {
        passed += 1
        continue
      }
      failed += 1
      problems.push(`${name}: ${test.fullName}: ${beginningOf(test.failureMessages?.[0]) ?? `was ${test.status}`}`)
    }
  }
  return whole({ passed, failed, problems, notes })
}

/** A property test says in its second and third line where it failed: without them nobody could look there again. */
function beginningOf(message: string | undefined): string | undefined {
  const lines = message?.split("\n") ?? []
  return message && lines.slice(0, lines[0]?.includes("Property failed") ? 3 : 1).join("\n      ")
}
