// Owns: which scenario somebody's words, or a notice, ask for.
import type { Notice } from "./notices.ts"
import type { Scenario, When } from "./scenario.ts"

/** Only the beginning is looked at: a pasted megabyte must not run through every pattern. */
const MATCHED_CHARACTERS = 4_000

export function scenarioFor(scenarios: readonly Scenario[], text: string): Scenario {
  const start = text.slice(0, MATCHED_CHARACTERS)
  const words = new Set(start.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  const found = scenarios.find(
    (scenario) => scenario.when === "otherwise" || scenario.when.some((when) => matches(when, start, words)),
  )
  if (found === undefined) throw new Error("no scenario answers everything else")
  return found
}

/** `text`: what the notice says. */
export function scenarioForNotice(scenarios: readonly Scenario[], notice: Notice, text: string): Scenario | null {
  const fits = (when: When) =>
    "notice" in when && when.notice === notice && (when.pattern === undefined || patternOf(when.pattern).test(text))
  return scenarios.find(({ when }) => when !== "otherwise" && when.some(fits)) ?? null
}

/** What the groups of its pattern caught of the user's text. */
export function caughtBy(scenario: Scenario, text: string): readonly string[] {
  if (scenario.when === "otherwise") return []
  const start = text.slice(0, MATCHED_CHARACTERS)
  for (const when of scenario.when) {
    const found = "pattern" in when && !("notice" in when) ? patternOf(when.pattern).exec(start) : null
    if (found) return found.slice(1).map((group) => group ?? "")
  }
  return []
}

function matches(when: When, text: string, words: ReadonlySet<string>): boolean {
  if ("notice" in when) return false
  if ("words" in when) return when.words.every((word) => words.has(word.toLowerCase()))
  return patternOf(when.pattern).test(text)
}

const patterns = new Map<string, RegExp>()

function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (pattern === undefined) {
    pattern = new RegExp(source, "iu")
    patterns.set(source, pattern)
  }
  return pattern
}
