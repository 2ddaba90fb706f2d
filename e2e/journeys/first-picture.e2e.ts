// The first picture of a first start (ux 0, ux 1.4): the welcome is there before the host has answered, does what is pressed on it, and stays where it is.
import type { Page } from "@playwright/test"
import { eventsIn } from "../driver/journal.ts"
import { lateHost, letHostAnswer } from "../driver/late-host.ts"
import { expect, test } from "../driver/test.ts"
import { resize } from "../views/scenes.ts"

/** Everything on the page one reads or presses, with its place. */
const placesOn = (page: Page) =>
  page.getByTestId("welcome").evaluate((welcome) =>
    [...welcome.querySelectorAll("h2, h3, p, label, button, input, dt, dd, small, bdi, output")].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return JSON.stringify([one.tagName, one.getAttribute("aria-label") ?? one.className, x, y, width, height])
    }),
  )

const starts = [
  { width: 1440, height: 900, key: "" },
  { width: 1000, height: 700, key: "" },
  { width: 1000, height: 700, key: "sk-not-a-real-key" },
] as const

for (const { width, height, key } of starts)
  test(`ux 0: the welcome is the first picture, and nothing moves when the host answers (${width} × ${height}, ${key === "" ? "no key" : "a key in the environment"})`, async ({
    start,
    folders,
  }) => {
    const kibitz = await start({ join: false, require: lateHost, env: { ANTHROPIC_API_KEY: key } })
    const { app, page, chat } = kibitz
    const welcome = page.getByTestId("welcome")
    await resize(kibitz, width, height)
    await expect(welcome.getByRole("button", { name: "Rehearse" })).toBeFocused()
    await expect(welcome).toContainText(folders.project)
    const before = await placesOn(page)
    const stage = await page.locator("main.stage").boundingBox()
    await expect(page.getByTestId("status-bar").getByTestId("posture")).toHaveCount(0)
    await letHostAnswer(app)
    await expect(page.getByTestId("status-bar").getByTestId("posture")).toBeVisible()
    await expect(chat.ribbon).toHaveCount(key === "" ? 1 : 0)
    await expect(welcome.getByRole("button", { name: "Talk to Jake" })).toHaveCount(key === "" ? 0 : 1)
    expect(await placesOn(page)).toEqual(before)
    expect(await page.locator("main.stage").boundingBox()).toEqual(stage)
  })

test("Rehearse can be pressed before the host answers: it is done when it does, once", async ({ start, folders }) => {
  const { app, page, quit } = await start({ join: false, require: lateHost })
  const welcome = page.getByTestId("welcome")
  const rehearse = welcome.getByRole("button", { name: "Rehearse" })
  await expect(rehearse).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(rehearse).toHaveAttribute("aria-busy", "true")
  await page.keyboard.press("Enter")
  await letHostAnswer(app)
  await expect(welcome).toHaveCount(0)
  await expect(page.getByTestId("map")).toBeVisible()
  await expect(page.getByTestId("status-bar")).toContainText("The rehearsal has begun.")
  await quit()
  expect(eventsIn(folders, "message.delivered").filter(({ agentId }) => agentId === "jake")).toHaveLength(1)
})

test("whoever goes elsewhere after pressing Rehearse is not fetched away when it begins", async ({ start }) => {
  const { app, page, chat } = await start({ join: false, require: lateHost })
  await expect(page.getByTestId("welcome").getByRole("button", { name: "Rehearse" })).toBeFocused()
  await page.keyboard.press("Enter")
  await page.keyboard.press("Escape")
  await expect(page.getByTestId("map")).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(chat.composer).toBeFocused()
  await letHostAnswer(app)
  await expect(chat.yours.first()).toContainText("Show me a team")
  await expect(chat.composer).toBeFocused()
})

test("switches, text size and a key: what is set on the welcome before the host answers holds afterwards", async ({ start }) => {
  const { app, page } = await start({ join: false, require: lateHost })
  const welcome = page.getByTestId("welcome")
  const sound = welcome.getByRole("checkbox", { name: "Sound for agents that need me" })
  const quiet = welcome.getByRole("checkbox", { name: /Quiet hours/ })
  await sound.check()
  await quiet.check()
  await quiet.uncheck()
  await welcome.getByRole("button", { name: "A+, larger text" }).click()
  await welcome.getByLabel("API key").fill("sk-wrong-0123456789abcdef")
  await page.keyboard.press("Enter")
  await letHostAnswer(app)
  await expect(welcome.getByLabel("Text size").last()).toHaveText("110 %")
  await expect(welcome.getByRole("button", { name: "Keep it as plain text" })).toBeVisible()
  await expect(sound).toBeChecked()
  await expect(quiet).not.toBeChecked()
})

test("a window that comes back after the welcome was left shows the map", async ({ start }) => {
  const { app, page } = await start({ join: false })
  await expect(page.getByTestId("welcome")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByTestId("map")).toBeVisible()
  expect(page.url()).toBe("app://kibitz/")
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())
  await expect(page.getByText("The window restarted.")).toBeVisible()
  await expect(page.getByTestId("map")).toBeVisible()
  await expect(page.getByTestId("welcome")).toHaveCount(0)
})

test("the page is there as soon as its script has run: no empty frame comes first, which the shell would take for the page", async ({
  start,
}) => {
  const { page } = await start({ join: false })
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () =>
      Object.assign(globalThis, { drawnWith: document.querySelector("[data-testid=status-bar]") !== null }),
    ),
  )
  await page.reload()
  await expect.poll(() => page.evaluate(() => (globalThis as { drawnWith?: boolean }).drawnWith)).toBe(true)
})
