// A first start (ux 1.4): rehearse with one key, or connect a model; and a rehearsal agent never becomes a paid one by itself.
import { join } from "node:path"
import { startRehearsal } from "@kibitz/rehearsal"
import { attentionOn } from "../../driver/attention.ts"
import { closedPort } from "../../driver/closed-port.ts"
import { root } from "../../driver/electron.ts"
import { expect, test } from "../../stage/test.ts"

/** A team of twelve at its natural pace, on a machine that does other things too. */
const TEAM = { timeout: 45_000 }

test("U21 from the first start to the first answered card with the keyboard alone, in six presses or fewer, within 60 s", async ({
  start,
}) => {
  // The goal itself: longer than this the test may not take.
  test.setTimeout(60_000)
  const { page } = await start({ join: false, pace: 1 })
  const welcome = page.getByTestId("welcome")
  await expect(welcome.getByRole("button", { name: "Rehearse" })).toBeFocused()
  let pressed = 0
  const press = async (key: string) => {
    pressed += 1
    await page.keyboard.press(key)
  }
  await page.keyboard.press("Enter")
  await expect(welcome).toHaveCount(0)
  const waiting = page.getByTestId("attention-list")
  await expect(waiting).toContainText("OIDC", TEAM)
  const { card, heading } = attentionOn(page)
  // One press at most for each of the two things that wait, whichever comes first.
  do {
    await press("Control+j")
    await expect(heading).toBeFocused()
  } while (!(await heading.textContent())?.includes("Question") && pressed < 3)
  await expect(card).toContainText("OIDC")
  await expect(card).toHaveAttribute("data-listens", "true")
  await press("1")
  await expect(card.getByRole("radio").first()).toBeChecked()
  await press("Control+Enter")
  await expect(waiting).not.toContainText("OIDC")
  expect(pressed).toBeLessThanOrEqual(6)
})

test("the welcome is left with Escape, does not come again by itself, and comes back from the palette and the settings", async ({
  start,
}) => {
  let { page, settings, quit } = await start({ join: false })
  const welcome = () => page.getByTestId("welcome")
  await expect(welcome()).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(welcome()).toHaveCount(0)
  await expect(page.getByTestId("map")).toBeVisible()
  await page.keyboard.press("Control+k")
  await expect(page.getByTestId("palette")).toBeVisible()
  await page.keyboard.type("welcome")
  await page.keyboard.press("Enter")
  await expect(welcome()).toBeVisible()
  await settings.open("General")
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  await expect(welcome()).toHaveCount(0)
  await settings.open("General")
  await settings.root.getByRole("button", { name: "Show it again" }).click()
  await expect(settings.root).toHaveCount(0)
  await expect(welcome()).toBeVisible()
  await quit()
  ;({ page, settings, quit } = await start({ join: false }))
  await expect(page.getByTestId("map")).toBeVisible()
  await expect(welcome()).toHaveCount(0)
})

test("T17 a key that is pasted into the welcome is checked with one tiny request, and leads to Jake", async ({ start }) => {
  const provider = await startRehearsal({ scenariosDir: join(root, "resources", "rehearsal"), pace: 0 })
  try {
    const { page, settings, chat } = await start({ join: false })
    await settings.open("Models and keys")
    await settings.root.getByLabel("Provider address").fill(provider.baseUrl)
    await settings.root.getByLabel("Provider address").press("Enter")
    await page.keyboard.press("Escape")
    const welcome = page.getByTestId("welcome")
    await welcome.getByLabel("API key").fill("sk-wrong-0123456789abcdef")
    await page.keyboard.press("Enter")
    // There is no keychain under test: it is asked, here as in the settings.
    await welcome.getByRole("button", { name: "Keep it as plain text" }).click()
    await expect(welcome).toContainText("The provider refused this key (401).")
    await welcome.getByLabel("Replace with another key").fill(provider.apiKey)
    await page.keyboard.press("Enter")
    await welcome.getByRole("button", { name: "Keep it as plain text" }).click()
    await expect(welcome).toContainText(/Works\. The provider offers \d+ models?\./)
    await welcome.getByRole("button", { name: "Talk to Jake" }).click()
    await expect(chat.composer).toBeFocused()
    await expect(chat.ribbon).toHaveCount(0)
    await chat.send("hello")
    expect(await chat.finished()).toContain("I am Jake")
    await expect(page.locator(".badge-rehearsal")).toHaveCount(0)
  } finally {
    await provider.close()
  }
})

test("a rehearsal agent is never paid for unasked: it stays with its scripts until the user restarts it with the model", async ({
  start,
}) => {
  const { page, chat, settings } = await start()
  await chat.send("hello")
  expect(await chat.finished()).toContain("I am Jake")
  await expect(page.locator(".badge-rehearsal")).toHaveCount(0)
  await settings.open("Models and keys")
  // Nobody answers there: whoever is asked now and replies is a script.
  await settings.root.getByLabel("Provider address").fill(`http://127.0.0.1:${await closedPort()}`)
  await settings.root.getByLabel("Provider address").press("Enter")
  const question = settings.root.getByTestId("restart-question")
  await expect(question).toContainText("Restart this one with the real model?")
  await page.keyboard.press("Escape")
  await expect(chat.ribbon).toContainText("1 agent with a dashed frame is still played by scripts")
  await expect(page.locator(".badge-rehearsal").first()).toBeVisible()
  await chat.send("hello again")
  await expect(chat.yours.last()).toContainText("hello again")
  expect(await chat.finished()).not.toBe("")
  await chat.ribbon.getByRole("button", { name: "Restart with the model…" }).click()
  await question.getByRole("button", { name: "Restart this one" }).click()
  await expect(question).toHaveCount(0)
  await page.keyboard.press("Escape")
  await expect(chat.ribbon).toHaveCount(0)
  await expect(chat.root).toContainText("Restarted with the model. What stands above was a rehearsal")
  await chat.send("and now")
  await expect(chat.notices.last()).toContainText("No network.")
})
