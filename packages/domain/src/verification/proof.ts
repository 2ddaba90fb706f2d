// Owns: what the checks of a verification amount to (OPM-8): done is never self-certified, and what a check that is not required did not show
// is not said to have been shown.
import type { CheckOutcome } from "@kibitz/contract"
import { counted } from "../kernel/counted.ts"

type Outcome = Pick<CheckOutcome, "name" | "required" | "result">

/** Something was shown, and nothing that has to be was not. */
export function isProved(checks: readonly Outcome[]): boolean {
  return checks.some(({ result }) => result === "passed") && gapsIn(checks).length === 0
}

/** What is required and was not shown. */
export function gapsIn<T extends Outcome>(checks: readonly T[]): readonly T[] {
  return checks.filter(({ required, result }) => required && result !== "passed")
}

/** What is run and told about, and holds nothing up. */
export function minorIn<T extends Outcome>(checks: readonly T[]): readonly T[] {
  return checks.filter(({ required, result }) => !required && result !== "passed")
}

/** because: as a sentence for the user. told: for the one it works for, as a predicate of its name. */
export type Proof = { readonly verified: boolean; readonly because: string; readonly told: string }

export function proofOf(checks: readonly Outcome[]): Proof {
  const minor = minorIn(checks)
  if (isProved(checks)) {
    if (minor.length === 0) return { verified: true, because: "Every check passed.", told: "is done, and its checks passed" }
    const passed = `its checks passed, except ${namesOf(minor)}, which ${minor.length === 1 ? "is" : "are"} not required`
    return { verified: true, because: `I${passed.slice(1)}.`, told: `is done, and ${passed}` }
  }
  return { verified: false, because: `It says so; ${lacking(checks, minor)}.`, told: "says that it is done" }
}

function lacking(checks: readonly Outcome[], minor: readonly Outcome[]): string {
  if (checks.length === 0) return "nothing was there to check it by"
  const failed = minor.filter(({ result }) => result === "failed")
  if (gapsIn(checks).length > 0 || failed.length === 0) return "what it was to be checked by could not be run"
  return `${namesOf(failed)} did not pass, and no check is required`
}

const NAMED = 3

function namesOf(checks: readonly Outcome[]): string {
  const names = checks.slice(0, NAMED).map(({ name }) => name)
  const more = checks.length > NAMED ? [counted(checks.length - NAMED, "other check")] : []
  const all = [...names, ...more]
  return all.length === 1 ? `${all[0]}` : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`
}
