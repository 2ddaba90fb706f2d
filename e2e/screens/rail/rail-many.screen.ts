// What waits when far more waits than anybody answers in one go: the most urgent are drawn, and the rest where the user goes on.
import { expect, test } from "../../stage/test.ts"

test("more than a hundred wait: a hundred lines are on the page, the button leads to the next, End to the last of all", async ({
  start,
}) => {
  const { page, overview } = await start({ seed: "200,3,0,180", join: false })
  // Sixty ask and sixty are stuck; the other sixty are only to be read.
  await expect(page.getByTestId("rail-count")).toContainText("60 items from 60 agents", { timeout: 60_000 })
  await expect(page.getByTestId("rail-other")).toContainText("60 items to look at", { timeout: 60_000 })
  const lines = overview.rail.locator("[data-entry]")
  await expect(page.getByTestId("needs-more")).toHaveText("20 more")
  await expect(lines).toHaveCount(100)
  await page.getByTestId("needs-more").focus()
  await page.keyboard.press("Enter")
  await expect(lines).toHaveCount(120)
  await expect(lines.nth(100)).toBeFocused()
  await overview.showTree()
  await overview.showAttention()
  await expect(lines).toHaveCount(100)
  await lines.first().focus()
  await page.keyboard.press("End")
  await expect(lines).toHaveCount(120)
  await expect(lines.last()).toBeFocused()
  await expect(page.getByTestId("needs-more")).toHaveCount(0)
  await page.keyboard.press("Home")
  await expect(lines.first()).toBeFocused()
})
