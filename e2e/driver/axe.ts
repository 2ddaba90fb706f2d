// Owns: asking axe what it finds on a page. The page gets axe once and answers with what is wrong alone: a builder that brings it along for every
// question, and all that is right with the answer, took more time than axe itself.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "@playwright/test"

/** The rules whose outcome depends on colours. */
const COLOURS = ["color-contrast", "link-in-text-block"]

type Violation = {
  readonly id: string
  readonly impact?: string | null
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[]
}
type Axe = { run(where: Document, options: object): Promise<{ violations: Violation[]; passes: unknown[] }> }

/** `colours`: only what another theme can change, on a page that was looked at in full before. */
export async function seriousProblems(page: Page, what: "all" | "colours" = "all"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource())
  const rules = what === "colours" ? { runOnly: { type: "rule", values: COLOURS } } : {}
  const { violations, passed } = await page.evaluate(
    async (options) => {
      const found = await (globalThis as unknown as { axe: Axe }).axe.run(document, options)
      return { violations: found.violations, passed: found.passes.length }
    },
    { resultTypes: ["violations"], ...rules },
  )
  // A run without a single rule that fits the page would find nothing on any page.
  if (passed === 0 && violations.length === 0) throw new Error("axe has looked at nothing")
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`))
}

/** In the order of `themes`: all of it in the first, in the others what depends on colours. */
export const axeIn = (theme: number) => (theme === 0 ? "all" : "colours")

let source: string | null = null

/** The axe that @axe-core/playwright brings, as one script that defines `axe`. */
function axeSource(): string {
  const brings = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"))
  source ??= readFileSync(brings.resolve("axe-core/axe.min.js"), "utf8")
  return source
}
