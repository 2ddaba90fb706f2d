// Owns: what a stage of `npm test` is, and adding stages up. A stage that ran nothing has failed.
import { interruption } from "../setup/command.mjs"
import { elapsed, SetupFailure } from "../setup/progress.mjs"

export type Outcome = { passed: number; failed: number; problems: readonly string[]; notes?: readonly string[] }

export type Stage = { name: string; run: () => Promise<Outcome> }

export type Total = { passed: number; failed: number; failures: readonly string[]; notes: readonly string[] }

const toStdout = (text: string): void => {
  process.stdout.write(text)
}

export async function runStages(stages: readonly Stage[], write: (text: string) => void = toStdout): Promise<Total> {
  let passed = 0
  let failed = 0
  const failures: string[] = []
  const notes: string[] = []
  for (const stage of stages) {
    if (interruption() !== undefined) {
      failed += 1
      failures.push(`${stage.name} and what follows: not run, interrupted by ${interruption()}`)
      break
    }
    const start = performance.now()
    write(`── ${stage.name} ──\n`)
    const outcome = await settle(stage)
    passed += outcome.passed
    failed += outcome.failed
    write(`${stage.name}: ${outcome.passed} passed, ${outcome.failed} failed (${elapsed(start)})\n`)
    for (const note of outcome.notes ?? []) {
      write(`  ! ${note}\n`)
      notes.push(`${stage.name}: ${note.split("\n")[0]}`)
    }
    for (const problem of outcome.problems) {
      write(`  ✗ ${problem}\n`)
      // The whole of it stands with its stage; the list at the end is for finding it.
      failures.push(`${stage.name}: ${problem.split("\n")[0]}`)
    }
  }
  return { passed, failed, failures, notes }
}

/** A stage that throws is one failure that names itself; the stages after it still run. */
async function settle(stage: Stage): Promise<Outcome> {
  try {
    return whole(await stage.run())
  } catch (error) {
    const reason = error instanceof SetupFailure ? `${error.message}\n    what to do: ${error.remedy}` : String(error)
    return { passed: 0, failed: 1, problems: [reason] }
  }
}

export function whole(outcome: Outcome): Outcome {
  if (outcome.passed + outcome.failed > 0) return outcome
  return { passed: 0, failed: 1, problems: ["ran no tests at all"] }
}

/** For a test that passed without having done its work, because this machine cannot. */
export function notProvenHere(title: string, why: string | undefined): string {
  return `not proven here: ${title}: ${why || "this machine cannot do it"}`
}

/** One check that either holds or not. */
export function single(ok: boolean, problem: string): Outcome {
  return ok ? { passed: 1, failed: 0, problems: [] } : { passed: 0, failed: 1, problems: [problem] }
}

export function sum(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((count, { passed }) => count + passed, 0),
    failed: outcomes.reduce((count, { failed }) => count + failed, 0),
    problems: outcomes.flatMap(({ problems }) => problems),
    notes: outcomes.flatMap(({ notes }) => notes ?? []),
  }
}

export function lastLine(total: Total): string {
  return `${total.passed} passed, ${total.failed} failed`
}

/** The end of `npm test`: what failed, what is worth a look, and the sum as its last line. */
export function closing(total: Total): string {
  const list = (title: string, mark: string, lines: readonly string[]) =>
    lines.length === 0 ? "" : `\n${title}:\n${lines.map((line) => `  ${mark} ${line}\n`).join("")}`
  return `${list("Failed", "✗", total.failures)}${list("Passed, but", "!", total.notes)}\n${lastLine(total)}\n`
}
