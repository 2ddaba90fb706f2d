// Find everywhere (ux 3.2, /find): all conversations at once; nobody is joined by looking, and a chosen line is gone to.

import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

test("ux 3.2: words are found in everybody's conversation, by agent; Enter joins and leads to that line", async ({ start }) => {
  const { page, chat, overview } = await start({ probe: true })
  await chat.send("Hello, the zebra crosses first")
  await chat.finished()
  for (let n = 0; n < 6; n++) {
    await chat.send(`Hello again, number ${n}. ${"This only fills the page. ".repeat(40)}`)
    await chat.finished()
  }
  await overview.spawn("Mira")
  await page.getByTestId("composer").fill("Hello Mira, a ZEBRA is waiting")
  await page.keyboard.press("Enter")
  await expect(page.locator(".reply").last()).toBeVisible()
  await overview.leave()

  const everywhere = page.getByTestId("find-everywhere")
  const options = everywhere.getByRole("option")
  await page.keyboard.press("ControlOrMeta+Shift+f")
  await expect(everywhere.getByRole("combobox")).toBeFocused()
  await page.keyboard.type("zebra")
  await expect(everywhere.getByTestId("find-everywhere-count")).toHaveText(/lines in 2 of 2$/)
  await expect(everywhere.getByRole("group", { name: "Jake" }).getByRole("option").first()).toContainText("zebra crosses first")
  await expect(everywhere.getByRole("group", { name: "Mira" }).getByRole("option").last()).toContainText("a ZEBRA is waiting")
  await expect(options.locator("mark").first()).toHaveText(/^zebra$/i)

  await test.step("nothing was joined by looking; nothing found says so", async () => {
    await everywhere.getByRole("combobox").fill("no such words anywhere")
    await expect(everywhere).toContainText("No match for 'no such words anywhere'.")
    await page.keyboard.press("Escape")
    await expect(everywhere).toBeHidden()
    expect(await uxOf(page).presence()).toEqual({ joined: [], mounted: [] })
  })

  await test.step("the arrows reach a line far back, and Enter goes there", async () => {
    await page.keyboard.press("ControlOrMeta+Shift+f")
    await page.keyboard.type("zebra crosses")
    await expect(everywhere.getByTestId("find-everywhere-count")).toHaveText(/^1 line in 1 of 2$/)
    await page.keyboard.press("Enter")
    await expect(chat.root).toBeVisible()
    await expect(chat.find.field).toHaveValue("zebra crosses")
    await expect(chat.yours.filter({ hasText: "zebra crosses first" })).toBeInViewport()
    await expect.poll(chat.find.marked).toEqual(["zebra crosses"])
    await expect(chat.find.field).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(chat.composer).toBeFocused()
  })

  await test.step("the slash command opens it with what is looked for", async () => {
    await chat.send("/find zebra is waiting")
    await expect(everywhere.getByRole("combobox")).toHaveValue("zebra is waiting")
    await expect(options).toHaveCount(1)
    await options.first().click()
    await expect(page.getByRole("textbox", { name: "Find in this chat" })).toHaveValue("zebra is waiting")
    await expect(page.getByRole("textbox", { name: "Message Mira" })).toBeVisible()
  })
})
