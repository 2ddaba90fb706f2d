// Everything by keyboard (ux 7.8, 7.10): one way through the whole app without a pointer, and the focus, which is always to be seen.
import type { Page } from "@playwright/test"
import { attentionOn } from "../../driver/attention.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

test("ux 7.8: who comes into a chat by Tab can go past its head and all that was said, to where one writes", async ({
  start,
}) => {
  const { page, chat } = await start()
  await chat.send("hello")
  await chat.finished()
  const skip = chat.root.getByRole("button", { name: "Skip to your message" })
  const head = chat.root.locator(".chat-head")
  const box = () => head.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
  const before = await box()
  await chat.root.locator(".chat-head :is(button, a):visible").first().focus()
  await page.keyboard.press("Shift+Tab")
  await expect(skip).toBeFocused()
  expect((await skip.boundingBox())?.height).toBeGreaterThanOrEqual(24)
  expect(await box()).toEqual(before)
  await page.keyboard.press("Enter")
  await expect(chat.composer).toBeFocused()
})

test("ux 7.8: a whole visit without a pointer: start, map, join, write, answer, approve, split, back, palette, settings, log, out", async ({
  start,
}) => {
  test.setTimeout(180_000)
  const { page, chat, overview, settings } = await start({ join: false, pace: 1, probe: true })
  const { keyboard } = page
  const attention = attentionOn(page)
  const ux = uxOf(page)
  const rail = page.getByTestId("attention-list")

  await test.step("start: one key rehearses, and the team comes", async () => {
    await expect(page.getByTestId("welcome").getByRole("button", { name: "Rehearse" })).toBeFocused()
    await keyboard.press("Enter")
    await expect(rail).toContainText("Question", { timeout: 60_000 })
    await expect(rail).toContainText("Approval", { timeout: 60_000 })
  })

  await test.step("map: a selection is moved by arrows and joined by Enter", async () => {
    await keyboard.press("Shift+Escape")
    await expect(overview.root).toBeVisible()
    await reach(page, "map")
    await keyboard.press("ArrowRight")
    await keyboard.press("ArrowLeft")
    expect((await ux.presence()).joined).toEqual([])
    await keyboard.press("Enter")
    await expect(chat.composer).toBeFocused()
  })

  await test.step("write", async () => {
    await keyboard.type("hello")
    await keyboard.press("Enter")
    await expect(chat.yours.last()).toContainText("hello")
  })

  await test.step("answer the question and approve, each in its own chat", async () => {
    const answered = new Set<string>()
    for (let press = 0; press < 6 && answered.size < 2; press += 1) {
      await keyboard.press("Control+j")
      await expect(attention.heading).toBeFocused()
      const heading = (await attention.heading.textContent()) ?? ""
      const kind = heading.includes("Question") ? "Question" : heading.includes("Approval") ? "Approval" : ""
      if (kind === "") continue
      await expect(attention.card).toHaveAttribute("data-listens", "true")
      if (kind === "Question") {
        await keyboard.press("1")
        await keyboard.press("Control+Enter")
      } else await keyboard.press("a")
      await expect(rail.locator("[data-entry]").filter({ hasText: kind })).toHaveCount(0)
      answered.add(kind)
    }
    expect([...answered].toSorted()).toEqual(["Approval", "Question"])
  })

  await test.step("split, close again, out and back", async () => {
    await overview.join("Gil")
    await keyboard.press("Control+p")
    const palette = page.getByTestId("palette")
    await expect(palette.getByRole("combobox")).toBeFocused()
    await keyboard.type("Mira")
    await expect(palette.getByRole("option").first()).toContainText("Mira")
    await keyboard.press("Control+Enter")
    await expect(page.getByRole("textbox", { name: "Message Mira" })).toBeFocused()
    await expect(page.getByRole("textbox", { name: "Message Gil" })).toBeVisible()
    await keyboard.press("Control+w")
    await expect(page.getByRole("textbox", { name: "Message Mira" })).toHaveCount(0)
    await expect(page.getByRole("textbox", { name: "Message Gil" })).toBeFocused()
    await keyboard.press("Shift+Escape")
    await expect(overview.root).toBeVisible()
    await keyboard.press("Alt+ArrowLeft")
    await expect(page.getByRole("textbox", { name: "Message Gil" })).toBeFocused()
    await keyboard.press("Shift+Escape")
    await expect(overview.root).toBeVisible()
  })

  await test.step("settings and log open over it, and give the focus back", async () => {
    await reach(page, "map")
    await keyboard.press("Control+,")
    await expect(settings.root).toBeVisible()
    await keyboard.press("Escape")
    await expect(settings.root).toHaveCount(0)
    await expect(overview.root).toBeFocused()
    await overview.join("Jake")
    await keyboard.type("/audit")
    await keyboard.press("Enter")
    await expect(page.getByTestId("audit")).toBeVisible()
    await keyboard.press("Escape")
    await expect(page.getByTestId("audit")).toHaveCount(0)
  })

  await test.step("out: nobody is joined any more", async () => {
    await keyboard.press("Shift+Escape")
    await expect(overview.root).toBeVisible()
    await expect.poll(async () => (await ux.presence()).joined).toEqual([])
  })
})

