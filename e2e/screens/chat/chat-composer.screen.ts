// Writing (ux 1.3, 2.2, 2.4, 4): drafts that stay, commands with a hint, naming agents and files, and several chats side by side.
import { expect, test } from "../../stage/test.ts"

test("a draft stays with its agent over switching and restart, and its tab says so", async ({ start }) => {
  let kibitz = await start()
  await kibitz.overview.spawn("Ed")
  await kibitz.page.keyboard.type("for Ed, later")
  await kibitz.overview.join("Jake")
  await expect(kibitz.chat.composer).toHaveValue("")
  await kibitz.chat.composer.fill("for Jake")
  await kibitz.overview.join("Ed")
  await expect(kibitz.page.getByTestId("composer")).toHaveValue("for Ed, later")
  await expect(kibitz.page.getByRole("tab", { name: /Jake/ })).toHaveAccessibleName(/unsent text/)
  await kibitz.quit()
  kibitz = await start()
  await expect(kibitz.chat.composer).toHaveValue("for Jake")
  await kibitz.overview.join("Ed")
  await expect(kibitz.page.getByTestId("composer")).toHaveValue("for Ed, later")
})

test("a draft that is come back to is written on at its end, after another chat and after a restart", async ({ start }) => {
  let kibitz = await start()
  await kibitz.page.keyboard.type("half a thought")
  await kibitz.overview.leave()
  await kibitz.page.keyboard.press("Enter")
  await expect(kibitz.chat.composer).toBeFocused()
  await kibitz.page.keyboard.type(", a whole one")
  await expect(kibitz.chat.composer).toHaveValue("half a thought, a whole one")
  await kibitz.quit()
  kibitz = await start()
  await kibitz.page.keyboard.type(".")
  await expect(kibitz.chat.composer).toHaveValue("half a thought, a whole one.")
})

test("a command shows what it takes as a hint behind the cursor, Tab completes, and an unknown one is not sent", async ({
  start,
}) => {
  const { page, chat } = await start()
  await chat.composer.pressSequentially("/mod")
  const options = page.getByTestId("options")
  await expect(options.getByRole("option").first()).toContainText("/mode")
  await expect(chat.root.locator(".slash-ghost")).toContainText("e <chat|plan|build")
  await page.keyboard.press("Tab")
  await expect(chat.composer).toHaveValue("/mode ")
  await page.keyboard.press("Escape")
  await expect(options).toHaveCount(0)
  await expect(chat.composer).toBeFocused()
  await chat.composer.fill("/nonsense")
  await page.keyboard.press("Enter")
  await expect(chat.root.getByRole("alert")).toContainText("/nonsense")
  await expect(chat.yours).toHaveCount(0)
})

test("the command that Tab and Enter take is marked from the first letter on, and a pointer that merely lies there marks nothing", async ({
  start,
}) => {
  const { page, chat } = await start()
  const options = page.getByTestId("options").getByRole("option")
  const marked = page.getByTestId("options").getByRole("option", { selected: true })
  const shade = (at: number) => options.nth(at).evaluate((option) => getComputedStyle(option).backgroundColor)
  await chat.composer.pressSequentially("/")
  const third = await options.nth(2).boundingBox()
  if (!third) throw new Error("there is no third command")
  await page.keyboard.press("Backspace")
  await expect(options).toHaveCount(0)
  await page.mouse.move(third.x + 40, third.y + third.height / 2)
  await page.keyboard.type("/")
  const first = (await options.first().locator(".slash-name").textContent()) ?? ""
  await expect(marked.locator(".slash-name")).toHaveText([first])
  await expect(chat.composer).toHaveAttribute("aria-activedescendant", (await options.first().getAttribute("id")) ?? "")
  await expect.poll(() => options.nth(2).evaluate((option) => option.matches(":hover"))).toBe(true)
  expect(await shade(2)).toBe(await shade(3))
  expect(await shade(0)).not.toBe(await shade(3))
  await test.step("moved, it shows what a click would take; what the keys take stays", async () => {
    await page.mouse.move(third.x + 60, third.y + third.height / 2)
    await expect.poll(() => shade(2)).not.toBe(await shade(3))
    await expect(marked.locator(".slash-name")).toHaveText([first])
  })
  await test.step("an arrow goes on from the mark", async () => {
    const second = (await options.nth(1).locator(".slash-name").textContent()) ?? ""
    await page.keyboard.press("ArrowDown")
    await expect(marked.locator(".slash-name")).toHaveText([second])
    await page.keyboard.press("ArrowUp")
    await expect(marked.locator(".slash-name")).toHaveText([first])
  })
  await test.step("Enter takes it where what is typed is no command yet, and runs nothing by that", async () => {
    await chat.composer.fill("/mod")
    await expect(marked.locator(".slash-name")).toHaveText(["/mode"])
    await page.keyboard.press("Enter")
    await expect(chat.composer).toHaveValue("/mode ")
    await page.keyboard.type("rep")
    await page.keyboard.press("Enter")
    await expect(chat.composer).toHaveValue("/mode repair")
    await expect(chat.root.getByRole("article")).toHaveCount(0)
    await page.keyboard.press("Enter")
    await expect(chat.composer).toHaveValue("")
  })
})

