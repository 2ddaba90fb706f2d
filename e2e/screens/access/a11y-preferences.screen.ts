// What people ask their system for, and what they switch off here: motion, colours, contrast, transparency, and text that runs the other way
// (ux 7.12, 7.16). All of it holds at once, in the window that is open.
import type { Page } from "@playwright/test"
import { uxOf } from "../../driver/ux.ts"
import type { Screen as Kibitz } from "../../stage/screen.ts"
import { expect, test } from "../../stage/test.ts"

/** The names of the animations that run for ever: the arc of who works, the pulse of an autonomous badge. */
const endless = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const running = document.getAnimations().filter(({ effect, playState }) => {
      return playState === "running" && effect?.getTiming().iterations === Number.POSITIVE_INFINITY
    })
    return [...new Set(running.map((animation) => (animation as CSSAnimation).animationName))].toSorted()
  })

async function choose({ page, settings }: Kibitz, group: string, name: string): Promise<void> {
  await settings.open("Appearance")
  const choice = settings.root.getByRole("group", { name: group }).getByRole("radio", { name, exact: true })
  await choice.click()
  await expect(choice).toBeChecked()
  await page.keyboard.press("Escape")
  await expect(settings.root).toHaveCount(0)
}

test("ux 7.12: verbs, arc and pulse can each be switched off, and nothing else goes on moving by itself", async ({ start }) => {
  test.setTimeout(120_000)
  // So slow that the first word never comes while anybody looks.
  const kibitz = await start({ pace: 10_000 })
  const { page, chat } = kibitz
  await page.emulateMedia({ reducedMotion: "no-preference" })
  await chat.send("rehearse: slow")
  await expect(page.getByTestId("cogitation").first()).toBeVisible()
  await expect.poll(() => endless(page)).toEqual(["pulse", "turn"])
  await test.step("they stand still while the user types, and go on in step", async () => {
    // Once more where the machine was so slow that the user had stopped typing before anybody looked.
    await expect(async () => {
      await chat.composer.press("a")
      expect(await endless(page)).toEqual([])
    }).toPass()
    await expect.poll(() => endless(page)).toEqual(["pulse", "turn"])
    const beginnings = await page.evaluate(() => document.getAnimations().map(({ startTime }) => startTime))
    expect(new Set(beginnings)).toEqual(new Set([0]))
  })
  await test.step("the words", async () => {
    await choose(kibitz, "Cogitation verbs", "Off")
    await expect(page.getByTestId("cogitation")).toHaveCount(0)
    await expect(chat.workingLine).toContainText("working…")
  })
  await test.step("the arc and the pulse", async () => {
    await choose(kibitz, "Motion", "Reduced")
    await expect.poll(() => endless(page)).toEqual([])
    await choose(kibitz, "Motion", "Full")
    await expect.poll(() => endless(page)).toEqual(["pulse", "turn"])
  })
})

test("ux 7.12: when the system asks for less motion the page and the map stop turning while they work, and begin again when it no longer does", async ({
  start,
}) => {
  test.setTimeout(120_000)
  const { page, chat, overview } = await start({ seed: "4,2,2", join: false, probe: true })
  const ux = uxOf(page)
  /** While somebody's arc turns on the map it is drawn many times a second, otherwise once for the clock. */
  const drawn = async () => (await ux.frames(1_000)).length
  await page.emulateMedia({ reducedMotion: "no-preference" })
  await expect(page.getByTestId("active")).toContainText("2")
  await expect.poll(drawn, { timeout: 30_000 }).toBeGreaterThan(6)
  await page.emulateMedia({ reducedMotion: "reduce" })
  await expect.poll(drawn, { timeout: 30_000 }).toBeLessThanOrEqual(4)
  await page.emulateMedia({ reducedMotion: "no-preference" })
  await expect.poll(drawn, { timeout: 30_000 }).toBeGreaterThan(6)
  await overview.join("Jake")
  await expect(chat.composer).toBeFocused()
  // The badge pulses only while an autonomous agent works (AXS-9).
  await chat.send("rehearse: stall")
  await expect.poll(() => endless(page)).toContain("pulse")
  await page.emulateMedia({ reducedMotion: "reduce" })
  await expect.poll(() => endless(page)).toEqual([])
})

test("ux 7.16: with the system's own colours nothing on the stage loses its edge, and what is chosen, needed or pressed is told apart", async ({
  start,
}) => {
  const { page, chat, overview } = await start()
  await chat.send("rehearse: gate team")
  await expect(overview.rail.getByText("Question")).toBeVisible({ timeout: 30_000 })
  await page.emulateMedia({ forcedColors: "active" })
  const edge = (selector: string, side: "Top" | "Bottom" = "Top") =>
    page
      .locator(selector)
      .first()
      .evaluate((element, at) => Number.parseFloat(getComputedStyle(element)[`border${at}Width`]), side)
  expect(await edge(".composer-box")).toBeGreaterThanOrEqual(2)
  expect(await edge(".badge-segments")).toBeGreaterThanOrEqual(2)
  expect(await edge(".status-line")).toBeGreaterThanOrEqual(2)
  expect(await edge(".tab[aria-selected=true]")).toBeGreaterThanOrEqual(2)
  const mark = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return outlineStyle === "solid" ? Number.parseFloat(outlineWidth) : 0
      })
  expect(await mark(".rail-tab[aria-selected=true]")).toBeGreaterThanOrEqual(2)
  await overview.showTree()
  expect(await mark(".tree-row[aria-selected=true]")).toBeGreaterThanOrEqual(2)
  await test.step("the map is drawn in them too: two colours and the mark", async () => {
    await overview.leave()
    await expect.poll(() => coloursOfMap(page)).toEqual(await systemColours(page))
  })
})

