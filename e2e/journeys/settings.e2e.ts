// Settings that reach beyond the page: the theme of the window itself, and a key that is kept without a keychain.
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { startRehearsal } from "@kibitz/rehearsal"
import { root } from "../driver/electron.ts"
import { expect, test } from "../driver/test.ts"

test("the theme is taken at once, survives a restart, and reaches the window itself", async ({ start }) => {
  let kibitz = await start()
  await kibitz.settings.open("Appearance")
  await kibitz.settings.root.getByRole("radio", { name: "Dark" }).check()
  const themes = () => kibitz.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)
  const background = () => kibitz.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect.poll(themes).toBe("dark")
  await expect.poll(background).toBe("rgb(17, 19, 24)")
  await kibitz.settings.root.getByRole("radio", { name: "Light" }).check()
  await expect.poll(background).toBe("rgb(246, 247, 249)")
  await expect.poll(themes).toBe("light")
  await kibitz.quit()

  kibitz = await start()
  await expect(kibitz.chat.composer).toBeVisible()
  expect(await background()).toBe("rgb(246, 247, 249)")
  expect(await themes()).toBe("light")
})

test("T17: without a keychain a key is kept only after a clear yes, in one file, and shown nowhere", async ({
  start,
  folders,
}) => {
  const provider = await startRehearsal({ scenariosDir: join(root, "resources", "rehearsal"), pace: 0 })
  try {
    const { settings, chat } = await start()
    await settings.open("Models and keys")
    const address = settings.root.getByLabel("Provider address")
    await address.fill(provider.baseUrl)
    await address.press("Enter")
    const key = settings.root.getByLabel("API key")
    const keyFile = join(folders.dataDir, "provider-key")

    await test.step("no is the first answer, and leaves nothing", async () => {
      await key.fill(provider.apiKey)
      await settings.root.getByRole("button", { name: "Save and check" }).click()
      await expect(settings.root).toContainText("would be kept as plain text")
      await settings.root.getByRole("button", { name: "Do not keep it" }).click()
      expect(statSync(keyFile, { throwIfNoEntry: false })).toBeUndefined()
    })

    await test.step("after a yes the key works, and only its end is shown", async () => {
      await settings.root.getByRole("button", { name: "Save and check" }).click()
      await settings.root.getByRole("button", { name: "Keep it as plain text" }).click()
      await expect(settings.root).toContainText(/Works\. The provider offers \d+ models?\./)
      await expect(settings.root).toContainText(`The key ending in ${provider.apiKey.slice(-4)} is kept as plain text`)
      await expect(chat.ribbon).toHaveCount(0)
      await expect(settings.root.locator("input[type=password]")).toHaveValue("")
    })

    await test.step("T20: the key is in its one file, with rights for this user alone, and in no other", async () => {
      expect(statSync(keyFile).mode & 0o777).toBe(0o600)
      const holding = everyFile(folders.dataDir).filter((path) => readFileSync(path).includes(provider.apiKey))
      expect(holding).toEqual([keyFile])
    })

    await test.step("forgetting it takes two steps and removes the file", async () => {
      await settings.root.getByRole("button", { name: "Forget key…" }).click()
      await settings.root.getByRole("button", { name: "Forget this key" }).click()
      await expect(settings.root).not.toContainText("kept as plain text in Kibitz’s data folder.")
      expect(statSync(keyFile, { throwIfNoEntry: false })).toBeUndefined()
    })
  } finally {
    await provider.close()
  }
})

function everyFile(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return everyFile(path)
    return entry.isFile() ? [path] : []
  })
}