test("the list of commands comes also after the palette or the settings were opened and closed over the chat", async ({
  start,
}) => {
  const { page, chat } = await start()
  const options = page.getByTestId("options")
  for (const [key, over] of [
    ["ControlOrMeta+k", "palette"],
    ["ControlOrMeta+,", "settings"],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByTestId(over)).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(chat.composer).toBeFocused()
    await page.keyboard.type("/")
    await expect(options).toBeVisible()
    await page.keyboard.press("Backspace")
    await expect(options).toHaveCount(0)
  }
})

test("@ names an agent or a file of the project: by arrows, Tab or click, and the cursor goes on behind it", async ({
  start,
}) => {
  const { page, chat, overview } = await start()
  await overview.spawn("Ed")
  await chat.composer.pressSequentially("please read @rea")
  const options = page.getByTestId("options")
  await expect(options.getByRole("option")).toHaveText(["README.md"])
  await page.keyboard.press("Tab")
  await expect(chat.composer).toHaveValue("please read `README.md` ")
  await page.keyboard.type("and ask @j")
  await expect(options.getByRole("option").first()).toContainText("@Jake")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect(chat.composer).toHaveValue("please read `README.md` and ask @Jake ")
  await page.keyboard.type("@zzz")
  await expect(options).toHaveCount(0)
})

test("two chats side by side: each has its own composer, find and Escape, and only one has the keys", async ({ start }) => {
  const { page, app, chat, overview } = await start()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1500, 900))
  await overview.spawn("Ed")
  const ed = page.locator(".chat", { has: page.getByRole("textbox", { name: /^Message Ed/ }) })
  await expect(ed).toBeVisible()
  await ed.getByTestId("composer").fill("/split Jake")
  await page.keyboard.press("Enter")
  await expect(chat.root.getByTestId("composer")).toBeFocused()
  await chat.root.getByTestId("composer").fill("hello from the right")
  await ed.getByTestId("composer").click()
  await page.keyboard.press("ControlOrMeta+f")
  await expect(ed.getByTestId("find")).toBeVisible()
  await expect(chat.root.getByTestId("find")).toHaveCount(0)
  await page.keyboard.press("Escape")
  await expect(ed.getByTestId("composer")).toBeFocused()
  await chat.root.getByTestId("composer").click()
  await page.keyboard.press("Escape")
  await expect(chat.root.getByRole("log")).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(chat.root).toHaveCount(0)
  await expect(ed).toBeVisible()
  await expect(overview.root).toBeVisible()
})

test("ux 2.6: Enter is no dead key while a command is being run: what is written right after it is sent right after it", async ({
  start,
}) => {
  const { chat } = await start()
  // Faster than any answer of the host: in one task of the page, with no more than React's own steps between.
  await chat.composer.evaluate(async (field: HTMLTextAreaElement) => {
    const put = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set
    const drawn = async () => {
      for (let step = 0; step < 20; step += 1) await Promise.resolve()
    }
    for (const text of ["/execute", "hello"]) {
      put?.call(field, text)
      field.dispatchEvent(new InputEvent("input", { bubbles: true }))
      await drawn()
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true, cancelable: true }))
      await drawn()
    }
  })
  expect(await chat.finished()).toContain("Hello, I am Jake")
  await expect(chat.composer).toHaveValue("")
  await expect(chat.yours).toContainText("hello")
})
