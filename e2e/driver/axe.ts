// Owns: asking axe what it finds on a page. Legacy mode, because Electron cannot open axe's extra page.
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"

export async function seriousProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`))
}
