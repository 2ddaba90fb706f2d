// Owns: asking axe what it finds on a page. Legacy mode, because Electron cannot open axe's extra page.
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"

/** The rules whose outcome depends on colours. */
const COLOURS = ["color-contrast", "link-in-text-block"]

/** `colours`: only what another theme can change, on a page that was looked at in full before. */
export async function seriousProblems(page: Page, what: "all" | "colours" = "all"): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (what === "colours" ? axe.withRules(COLOURS) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`))
}

/** In the order of `themes`: all of it in the first, in the others what depends on colours. */
export const axeIn = (theme: number) => (theme === 0 ? "all" : "colours")
