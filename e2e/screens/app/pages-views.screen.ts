// The audit log and the cost as a person reads them (ux 1.10), and the keyboard page as a person changes it (ux 1.11).

import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

test("the audit log is narrowed by typed words and read by keyboard: j and k, Enter for the detail, g to the agent", async ({
  start,
}) => {
  const { page, chat } = await start()
  await chat.send("/execute")
  await chat.send("rehearse: gate team")
  await expect(page.getByTestId("count-needs-you")).toHaveText(/[1-9]/, { timeout: 30_000 })
  await chat.send("/audit")
  const audit = page.getByTestId("audit")
  const rows = audit.getByRole("listitem")
  for (const heading of ["Time", "Who", "Agent", "What", "Axes", "Phase"])
    await expect(audit.locator(".audit-heads")).toContainText(heading)
  const field = audit.getByLabel("Filter by text")
  await expect(field).toBeFocused()

  await page.keyboard.type("agent:jake axis:phase since:today")
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText("phase: planning → execution")
  await expect(audit.getByLabel("Since")).toHaveValue("today")
  await expect(audit.getByLabel("Kind")).toHaveValue("transition")
  // Choosing beside it takes the typed word away; Escape clears what is left, and does not close the log.
  await audit.getByLabel("Kind").selectOption("")
  await expect(field).toHaveValue("agent:jake since:today")
  await field.press("Escape")
  await expect(field).toHaveValue("")
  await expect(audit).toBeVisible()

  await field.fill("kind:agent came to be")
  await expect(rows.first()).toContainText("came to be")
  // The answer to the new words replaces the lines: a line of the old list would lose the focus.
  await expect(rows.filter({ hasNotText: "came to be" })).toHaveCount(0)
  const lines = audit.locator("[data-entry]")
  await lines.first().focus()
  await page.keyboard.press("j")
  await expect(lines.nth(1)).toBeFocused()
  await page.keyboard.press("k")
  await expect(lines.first()).toBeFocused()
  const agent = await rows.first().locator(".audit-agent").textContent()
  await page.keyboard.press("Enter")
  await expect(rows.first()).toContainText('"mac"')
  await expect(rows.first().getByRole("button", { name: "Copy JSON" })).toBeVisible()
  await page.keyboard.press("g")
  await expect(audit).toHaveCount(0)
  await expect(page.getByRole("region", { name: `Chat with ${agent}` })).toBeVisible()
})

test("the cost is shown by hour and by agent, the largest first, and as figures for those who do not see bars", async ({
  start,
}) => {
  const { page, chat } = await start()
  await chat.send("rehearse: gate team")
  await expect(page.getByTestId("count-needs-you")).toHaveText(/[1-9]/, { timeout: 30_000 })
  await page.getByTestId("status-bar").getByTestId("spent").click()
  const cost = page.getByTestId("cost")
  await expect(cost).toContainText("(rehearsal)")
  await expect(cost.getByRole("img", { name: /^Tokens by hour/ })).toBeVisible()
  const agents = cost.getByRole("table", { name: "Spent by agent" })
  await expect(agents.getByRole("columnheader", { name: "Tokens", exact: true })).toHaveAttribute("aria-sort", "descending")
  const widths = () =>
    agents.locator(".cost-share-bar").evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width))
  await expect.poll(async () => (await widths()).length).toBeGreaterThan(1)
  const found = await widths()
  expect(found).toEqual(found.toSorted((a, b) => b - a))
  expect(found[0]).toBeGreaterThan(0)
  await agents.getByRole("button", { name: "Agent", exact: true }).click()
  await expect(agents.getByRole("columnheader", { name: "Agent" })).toHaveAttribute("aria-sort", "ascending")
  await cost.getByText("The figures as a table").click()
  await expect(cost.getByRole("columnheader", { name: "Tokens written" })).toBeVisible()
  await cost.getByRole("radio", { name: "Money" }).check()
  await expect(cost.getByRole("img", { name: /^Money by hour, \$0\.00/ })).toBeVisible()
})

