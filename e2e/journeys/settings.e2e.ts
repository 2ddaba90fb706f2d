import { readdirSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { startRehearsal } from "@kibitz/rehearsal"
import { root } from "../driver/electron.ts"
import { expect, test } from "../driver/test.ts"

const WRONG_KEY = "sk-wrong-0123456789abcdef"

test("the theme is taken at once, survives a restart, and reaches the window itself", async ({ start }) => {
  let kibitz = await start()
  await kibitz.settings.open()
  await kibitz.settings.page("Appearance")
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

test("the menu presses the same keys: text size, shortcuts, settings", async ({ start }) => {
  const { app, page, chat, settings } = await start()
  await expect(chat.composer).toBeVisible()
  const size = () => page.evaluate(() => document.documentElement.style.fontSize)
  const choose = (label: string) =>
    app.evaluate(({ Menu, BrowserWindow }, wanted) => {
      const items = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? []
      items.find((item) => item.label === wanted)?.click(undefined, BrowserWindow.getAllWindows()[0])
    }, label)
  await page.keyboard.press("Control+=")
  await expect.poll(size).toBe("110%")
  await choose("Larger Text")
  await expect.poll(size).toBe("120%")
  await choose("Smaller Text")
  await expect.poll(size).toBe("110%")
  await choose("Normal Text Size")
  await expect.poll(size).toBe("100%")
  await choose("Keyboard Shortcuts")
  await expect(page.getByRole("dialog")).toContainText("Stop")
  await page.keyboard.press("Escape")
  await choose("Go to Agent…")
  await expect(page.getByTestId("agents")).toBeVisible()
  await page.keyboard.press("Escape")
  for (const label of ["Next Waiting Item", "Previous Waiting Item"]) {
    await choose(label)
    await expect(page.getByText("Nobody needs you. 0 working.")).toBeVisible()
    // Whatever is shown next takes the remark away.
    await page.keyboard.press("Control+k")
    await page.keyboard.press("Escape")
    await expect(page.getByText("Nobody needs you. 0 working.")).toHaveCount(0)
  }
  await choose("Settings…")
  await expect(settings.root).toBeVisible()
})

test("T17: without a keychain a key is kept only after a clear yes, in one file, and shown nowhere", async ({
  start,
  folders,
}) => {
  const provider = await startRehearsal({ scenariosDir: join(root, "resources", "rehearsal"), pace: 0 })
  try {
    const { settings, chat } = await start()
    await settings.open()
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

test("A5: a key the provider refuses is told as such, in the settings and in the chat", async ({ start }) => {
  const provider = await startRehearsal({ scenariosDir: join(root, "resources", "rehearsal"), pace: 0 })
  try {
    const { page, settings, chat } = await start()
    await settings.open()
    await settings.root.getByLabel("Provider address").fill(provider.baseUrl)
    await settings.root.getByLabel("Provider address").press("Enter")
    await settings.root.getByLabel("API key").fill(WRONG_KEY)
    await settings.root.getByRole("button", { name: "Save and check" }).click()
    await settings.root.getByRole("button", { name: "Keep it as plain text" }).click()
    await expect(settings.root).toContainText("The provider refused this key (401).")
    await page.keyboard.press("Escape")
    await chat.send("hello")
    await expect(chat.notices.last()).toContainText("The provider refused this key (401). Jake is paused, nothing is lost.")
  } finally {
    await provider.close()
  }
})

test("a model the provider does not know is named, with the ones it has", async ({ start }) => {
  const provider = await startRehearsal({ scenariosDir: join(root, "resources", "rehearsal"), pace: 0 })
  try {
    const { page, settings, chat } = await start({ env: { ANTHROPIC_API_KEY: provider.apiKey } })
    await settings.open()
    await settings.root.getByLabel("Provider address").fill(provider.baseUrl)
    await settings.root.getByLabel("Provider address").press("Enter")
    await settings.root.getByRole("button", { name: "Check the connection" }).click()
    await expect(settings.root).toContainText(/Works\. The provider offers/)
    await settings.root.getByLabel("Model for smart").fill("no-such-model")
    await settings.root.getByLabel("Model for smart").press("Enter")
    await page.keyboard.press("Escape")
    await chat.send("hello")
    await expect(chat.notices.last()).toContainText("The provider does not know the model “no-such-model”. It offers:")
    await expect(chat.notices.last().getByRole("button", { name: "Choose a model" })).toBeVisible()
  } finally {
    await provider.close()
  }
})

test("F32: no network is said in plain words, and the message is not lost", async ({ start }) => {
  const { page, settings, chat } = await start({ env: { ANTHROPIC_API_KEY: WRONG_KEY } })
  await settings.open()
  await settings.root.getByLabel("Provider address").fill(`http://127.0.0.1:${await closedPort()}`)
  await settings.root.getByLabel("Provider address").press("Enter")
  await settings.root.getByRole("button", { name: "Check the connection" }).click()
  await expect(settings.root).toContainText("No connection to the provider. Check the network and the provider address.")
  await page.keyboard.press("Escape")
  await chat.send("hello")
  await expect(chat.notices.last()).toContainText("No network.")
  await expect(chat.yours).toContainText("hello")
})

test("T18: an address that would send the key in the clear is refused in place", async ({ start }) => {
  const { settings } = await start()
  await settings.open()
  for (const [address, said] of [
    ["http://example.org/", "Use https, or http on this computer only"],
    ["https://name:word@example.org/", "without a name or password in the address"],
    ["example", "That is not an address."],
  ] as const) {
    await settings.root.getByLabel("Provider address").fill(address)
    await settings.root.getByLabel("Provider address").press("Enter")
    await expect(settings.root.getByRole("alert")).toContainText(said)
  }
})

test("T18: the address for web searches is held to the same rule, and empty says what that means", async ({ start }) => {
  const { settings } = await start()
  await settings.open()
  await settings.page("Access")
  const field = settings.root.getByLabel("Web search")
  await expect(settings.root).toContainText("told that no search is set up")
  await field.fill("http://example.org/search")
  await field.press("Enter")
  await expect(settings.root.getByRole("alert")).toContainText("Use https, or http on this computer only")
  await field.fill("http://127.0.0.1:8888/search")
  await field.press("Enter")
  await expect(settings.root).toContainText("What agents search for is sent to this address.")
  await settings.root.getByRole("button", { name: "Clear" }).click()
  await expect(field).toHaveValue("")
  await expect(settings.root).toContainText("told that no search is set up")
})

test("T18: an address, a proxy or certificates from the environment change nothing", async ({ start }) => {
  const { chat } = await start({
    env: {
      ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
      ANTHROPIC_AUTH_TOKEN: "x",
      HTTPS_PROXY: "http://127.0.0.1:9",
      HTTP_PROXY: "http://127.0.0.1:9",
    },
  })
  await chat.send("hello")
  expect(await chat.finished()).toContain("I am Jake")
  await expect(chat.ribbon).toBeVisible()
})

function everyFile(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return everyFile(path)
    return entry.isFile() ? [path] : []
  })
}

/** A port that nobody listens on: taken, and given back. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
