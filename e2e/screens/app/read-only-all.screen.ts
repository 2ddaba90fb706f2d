// F18: where a project is only looked at, nothing that can be pressed is refused: what would change something is off and says why, everywhere.
import { type Holder, holdJournal } from "../../driver/journal-holder.ts"
import { takePort } from "../../driver/port.ts"
import { type PressAll, pressAllOn } from "../../driver/press-all.ts"
import type { Screen as Kibitz, ScreenOptions } from "../../stage/screen.ts"
import { expect, test } from "../../stage/test.ts"

const why = "Read-only: another Kibitz has this project open. Do it there."
/** These open a window or a question of the system's, or read the project anew. */
const apart = /Reload|window of its own|own window|Pop out|Full screen|^button Menu$|Browse|Export|Save|Quit|Pin to the right/i

let holder: Holder | null = null
test.afterEach(async () => {
  await holder?.release()
  holder = null
})

/** A team in which some ask, some are stuck and some are done, and Jake has a question too. */
async function opened(
  start: (options: ScreenOptions) => Promise<Kibitz>,
  folders: Parameters<typeof holdJournal>[0],
): Promise<Kibitz> {
  holder = await holdJournal(folders, "rpc", ["--ux-seed=14,3,0,9"])
  await holder.tell("rehearse: gate question")
  const held = holder
  await expect.poll(() => held.heard('"attention.raised"'), { timeout: 30_000 }).toBeGreaterThanOrEqual(8)
  const kibitz = await start({ readOnly: true, join: false })
  await takePort(kibitz)
  await expect(kibitz.chat.ribbon).toContainText("READ-ONLY")
  // That the window has the focus is told before it is known what it is looked at with.
  await pressAllOn(kibitz.page).refused()
  return kibitz
}

/** `part`: what is pressed there. */
type Place = { readonly name: string; readonly part: string; readonly enter: (kibitz: Kibitz) => Promise<unknown> }

const over = "dialog:modal, [role=menu], [data-testid=tree-menu], [data-testid=posture-panel]"

/** The map alone, with rail and inspector beside it, and text as it was. */
async function home({ page, overview }: Kibitz): Promise<void> {
  const look = () =>
    page.evaluate((selector) => {
      const isThere = (testId: string) => document.querySelector(`[data-testid=${testId}]`)?.checkVisibility() ?? false
      return {
        laid: document.querySelectorAll(selector).length,
        isOnMap: isThere("map") && document.querySelector(".pane .chat") === null,
        isTextNormal: document.documentElement.style.fontSize === "100%",
        hasRail: isThere("rail-tree"),
        hasInspector: isThere("inspector"),
      }
    }, over)
  let now = await look()
  if (now.laid > 0 || !now.isOnMap) {
    await expect(async () => {
      for (let laid = await page.locator(over).count(); laid > 0; laid--) await page.keyboard.press("Escape")
      await page.keyboard.press("Shift+Escape")
      await expect(page.locator(over)).toHaveCount(0, { timeout: 500 })
      await expect(overview.root).toBeVisible({ timeout: 500 })
    }).toPass()
    now = await look()
  }
  if (!now.isTextNormal) await page.keyboard.press("ControlOrMeta+0")
  if (!now.hasRail) await page.keyboard.press("ControlOrMeta+b")
  if (!now.hasInspector) await page.keyboard.press("ControlOrMeta+Shift+b")
}

const inspector: readonly Place[] = ["now", "team", "cost", "access"].map((tab) => ({
  name: `${tab} in the inspector`,
  part: ".inspector-body",
  enter: ({ page }) => page.getByTestId(`inspector-${tab}`).click(),
}))

/** Without the keys, which are this screen's own. */
const settings: readonly Place[] = [
  ...[
    "General",
    "Models and keys",
    "Agents and limits",
    "Access",
    "Attention",
    "Appearance",
    "Quality gates",
    "Data and privacy",
    "About",
  ],
].map((page) => ({ name: `settings: ${page}`, part: ".settings-page", enter: (kibitz) => kibitz.settings.open(page) }))

const cards: readonly Place[] = ["question", "stuck"].map((kind) => ({
  name: `a chat with a card: ${kind}`,
  part: ".chat",
  enter: async ({ page, overview }) => {
    await overview.showAttention()
    await overview.rail.locator(`[data-entry][data-kind=${kind}]`).last().click()
    await expect(page.locator(`.chat fieldset.card[data-card=${kind}]`)).toBeVisible()
  },
}))

