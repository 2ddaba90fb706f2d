// What people set up for themselves (ux 7): single keys, pasted keys, the system's colours, sound.
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

test("ux 7.7: keys of one letter are off when the user says so, and everything else stays on", async ({ start }) => {
  const { page, overview, settings } = await start({ probe: true })
  const ux = uxOf(page)
  await overview.leave()
  await settings.open("Keyboard")
  await settings.root.getByRole("switch", { name: /Single-key/ }).click()
  await page.keyboard.press("Escape")
  await overview.root.focus()
  const before = await ux.camera()
  await page.keyboard.press("+")
  await page.keyboard.press("Control+k")
  await expect(page.getByTestId("palette")).toBeVisible()
  await page.keyboard.press("Escape")
  expect(await ux.camera()).toEqual(before)
})

test("ux 7.15: a key for a provider can be pasted and filled in by a password manager", async ({ start }) => {
  const { app, page } = await start({ join: false })
  const field = page.getByTestId("welcome").getByLabel("API key")
  await expect(field).toHaveAttribute("type", "password")
  await app.evaluate(({ clipboard }) => clipboard.writeText("sk-pasted-0123456789"))
  await field.focus()
  await page.keyboard.press("Control+v")
  await expect(field).toHaveValue("sk-pasted-0123456789")
})

test("ux 7.16: with the system's own colours everything keeps an edge, and what is chosen is told apart", async ({ start }) => {
  const { page, settings } = await start()
  await page.emulateMedia({ forcedColors: "active" })
  await settings.open("Appearance")
  const edges = await page
    .locator("dialog:modal .button, dialog:modal .field")
    .evaluateAll((controls) =>
      controls.filter((one) => one.checkVisibility()).map((one) => Number.parseFloat(getComputedStyle(one).borderTopWidth)),
    )
  expect(edges.length).toBeGreaterThan(0)
  expect(Math.min(...edges)).toBeGreaterThanOrEqual(1)
})

test("ux 7.17: sound is off until the user wants it", async ({ start }) => {
  const { settings } = await start()
  await settings.open("Attention")
  await expect(
    settings.root.getByRole("radio", { name: /^On/ }).or(settings.root.getByRole("checkbox", { name: /^Sound/ })),
  ).not.toBeChecked()
})
