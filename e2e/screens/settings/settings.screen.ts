import { join } from "node:path"
import { startRehearsal } from "@kibitz/rehearsal"
import { closedPort } from "../../driver/closed-port.ts"
import { root } from "../../driver/electron.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

const WRONG_KEY = "sk-wrong-0123456789abcdef"

test("text size is changed by key, by menu and on its page, from 80 to 200 %, and is the same everywhere", async ({ start }) => {
  const { page, chat, settings, windows } = await start()
  await expect(chat.composer).toBeVisible()
  const size = () => page.evaluate(() => document.documentElement.style.fontSize)
  await page.keyboard.press("Control+=")
  await expect.poll(size).toBe("110%")
  await windows.chooseFromMenu("Larger text")
  await expect.poll(size).toBe("120%")
  await windows.chooseFromMenu("Normal text size")
  await expect.poll(size).toBe("100%")
  await settings.open("Appearance")
  const slider = settings.root.getByRole("slider", { name: "Text size in percent" })
  await slider.press("End")
  await expect.poll(size).toBe("200%")
  await expect(settings.root.getByRole("button", { name: "Larger text" })).toBeDisabled()
  await slider.press("Home")
  await expect.poll(size).toBe("80%")
  await expect(settings.root.getByRole("button", { name: "Smaller text" })).toBeDisabled()
})

test("density changes the height of rows at once, 28 and 36 px, and is still there after a restart", async ({ start }) => {
  let kibitz = await start({ join: false })
  await kibitz.overview.showTree()
  const height = async () => (await kibitz.overview.row("Jake").boundingBox())?.height
  await expect.poll(height).toBe(28)
  await kibitz.settings.open("Appearance")
  const comfortable = kibitz.settings.root.getByRole("radio", { name: "Comfortable" })
  await comfortable.click()
  await expect(comfortable).toBeChecked()
  await expect.poll(height).toBe(36)
  await kibitz.quit()
  kibitz = await start({ join: false })
  await expect.poll(height).toBe(36)
  await kibitz.settings.open("Appearance")
  await kibitz.settings.root.getByRole("button", { name: "Reset this page…" }).click()
  await expect(kibitz.settings.root.getByRole("button", { name: "Keep as it is" })).toBeFocused()
  await kibitz.settings.root.getByRole("button", { name: "Reset", exact: true }).click()
  await expect.poll(height).toBe(28)
  await expect(kibitz.settings.root.getByRole("radio", { name: "Compact" })).toBeChecked()
})

test("the wheel does on the map what the user has said it does", async ({ start }) => {
  const { page, overview, settings } = await start({ join: false, probe: true })
  await expect(page.getByTestId("welcome")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(overview.root).toBeVisible()
  const ux = uxOf(page)
  const camera = async () => JSON.stringify(await ux.camera())
  const scale = async () => (await ux.camera())?.scale
  const choose = async (name: string) => {
    await settings.open("Appearance")
    const choice = settings.root.getByRole("group", { name: "Wheel on the map" }).getByRole("radio", { name })
    await choice.click()
    await expect(choice).toBeChecked()
    await page.keyboard.press("Escape")
    await expect(settings.root).toHaveCount(0)
  }
  const box = await overview.root.boundingBox()
  if (!box) throw new Error("the map has no size")
  const turn = async () => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.wheel(0, -120)
  }
  await expect.poll(scale).toBeDefined()
  await choose("Mouse")
  const before = await scale()
  await turn()
  await expect.poll(scale).not.toBe(before)
  await choose("Trackpad")
  const [zoomed, place] = [await scale(), await camera()]
  await turn()
  await expect.poll(camera).not.toBe(place)
  expect(await scale()).toBe(zoomed)
})

test("A5: a key the provider refuses is told as such, in the settings and in the chat", async ({ start }) => {
  const provider = await startRehearsal({ scenariosDir: join(root, "resources", "rehearsal"), pace: 0 })
  try {
    const { page, settings, chat } = await start()
    await settings.open("Models and keys")
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

test("A5: a key of the environment that is refused can be replaced here, and comes back when the other is forgotten", async ({
  start,
}) => {
  const provider = await startRehearsal({ scenariosDir: join(root, "resources", "rehearsal"), pace: 0 })
  try {
    const { settings } = await start({ env: { ANTHROPIC_API_KEY: WRONG_KEY } })
    await settings.open("Models and keys")
    await settings.root.getByLabel("Provider address").fill(provider.baseUrl)
    await settings.root.getByLabel("Provider address").press("Enter")
    await settings.root.getByRole("button", { name: "Check the connection" }).click()
    await expect(settings.root).toContainText("The provider refused this key (401).")
    await expect(settings.root).toContainText("A key stored here is used instead of ANTHROPIC_API_KEY")
    await settings.root.getByLabel("Replace with another key").fill(provider.apiKey)
    await settings.root.getByRole("button", { name: "Save and check" }).click()
    await settings.root.getByRole("button", { name: "Keep it as plain text" }).click()
    await expect(settings.root).toContainText(/Works\. The provider offers/)
    await expect(settings.root).toContainText(`The key ending in ${provider.apiKey.slice(-4)} is kept as plain text`)
    await settings.root.getByRole("button", { name: "Forget key…" }).click()
    await settings.root.getByRole("button", { name: "Forget this key" }).click()
    await expect(settings.root).toContainText(`The key ending in ${WRONG_KEY.slice(-4)} comes from ANTHROPIC_API_KEY.`)
  } finally {
    await provider.close()
  }
})

test("a model the provider does not know is named, with the ones it has", async ({ start }) => {
  const provider = await startRehearsal({ scenariosDir: join(root, "resources", "rehearsal"), pace: 0 })
  try {
    const { page, settings, chat } = await start({ env: { ANTHROPIC_API_KEY: provider.apiKey } })
    await settings.open("Models and keys")
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
  await settings.open("Models and keys")
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
  await settings.open("Models and keys")
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
  await settings.open("Access")
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