test("ux 7.8: F6 goes round all parts of the window and back; Tab leaves the map", async ({ start }) => {
  const { page, overview } = await start({ probe: true })
  await overview.leave()
  const first = await regionOf(page)
  const round: string[] = []
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press("F6")
    round.push(await regionOf(page))
    if (round.at(-1) === first) break
  }
  for (const wanted of ["title", "rail", "map", "inspector", "status"]) expect(round, wanted).toContain(wanted)
  await page.keyboard.press("Shift+F6")
  expect(await regionOf(page)).toBe(round.at(-2))
  await overview.root.focus()
  await page.keyboard.press("Tab")
  await expect(overview.root).not.toBeFocused()
})

test("ux 7.1: with a screen reader on, F6 goes to the tree first and passes the map over; without one it does not", async ({
  start,
}) => {
  const { page, overview, windows } = await start({ probe: true })
  await overview.leave()
  const round = async () => {
    const regions: string[] = []
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press("F6")
      regions.push(await regionOf(page))
    }
    return regions
  }
  await overview.root.focus()
  expect(await round()).toContain("map")

  windows.read(true)
  await expect(async () => {
    await overview.root.focus()
    await page.keyboard.press("F6")
    await expect(page.getByRole("treeitem", { name: /^Jake/ })).toBeFocused({ timeout: 500 })
  }).toPass()
  const heard = await round()
  expect(heard).not.toContain("map")
  for (const wanted of ["title", "rail", "inspector", "status"]) expect(heard, wanted).toContain(wanted)

  windows.read(false)
  await expect.poll(round).toContain("map")
})

for (const theme of ["dark", "light"] as const) {
  test(`ux 7.10: Tab goes all the way round without a trap; the focus is always in view, with a ring of 2 px and 3:1, ${theme}`, async ({
    start,
  }) => {
    test.setTimeout(180_000)
    const { page, chat } = await start()
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" })
    await chat.send("Show me markdown")
    await chat.finished()
    await chat.composer.focus()
    const faults: string[] = []
    let stops = 0
    do {
      await page.keyboard.press("Tab")
      stops += 1
      const fault = await page.evaluate(focusFault)
      if (fault !== null) faults.push(fault)
    } while (stops < 150 && !(await chat.composer.evaluate((field) => field === document.activeElement)))
    expect(faults).toEqual([])
    expect(stops).toBeGreaterThan(15)
    await expect(chat.composer).toBeFocused()
  })
}

async function reach(page: Page, region: string): Promise<void> {
  for (let press = 0; press < 12 && (await regionOf(page)) !== region; press += 1) await page.keyboard.press("F6")
  expect(await regionOf(page)).toBe(region)
}

function regionOf(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.closest("[data-region]")?.getAttribute("data-region") ?? "")
}

/** Runs in the page: what is wrong with where the focus is, or null. */
function focusFault(): string | null {
  const at = document.activeElement
  // The end of the page: the next press begins at its top.
  if (!at || at === document.body) return null
  const name = `${at.tagName.toLowerCase()}.${[...at.classList].join(".")} “${(at.getAttribute("aria-label") ?? at.textContent ?? "").trim().slice(0, 40)}”`
  const box = at.getBoundingClientRect()
  const [x, y] = [
    (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2,
    (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2,
  ]
  if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) return `out of view: ${name}`
  const hit = document.elementFromPoint(x, y)
  if (hit && !at.contains(hit) && !hit.contains(at) && !at.closest("label")?.contains(hit))
    return `under ${hit.className}: ${name}`
  // A field in a box shows the ring on the box, as a frame with a shadow of the same colour.
  const ringOf = (one: Element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderTopWidth, borderTopColor } = getComputedStyle(one)
    if (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) return outlineColor
    const isFramed = boxShadow !== "none" && Number.parseFloat(borderTopWidth) >= 1 && boxShadow.startsWith(borderTopColor)
    return isFramed ? borderTopColor : null
  }
  const ring = [at, at.parentElement, at.parentElement?.parentElement].find((one) => one && ringOf(one) !== null)
  if (!ring) return `no ring of 2 px: ${name}`
  const colours = (text: string) => (text.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  const light = (text: string) => {
    const [red = 0, green = 0, blue = 0] = colours(text).map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  let ground = ring.parentElement
  while (ground && /rgba\(.*, 0\)|transparent/.test(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement
  const [high = 0, low = 0] = [
    light(ringOf(ring) ?? ""),
    light(getComputedStyle(ground ?? document.body).backgroundColor),
  ].toSorted((a, b) => b - a)
  const contrast = (high + 0.05) / (low + 0.05)
  return contrast < 3 ? `ring of ${contrast.toFixed(2)}:1: ${name}` : null
}
