// Owns: asking axe what it finds on a page. Its own builder would send the whole of axe twice for each look, and every element that passed back.
import { createRequire } from "node:module"
import type { Page } from "@playwright/test"

/** The rules whose outcome depends on colours. */
const COLOURS = ["color-contrast", "link-in-text-block"]

type Node = { readonly target: readonly unknown[]; readonly failureSummary?: string }
type Violation = { readonly id: string; readonly impact: string | null; readonly nodes: readonly Node[] }
type WithAxe = { axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> } }

/** `colours`: only what another theme can change, on a page that was looked at in full before. */
export async function seriousProblems(page: Page, what: "all" | "colours" = "all"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource())
  const found = await page.evaluate(
    async (options) => (await (globalThis as unknown as WithAxe).axe.run(document, options)).violations,
    { resultTypes: ["violations"], ...(what === "colours" ? { runOnly: { type: "rule", values: COLOURS } } : {}) },
  )
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`))
}

/** In the order of `themes`: all of it in the first, in the others what depends on colours. */
export const axeIn = (theme: number) => (theme === 0 ? "all" : "colours")

function axeSource(): string {
  const builder = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"))
  return (builder("axe-core") as { source: string }).source
}
