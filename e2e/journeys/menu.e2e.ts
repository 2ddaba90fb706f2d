// The menu mirrors every binding (ux 3): with the user's own keys, done by the page, and with nothing in it that reloads.
import { expect, test } from "../driver/test.ts"

const roles = ["reload", "forcereload", "toggledevtools"]

test("the menu does what the keys do, where the user is, and shows what can be done there", async ({ start }) => {
  const { page, chat, windows } = await start()
  await expect(chat.composer).toBeFocused()
  await windows.chooseFromMenu("Settings…")
  await expect(page.getByTestId("settings")).toBeVisible()
  await page.keyboard.press("Escape")
  await windows.chooseFromMenu("Keyboard shortcuts")
  await expect(page.getByTestId("shortcut-sheet")).toBeVisible()
  await page.keyboard.press("Escape")
  await test.step("what only the map can do is off in a chat, and on where the map is", async () => {
    await expect.poll(async () => (await windows.menuItem("Show the whole map"))?.enabled).toBe(false)
    await windows.chooseFromMenu("Zoom out at once, from anywhere")
    await expect(page.getByTestId("map")).toBeVisible()
    await expect.poll(async () => (await windows.menuItem("Show the whole map"))?.enabled).toBe(true)
  })
  await windows.chooseFromMenu("Move to a window of its own")
  const own = await windows.ofChat("jake")

  await test.step("the user's own keys stand beside it, also when they were changed in another window", async () => {
    expect((await windows.menuItem("Settings…"))?.accelerator).toBe("Ctrl+,")
    await own.evaluate(() => {
      localStorage.setItem("kibitz.keys", JSON.stringify({ version: 1, singleKeys: true, keys: { settings: ["F8"] } }))
    })
    await expect.poll(async () => (await windows.menuItem("Settings…"))?.accelerator).toBe("F8")
    await page.keyboard.press("F8")
    await expect(page.getByTestId("settings")).toBeVisible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Control+,")
    await expect(page.getByTestId("settings")).toHaveCount(0)
  })
})

test("U31: nothing in the menu reloads the page or opens developer tools, once the screen has said what is in it", async ({
  start,
}) => {
  const { app, windows } = await start()
  await expect.poll(async () => (await windows.menuItem("Command palette…"))?.enabled).toBe(true)
  const found = await app.evaluate(({ Menu }) => {
    const all = (menu: Electron.Menu | null | undefined): Electron.MenuItem[] =>
      (menu?.items ?? []).flatMap((item) => [item, ...all(item.submenu)])
    return all(Menu.getApplicationMenu()).map(({ role, accelerator }) => [String(role).toLowerCase(), String(accelerator)])
  })
  expect(found.length).toBeGreaterThan(50)
  expect(found.filter(([role = ""]) => roles.includes(role))).toEqual([])
  expect(found.filter(([, key = ""]) => /^(F5|F12|(Ctrl|CommandOrControl|Command)\+(Shift\+)?[RI])$/.test(key))).toEqual([])
})

test("ux 1.1: the menu is one press away in the title bar, by pointer and by key, and no bar stands above the page", async ({
  start,
}) => {
  const { app, page } = await start()
  const shown = await app.evaluate(({ BrowserWindow, Menu }) => {
    const seen: (number | undefined)[][] = []
    Object.assign(globalThis, { menusShown: seen })
    Menu.prototype.popup = (options) => void seen.push([options?.x, options?.y])
    return BrowserWindow.getAllWindows().map((window) => window.isMenuBarVisible())
  })
  expect(shown).toEqual([false])
  const seen = () => app.evaluate(() => (globalThis as unknown as { menusShown: number[][] }).menusShown)
  const button = page.getByTestId("menu")
  await button.click()
  await page.keyboard.press("F10")
  const box = await button.boundingBox()
  await expect.poll(seen).toEqual(Array.from({ length: 2 }, () => [0, Math.round((box?.y ?? 0) + (box?.height ?? 0))]))
})
