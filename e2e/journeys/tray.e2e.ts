// The tray (issue 5.9): how many need the user and work, and holding everybody from anywhere. The system here has none; what would be drawn is seen.
import type { ElectronApplication } from "@playwright/test"
import { expect, test } from "../driver/test.ts"

type Face = { readonly tip: string; readonly labels: readonly string[] }

test("the tray counts, holds everybody, lets them go on, and shows the window", async ({ start }) => {
  const { app, page, windows } = await start({ seed: "4,2,2", join: false, pace: 1 })
  const face = await trayOf(app)
  await expect(page.getByTestId("count-working")).toContainText("2")
  await page.keyboard.press("Shift+F9")
  await expect
    .poll(async () => (await face())?.labels, { timeout: 20_000 })
    .toEqual(["0 need you · 0 working · 2 held", "Show Kibitz", "Go on", "Quit Kibitz"])
  await choose(app, "Go on")
  await expect
    .poll(async () => (await face())?.labels, { timeout: 20_000 })
    .toEqual(["0 need you · 2 working", "Show Kibitz", "Hold all", "Quit Kibitz"])
  expect((await face())?.tip).toBe("Kibitz: 0 need you · 2 working")
  await choose(app, "Hold all")
  await expect(page.getByTestId("go-on-all")).toContainText("2 held")
  const forward = await windows.broughtForward()
  await choose(app, "Show Kibitz")
  await expect.poll(forward).toEqual(["app://kibitz/"])
})

/** What was last drawn, from now on. */
async function trayOf(app: ElectronApplication): Promise<() => Promise<Face | null>> {
  await app.evaluate(({ Tray }) => {
    const seen: { tip: string; menu: Electron.Menu | null } = { tip: "", menu: null }
    Object.assign(globalThis, { traySeen: seen })
    Tray.prototype.setToolTip = (tip) => {
      seen.tip = tip
    }
    Tray.prototype.setContextMenu = (menu) => {
      seen.menu = menu
    }
  })
  return () =>
    app.evaluate(() => {
      const { tip, menu } = (globalThis as unknown as { traySeen: { tip: string; menu: Electron.Menu | null } }).traySeen
      return menu && { tip, labels: menu.items.filter(({ type }) => type !== "separator").map(({ label }) => label) }
    })
}

async function choose(app: ElectronApplication, label: string): Promise<void> {
  await app.evaluate((_, wanted) => {
    const { menu } = (globalThis as unknown as { traySeen: { menu: Electron.Menu } }).traySeen
    menu.items.find((item) => item.label === wanted)?.click()
  }, label)
}
