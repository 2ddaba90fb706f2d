// No command is dead (ux 2.6, 3): whatever the menu offers where the user is does something that is seen there, or says why it does not. The menu has
// every command that can be run from anywhere; the palette offers the same ones and runs them the same way.
import type { Page } from "@playwright/test"
import type { Screen as Kibitz } from "../../stage/screen.ts"
import { expect, test } from "../../stage/test.ts"

/** Leaves `seen()` in the page: what a person sees that a command can change. */
function teachToSee(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { __ux } = window as unknown as { __ux: { camera(): unknown; presence(): unknown; selection(): unknown } }
    const texts = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent)
    const marks = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map(({ dataset, className }) => dataset.testid ?? className)
    const focused = () => {
      const at = document.activeElement
      return at && [at.tagName, at.className, at.getAttribute("aria-label")]
    }
    const seen = () =>
      JSON.stringify([
        marks(
          "dialog:modal, :popover-open, [role=menu], [data-testid=find], [data-testid=inspector], .pane, .pane [data-testid^=chat-]",
        ),
        texts(".remark, [role=tablist], [data-testid=status-bar], [data-testid=working-line], .rail-head"),
        document.querySelector("[data-testid^=rail]") !== null,
        document.querySelector("[data-has-keys]")?.getAttribute("data-testid"),
        focused(),
        document.documentElement.getAttribute("style"),
        getComputedStyle(document.documentElement).fontSize,
        [__ux.camera(), __ux.presence(), __ux.selection()],
      ])
    Object.assign(globalThis, { seen })
  })
}

type Seeing = { seen(): string }

/** Nothing was said just before, and nothing moves any more: what changes from here on was done by the command. */
async function stillSeen(page: Page): Promise<string> {
  // The same words said twice would look like nothing.
  if ((await page.locator(".remark").count()) > 0) {
    await page.keyboard.press("ControlOrMeta+k")
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog:modal")).toHaveCount(0)
  }
  // Looked at in every frame, in the page: asked for from here, each look would cost a wait of its own.
  return page.evaluate(async (framesOfRest) => {
    const { seen } = globalThis as unknown as Seeing
    let last = seen()
    for (let same = 0; same < framesOfRest; ) {
      await new Promise(requestAnimationFrame)
      const now = seen()
      same = now === last ? same + 1 : 0
      last = now
    }
    return last
  }, 9)
}

/** Whether anything else is seen within three seconds. */
function isSeenToChange(page: Page, before: string): Promise<boolean> {
  return page.evaluate(async (was) => {
    const { seen } = globalThis as unknown as Seeing
    for (const until = performance.now() + 3_000; performance.now() < until; ) {
      if (seen() !== was) return true
      await new Promise(requestAnimationFrame)
    }
    return false
  }, before)
}

/** Nothing lies over the place, and it is the only pane. */
async function toMap({ page, overview }: Kibitz): Promise<void> {
  for (let times = 0; times < 4 && (await page.locator("dialog:modal, :popover-open").count()) > 0; times++)
    await page.keyboard.press("Escape")
  for (let times = 0; times < 6 && !((await overview.root.isVisible()) && (await page.locator(".pane").count()) === 1); times++)
    await page.keyboard.press("Shift+Escape")
  await expect(overview.root).toBeVisible()
  await overview.root.focus()
}

/** The command before has left everything as it was: in Jake's chat, ready to write, nothing over it and nothing beside it. */
async function isInChatAlone({ page, chat }: Kibitz): Promise<boolean> {
  return (
    (await page.locator("dialog:modal, :popover-open, [role=menu], [data-testid=find]").count()) === 0 &&
    (await page.locator(".pane").count()) === 1 &&
    (await chat.root.locator("[data-testid=composer]:focus").count()) === 1
  )
}

/** Those that change what is outside the page are seen elsewhere: in windows, menu and shell journeys. */
const outside =
  /^(Move to a window of its own|Full screen|Quit|Close|Hide|Show all|Minimi[sz]e|Zoom|Undo|Redo|Cut|Copy|Paste|Select all|About.*)$/i

for (const [where, goThere] of [
  ["on the map", async (kibitz: Kibitz) => toMap(kibitz)],
  [
    "in a chat",
    async (kibitz: Kibitz) => {
      if (await isInChatAlone(kibitz)) return
      await toMap(kibitz)
      await kibitz.enter("jake")
    },
  ],
] as const) {
  test(`ux 2.6, 3: everything the menu offers ${where} does something there, or says why not`, async ({ start }) => {
    test.setTimeout(300_000)
    const kibitz = await start({ seed: "6,2,0", probe: true, join: false })
    const { page, windows } = kibitz
    await teachToSee(page)
    await goThere(kibitz)
    await expect.poll(async () => (await windows.menuItem("Command palette…"))?.enabled).toBe(true)
    await expect.poll(async () => (await windows.menuItem("Show the whole map"))?.enabled).toBe(where === "on the map")
    const labels = windows
      .menu()
      .filter(({ label, enabled }) => enabled && !outside.test(label))
      .map(({ label }) => label)
    expect(labels.length).toBeGreaterThan(30)
    const dead: string[] = []
    for (const label of labels) {
      await test.step(label, async () => {
        await goThere(kibitz)
        const before = await stillSeen(page)
        await windows.chooseFromMenu(label)
        if (!(await isSeenToChange(page, before))) dead.push(label)
      })
    }
    expect(dead).toEqual([])
  })
}

test("ux 3: there is no command that nobody does: what is greyed on the map can be done in a chat, and the other way round", async ({
  start,
}) => {
  const kibitz = await start({ seed: "6,2,0", probe: true, join: false })
  const greyed = () =>
    kibitz.windows
      .menu()
      .filter(({ enabled }) => !enabled)
      .map(({ label }) => label)
  await toMap(kibitz)
  await expect.poll(async () => (await kibitz.windows.menuItem("Show the whole map"))?.enabled).toBe(true)
  const onMap = new Set(greyed())
  await kibitz.overview.join("Jake")
  await expect.poll(async () => (await kibitz.windows.menuItem("Show the whole map"))?.enabled).toBe(false)
  expect(greyed().filter((label) => onMap.has(label))).toEqual([])
})