const places: readonly Place[] = [
  {
    name: "the frame",
    part: ".title-bar, [data-testid=status-bar], [data-testid=rail], .map-pane, .inspector",
    enter: ({ overview }) => overview.showAttention(),
  },
  ...inspector,
  { name: "the tree", part: "[data-testid=rail]", enter: ({ overview }) => overview.showTree() },
  {
    name: "the menu of a line of the tree",
    part: "[data-testid=tree-menu]",
    enter: async ({ page, overview }) => {
      await overview.showTree()
      await overview.row("Jake").click({ button: "right" })
      await expect(page.getByTestId("tree-menu")).toBeVisible()
    },
  },
  {
    name: "the menu of a place on the map",
    part: ".map-pane [role=menu]",
    enter: async ({ page, overview }) => {
      await overview.root.focus()
      await page.keyboard.press("Shift+F10")
      await expect(page.getByRole("menu")).toBeVisible()
    },
  },
  {
    name: "cards in the rail",
    part: ".needs-card",
    enter: async ({ overview }) => {
      await overview.showAttention()
      const unfold = overview.rail.getByRole("button", { name: /^Read here/ }).first()
      if ((await unfold.getAttribute("aria-expanded")) === "false") await unfold.click()
      await expect(overview.rail.locator("fieldset.card").first()).toBeVisible()
    },
  },
  ...cards,
  {
    name: "the posture",
    part: "[data-testid=posture-panel]",
    enter: async ({ page }) => {
      await page.getByTestId("status-bar").getByTestId("posture").getByRole("button").first().click()
      await expect(page.getByTestId("posture-panel")).toBeVisible()
    },
  },
  {
    name: "a look without joining",
    part: "[data-testid=peek]",
    enter: async ({ page, overview }) => {
      await overview.root.focus()
      await page.keyboard.press("Space")
      await expect(page.getByTestId("peek")).toBeVisible()
    },
  },
  {
    name: "the tasks",
    part: "[data-testid=tasks-overlay]",
    enter: async ({ page }) => {
      await page.keyboard.press("ControlOrMeta+Shift+k")
      await expect(page.getByTestId("tasks-overlay")).toBeVisible()
    },
  },
  {
    name: "the welcome page",
    part: ".welcome",
    enter: async (kibitz) => {
      await kibitz.settings.open("General")
      await kibitz.page.getByRole("button", { name: "Show it again" }).click()
      await expect(kibitz.page.getByTestId("welcome")).toBeVisible()
    },
  },
]

/** Everything in these places, one after the other; gives back how many were pressed, and how many of them were off. */
async function pressEverything(kibitz: Kibitz, all: PressAll, some: readonly Place[]): Promise<readonly [number, number]> {
  let [pressed, off] = [0, 0]
  for (const { name, part, enter } of some) {
    await test.step(name, async () => {
      const again = async () => {
        await home(kibitz)
        await enter(kibitz)
        return all.inSight(part)
      }
      let shown = await again()
      const names = (controls: typeof shown) => controls.map((one) => one.name).join("\n")
      await all.refused()
      for (const { name: control } of [...shown]) {
        if (apart.test(control)) continue
        if (names(await all.inSight(part)) !== names(shown)) shown = await again()
        const one = shown.find((other) => other.name === control)
        if (!one) continue
        await all.press(part, one)
        expect([name, one.name, ...(await all.refused())]).toEqual([name, one.name])
        pressed += 1
        if (one.isOff) off += 1
      }
    })
  }
  return [pressed, off]
}

for (const [what, some, leastPressed, leastOff] of [
  ["the frame, the inspector and the menus", places.slice(0, 8), 70, 12],
  ["cards, posture, peek, tasks and the welcome page", places.slice(8), 60, 30],
  ["the settings", settings, 40, 25],
] as const)
  test(`F18: in ${what} nothing that is pressed is refused; what would be is off`, async ({ folders, start }) => {
    test.setTimeout(180_000)
    const kibitz = await opened(start, folders)
    const [pressed, off] = await pressEverything(kibitz, pressAllOn(kibitz.page), some)
    // Nothing was left out because it was not found.
    expect(pressed).toBeGreaterThan(leastPressed)
    expect(off).toBeGreaterThan(leastOff)
  })

test("F18: on the map itself no free place offers a new agent", async ({ folders, start }) => {
  test.setTimeout(120_000)
  const kibitz = await opened(start, folders)
  const { page, overview } = kibitz
  const all = pressAllOn(page)
  const box = await overview.root.boundingBox()
  if (!box) throw new Error("there is no map")
  for (const [across, down] of [0.2, 0.4, 0.6, 0.8].flatMap((x) => [0.3, 0.5, 0.7].map((y) => [x, y] as const))) {
    await home(kibitz)
    await overview.root.focus()
    await page.keyboard.press("0")
    await page.mouse.click(box.x + box.width * across, box.y + box.height * down)
    expect([across, down, ...(await all.refused())]).toEqual([across, down])
  }
})