/** The colours that cover the map: all but those between two of them, at the edge of a letter or a line. */
function coloursOfMap(page: Page): Promise<readonly string[]> {
  return page.getByTestId("map").evaluate((map) => {
    const canvas = map.querySelector("canvas")
    const surface = canvas?.getContext("2d")
    if (!canvas || !surface) return []
    const { data } = surface.getImageData(0, 0, canvas.width, canvas.height)
    const counts = new Map<string, number>()
    for (let at = 0; at < data.length; at += 4) {
      const colour = `rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    return [...counts]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, 3)
      .map(([colour]) => colour)
      .toSorted()
  })
}

/** As they look on the system's ground: a mark may let some of it through. */
function systemColours(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const surface = new OffscreenCanvas(1, 1).getContext("2d")
    const probe = document.body.appendChild(document.createElement("span"))
    const found = ["Canvas", "CanvasText", "Highlight"].map((name) => {
      if (!surface) return ""
      for (const layer of ["Canvas", name]) {
        probe.style.color = layer
        surface.fillStyle = getComputedStyle(probe).color
        surface.fillRect(0, 0, 1, 1)
      }
      return `rgb(${surface.getImageData(0, 0, 1, 1).data.slice(0, 3).join(", ")})`
    })
    probe.remove()
    return found.toSorted()
  })
}

test("ux 7.16: whoever asks for more contrast gets it at once: no faint words, and every line as strong as a control's", async ({
  start,
}) => {
  const { page } = await start()
  const token = (name: string) =>
    page.evaluate((wanted) => {
      const probe = document.body.appendChild(document.createElement("span"))
      probe.style.color = `var(--${wanted})`
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }, name)
  const tokens = async () => ({
    line: await token("line"),
    strong: await token("line-strong"),
    muted: await token("muted"),
    text: await token("text"),
    faint: await token("faint"),
  })
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, contrast: "no-preference" })
    const usual = await tokens()
    expect(usual.line).not.toBe(usual.strong)
    await page.emulateMedia({ colorScheme, contrast: "more" })
    const more = await tokens()
    expect(more).toEqual({ line: usual.strong, strong: usual.strong, muted: usual.text, text: usual.text, faint: usual.muted })
  }
})

test("ux 7.16: whoever asks for less transparency sees nothing through what lies over the page", async ({ start }) => {
  const { page } = await start()
  const session = await page.context().newCDPSession(page)
  const ask = (value: string) =>
    session.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-transparency", value }] })
  const backdrop = () =>
    page
      .getByTestId("palette")
      .evaluate((dialog) => getComputedStyle(dialog.closest("dialog") ?? dialog, "::backdrop").backgroundColor)
  await page.keyboard.press("Control+k")
  await expect(page.getByTestId("palette")).toBeVisible()
  await ask("no-preference")
  await expect.poll(backdrop).toMatch(/^rgba\(.*0\.\d+\)$/)
  await ask("reduce")
  await expect.poll(backdrop).toMatch(/^rgb\(/)
})

test("ux 7.16: what is written from right to left runs that way, in its own place, and moves nothing beside it", async ({
  start,
}) => {
  const { page, chat, overview } = await start()
  const hebrew = "שלום, מה שלומך 3 פעמים?"
  await chat.composer.fill(hebrew)
  await expect(chat.composer).toHaveCSS("direction", "rtl")
  await chat.composer.press("Enter")
  const said = chat.yours.last().getByText(hebrew)
  await expect(said).toHaveCSS("direction", "rtl")
  await expect(chat.yours.last().locator(".row-speaker")).toHaveCSS("direction", "ltr")
  await chat.finished()
  await chat.send("hello")
  await expect(chat.yours.last().getByText("hello")).toHaveCSS("direction", "ltr")
  await test.step("a name in another script is isolated wherever it stands in a sentence", async () => {
    await overview.leave()
    await page.keyboard.press("F2")
    await page.getByRole("dialog").getByRole("textbox").fill("אלי 7")
    await page.keyboard.press("Enter")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    for (const place of [
      overview.inspector.getByRole("heading"),
      page.getByRole("tab", { name: /אלי/ }),
      page.locator(".crumb-name"),
    ])
      await expect(place.first().locator("bdi")).toHaveText("אלי 7")
  })
})