test("ux 2.2: out of the cost one is back where one was, by key and by button: in the chat, joined, or on the map", async ({
  start,
}) => {
  const { page, chat, overview } = await start({ probe: true })
  const cost = page.getByTestId("cost")
  const isJoined = (joined: readonly string[]) => expect.poll(async () => (await uxOf(page).presence()).joined).toEqual(joined)
  const jake = await uxOf(page).idOf("Jake")
  const show = async () => {
    await page.getByTestId("status-bar").getByTestId("spent").click()
    await expect(cost).toBeVisible()
    await isJoined([])
  }
  await expect(chat.composer).toBeVisible()
  await show()
  await page.keyboard.press("Escape")
  await expect(chat.composer).toBeVisible()
  await isJoined([`${jake}`])
  await show()
  await cost.getByRole("button", { name: "Close" }).click()
  await expect(chat.composer).toBeFocused()
  await isJoined([`${jake}`])
  await overview.leave()
  await show()
  await page.keyboard.press("Escape")
  await expect(overview.root).toBeVisible()
})

test("keys are searched, changed with the conflict shown in place, switched off as a group, and set back", async ({ start }) => {
  const { page, settings } = await start()
  await settings.open("Keyboard")
  const search = settings.root.getByLabel("Search the keys")
  await search.fill("inspector")
  const row = settings.root.locator("[data-action=inspector]")
  await expect(settings.root.locator("[data-action]")).toHaveCount(1)
  await row.getByRole("button", { name: /^Change Ctrl\+Shift\+B/ }).click()
  await page.keyboard.press("Control+b")
  await expect(row).toContainText("It is the key for: Show or hide the rail.")
  await page.keyboard.press("Control+Shift+y")
  await expect(row.getByRole("button", { name: /^Change Ctrl\+Shift\+Y/ })).toBeVisible()
  await search.fill("no such thing")
  await expect(settings.root).toContainText("No match for 'no such thing'. Esc clears the filter.")
  await search.press("Escape")
  await expect(search).toHaveValue("")
  await expect(settings.root).toBeVisible()
  await page.keyboard.press("Escape")

  await test.step("at once: the new key works, the old one does not", async () => {
    const inspector = page.getByTestId("inspector")
    const isShown = await inspector.isVisible()
    await page.keyboard.press("Control+Shift+b")
    await page.keyboard.press("Control+Shift+y")
    await expect(inspector).toBeVisible({ visible: !isShown })
  })

  await settings.open("Keyboard")
  const single = settings.root.getByRole("switch", { name: /Single-key shortcuts/ })
  await single.click()
  await expect(single).not.toBeChecked()
  await expect(settings.root.locator("[data-action=approve] .key-off")).toBeVisible()
  await settings.root.getByRole("button", { name: "Reset all" }).click()
  await expect(settings.root.locator("[data-action=inspector]")).toContainText("Ctrl+Shift+B")
})

test("ux 1.1: who waits for another, is paused or idle has a shape of its own in the status bar, which stays one line at 900 px", async ({
  start,
}) => {
  const { app, page, chat, overview } = await start({ pace: 1 })
  const count = (name: string) => page.getByTestId(`count-${name}`)
  await chat.send("/spawn Lead rehearse: gate team")
  await chat.send("/spawn Tal rehearse: long story")
  await chat.send("/spawn Noa rehearse: long story")
  await overview.spawn("Ben")
  await overview.join("Jake")
  await expect(count("working")).toContainText("2 working", { timeout: 30_000 })
  await expect(page.getByTestId("runtime")).toHaveAttribute("title", /^Longest at work: (Tal|Noa|Lead|Ed|Mira), <1m$/)
  await chat.send("@Tal /pause")
  await expect(count("paused").locator(".glyph-paused")).toBeVisible()
  await expect(count("paused")).toContainText("1 paused")
  await expect(count("idle").locator(".glyph-idle")).toBeVisible()
  await expect(count("waits").locator(".glyph-blocked")).toBeVisible({ timeout: 30_000 })
  await expect(count("waits")).toContainText("1 waits for another")
  await expect(count("stuck")).toHaveCount(0)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600))
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(900)
  const bar = await page.getByTestId("status-bar").evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    over: element.scrollWidth - element.clientWidth,
  }))
  expect(bar.height).toBeLessThanOrEqual(28)
  expect(bar.over).toBeLessThanOrEqual(0)
  await expect(count("paused")).toBeVisible()
  await expect(page.getByTestId("go-on-all")).toBeInViewport()
})