test("F18: keys, the palette and the app's menu do what can be done, and say why for the rest", async ({ folders, start }) => {
  test.setTimeout(180_000)
  const kibitz = await opened(start, folders)
  const { page, chat, overview, windows } = kibitz
  const all = pressAllOn(page)
  const remark = page.getByTestId("status-bar").or(chat.workingLine)

  await test.step("keys, on the map, in the tree, in a list and in a chat", async () => {
    const keys = ["N", "Shift+N", "Shift+Backspace", "Shift+M", "Shift+A", "Shift+S", "Shift+H", "Shift+X", "Shift+O"]
    const everywhere = [...keys.map((key) => `ControlOrMeta+${key}`), "Shift+F9", "F2"]
    const where: readonly (() => Promise<void>)[] = [
      () => overview.root.focus(),
      async () => {
        await overview.showTree()
        await overview.row("Jake").click()
      },
      async () => {
        await overview.showAttention()
        await page.locator("[data-entry][tabindex='0']").focus()
      },
      () => overview.join("Jake"),
    ]
    for (const go of where) {
      await home(kibitz)
      await go()
      await all.refused()
      for (const key of everywhere) {
        await page.keyboard.press(key)
        expect([key, ...(await all.refused())]).toEqual([key])
        await expect(page.locator("dialog:modal")).toHaveCount(0)
      }
    }
    await page.keyboard.press("ControlOrMeta+n")
    await expect(remark.filter({ hasText: why }).first()).toBeVisible()
  })

  await test.step("the palette", async () => {
    await home(kibitz)
    const palette = page.getByTestId("palette")
    const field = palette.getByRole("combobox")
    const [refusedWords, doneWords] = [
      ["New agent", "New child of this agent", "Rename the agent", "Hold everything", "Run control: manual", "/stop", "/execute"],
      ["Tasks", "Settings: Access", "Keyboard shortcuts", "/audit", "/find"],
    ]
    for (const words of refusedWords) {
      if (!(await palette.isVisible())) await page.keyboard.press("ControlOrMeta+k")
      await field.fill(words)
      // What can be done comes before what cannot.
      const option = palette.getByRole("option", { name: words }).last()
      await expect(option).toHaveAttribute("aria-disabled", "true")
      await expect(option).toContainText(why)
      await option.click({ force: true })
      await expect(palette.getByRole("alert")).toHaveText(why)
      expect([words, ...(await all.refused())]).toEqual([words])
    }
    for (const words of doneWords) {
      await home(kibitz)
      await page.keyboard.press("ControlOrMeta+k")
      await field.fill(words)
      await expect(palette.getByRole("option").first()).toHaveAttribute("aria-disabled", "false")
      await page.keyboard.press("Enter")
      await expect(palette).toHaveCount(0)
      expect([words, ...(await all.refused())]).toEqual([words])
    }
    // A line that is written out says it in place too.
    await home(kibitz)
    await page.keyboard.press("ControlOrMeta+k")
    await field.fill("/spawn Noa count the files")
    await page.keyboard.press("Enter")
    await expect(palette.getByRole("alert")).toHaveText(why)
    expect(await all.refused()).toEqual([])
  })

  await test.step("the menu", async () => {
    await home(kibitz)
    await expect.poll(async () => (await windows.menuItem("New agent"))?.enabled).toBe(false)
    for (const label of [
      "New child of this agent",
      "Pause the agent; twice stops it",
      "Hold everything, or go on",
      "Rename the agent…",
    ])
      expect([label, (await windows.menuItem(label))?.enabled]).toEqual([label, false])
    const labels = windows
      .menu()
      .filter(({ enabled }) => enabled)
      .map(({ label }) => label)
    expect(labels).toContain("Command palette…")
    for (const label of labels.filter((one) => one !== "" && !apart.test(one))) {
      await home(kibitz)
      await windows.chooseFromMenu(label)
      expect([label, ...(await all.refused())]).toEqual([label])
    }
  })
})

test("F18: theme and text size are for the screen that looks, and hold over Reload; the journal stays as it was", async ({
  folders,
  start,
}) => {
  const kibitz = await opened(start, folders)
  const { page, chat, settings } = kibitz
  const all = pressAllOn(page)
  const look = () => page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.style.fontSize])
  await settings.open("Appearance")
  await settings.root.getByText("Light", { exact: true }).click()
  await expect.poll(look).toEqual(["light", "100%"])
  await page.keyboard.press("Escape")
  await page.keyboard.press("ControlOrMeta+=")
  await expect.poll(look).toEqual(["light", "110%"])
  await chat.ribbon.getByRole("button", { name: "Reload" }).click()
  await expect(page.getByText("The project was read anew.")).toBeVisible()
  expect(await look()).toEqual(["light", "110%"])
  expect(await all.refused()).toEqual([])
})
