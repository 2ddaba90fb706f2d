// Tabs are bookmarks in the user's own order (ux 2.4); panes hold the chats one is in.
import { eventsIn } from "../../driver/journal.ts"
import { mapOn } from "../../driver/map.ts"
import { tabsOn } from "../../driver/tabs.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"
import { resize } from "../../views/scenes.ts"

test("U19: tabs and slots keep their order through two hundred changes of status", async ({ start, folders }) => {
  const kibitz = await start({ seed: "60,3,40", join: false })
  const { page, overview } = kibitz
  const tabs = tabsOn(page)
  await overview.showTree()
  const names = (await page.getByRole("treeitem").locator(".tree-name").allTextContents()).filter((name) => name !== "Jake")
  const [first = "", second = "", third = ""] = names
  for (const name of [third, first, second]) await overview.join(name)
  await tabs.choose(second, "Pin to slot 1")
  const order = [second, third, first]
  expect(await tabs.names()).toEqual(order)
  await overview.leave()
  // Forty are held and let go, three times over.
  for (let round = 0; round < 3; round += 1) {
    await page.keyboard.press("Shift+F9")
    await expect(page.getByTestId("go-on-all")).toBeVisible()
    expect(await tabs.names()).toEqual(order)
    await page.keyboard.press("Shift+F9")
    await expect(page.getByTestId("go-on-all")).toHaveCount(0)
    expect(await tabs.names()).toEqual(order)
  }
  await kibitz.quit()
  expect(eventsIn(folders, "agent.moved").length).toBeGreaterThanOrEqual(200)
})

test("the tab of the one the user is with is whole, however narrow the window becomes and however many tabs there are", async ({
  start,
}) => {
  const kibitz = await start({ seed: "12,3,0" })
  const { page, overview } = kibitz
  const tabs = tabsOn(page)
  await resize(kibitz, 1440, 900)
  await overview.showTree()
  const names = (await page.getByRole("treeitem").locator(".tree-name").allTextContents()).filter((name) => name !== "Jake")
  for (const name of names.slice(0, 8)) await overview.join(name)
  await resize(kibitz, 900, 600)
  await expect(tabs.of(names[7] ?? "")).toHaveAttribute("aria-selected", "true")
  await expect(tabs.of(names[7] ?? "")).toBeInViewport({ ratio: 0.99 })
  // A name that is cut to two letters names no project.
  const project = page.locator(".title-project > bdi")
  expect(await project.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
})

test("ux 2.4: long names are cut before a tab is", async ({ start }) => {
  const kibitz = await start()
  const { page, overview } = kibitz
  const tabs = tabsOn(page)
  const names = [1, 2, 3, 4].map((number) => `Nebuchadnezzar${number}`)
  for (const name of names) {
    await overview.join("Jake")
    await overview.spawn(name)
  }
  await overview.showTree()
  await resize(kibitz, 1000, 700)
  await expect(tabs.all).toHaveCount(5)
  for (const name of ["Jake", ...names]) await expect(tabs.of(name)).toBeInViewport({ ratio: 0.99 })
  await expect(page.getByTestId("tabs-left")).toHaveCount(0)
  const cut = await tabs.all.locator(".tab-name").evaluateAll((all) => all.map((one) => one.scrollWidth > one.clientWidth))
  // Not the one the user is with, and not a short one.
  expect(cut).toEqual([false, true, true, true, false])
})

test("ux 2.4: more tabs than fit: each side says how many more there are; wheel, button and arrows reach all, in the user's order", async ({
  start,
}) => {
  const kibitz = await start({ seed: "30,3,0" })
  const { page, overview } = kibitz
  const tabs = tabsOn(page)
  const [left, right] = [page.getByTestId("tabs-left"), page.getByTestId("tabs-right")]
  await resize(kibitz, 1440, 900)
  await overview.showTree()
  const others = (await page.getByRole("treeitem").locator(".tree-name").allTextContents()).filter((name) => name !== "Jake")
  const order = ["Jake", ...others.slice(0, 15)]
  for (const name of order.slice(1)) await overview.join(name)
  expect(await tabs.names()).toEqual(order)
  const last = order.at(-1) ?? ""
  for (const [width, height] of [
    [1440, 900],
    [1000, 700],
  ] as const) {
    await resize(kibitz, width, height)
    const list = page.getByRole("tablist", { name: "Open chats" })
    /** Those of whom nothing is cut or covered: with those that are told of at the sides they are all. */
    const whole = () =>
      list.evaluate((element) => {
        const [room, ...boxes] = [element, ...element.children].map((one) => one.getBoundingClientRect())
        const here = element.querySelector("[data-here]")?.getBoundingClientRect()
        if (!room || !here) return -1
        const isApart = (box: DOMRect) => box.right <= here.left + 1 || box.left >= here.right - 1 || box.left === here.left
        return boxes.filter((box) => box.left >= room.left - 1 && box.right <= room.right + 1 && isApart(box)).length
      })
    const told = async (one: typeof left) => Number.parseInt((await one.textContent()) || "0", 10)
    await expect(left).toHaveAccessibleName(/^\d+ more tabs? to the left$/)
    await expect(right).toBeDisabled()
    await test.step("the one the user is with stays whole while the wheel goes to the first", async () => {
      await list.hover()
      await expect(async () => {
        await page.mouse.wheel(0, -400)
        await expect(tabs.of("Jake")).toBeInViewport({ ratio: 0.99, timeout: 500 })
      }).toPass()
      await expect(left).toBeDisabled()
      await expect(tabs.of(last)).toBeInViewport({ ratio: 0.99 })
      await expect(tabs.of(last)).toHaveAttribute("aria-selected", "true")
      await expect.poll(async () => (await told(right)) + (await whole())).toBe(order.length)
    })
    await test.step("the button goes on from there", async () => {
      const before = await told(right)
      await right.click()
      await expect.poll(() => told(right)).toBeLessThan(before)
    })
    await test.step("arrows reach each in turn, also beside the one the user is with", async () => {
      await tabs.of(last).focus()
      for (const name of order) {
        await page.keyboard.press("ArrowRight")
        await expect(tabs.of(name)).toBeFocused()
        await expect(tabs.of(name)).toBeInViewport({ ratio: 0.99 })
        const isOnTop = await tabs.of(name).evaluate((tab) => {
          const { left: x, right: end, top, height } = tab.getBoundingClientRect()
          return [x + 3, end - 3].every(
            (at) => document.elementFromPoint(at, top + height / 2)?.closest(".tab-place") === tab.parentElement,
          )
        })
        expect([name, isOnTop]).toEqual([name, true])
      }
    })
    expect(await tabs.names()).toEqual(order)
  }
})

test("ux 7.3: arrows go along the tabs and join nobody; Enter joins, Delete closes and leaves, and a closed tab comes back", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ seed: "6,2,0" })
  const { page, overview } = kibitz
  const tabs = tabsOn(page)
  await overview.showTree()
  const [other = ""] = (await page.getByRole("treeitem").locator(".tree-name").allTextContents()).filter(
    (name) => name !== "Jake",
  )
  await overview.join(other)
  await tabs.of(other).focus()
  await page.keyboard.press("ArrowLeft")
  await expect(tabs.of("Jake")).toBeFocused()
  await expect(tabs.of(other)).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("textbox", { name: "Message Jake" })).toBeFocused()
  await tabs.of("Jake").focus()
  await page.keyboard.press("Delete")
  await expect(tabs.of("Jake")).toHaveCount(0)
  await expect(overview.root).toBeVisible()
  await page.keyboard.press("Control+Shift+t")
  await expect(page.getByRole("textbox", { name: "Message Jake" })).toBeFocused()
  await kibitz.quit()
  const moves = eventsIn(folders, "presence.joined", "presence.left")
  expect(moves.map(({ type, agentId, cause }) => `${type} ${agentId === "jake" ? "jake" : "other"} ${cause}`)).toEqual([
    "presence.joined jake navigate",
    "presence.left jake switch",
    "presence.joined other navigate",
    "presence.left other switch",
    "presence.joined jake tab",
    "presence.left jake zoom-out",
    "presence.joined jake tab",
    "presence.left jake quit",
  ])
})

test("ux 2.4: two panes are both joined, the one with the keys is marked, and unsent text stays with its agent", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ seed: "6,2,0" })
  const { page, overview } = kibitz
  const tabs = tabsOn(page)
  await overview.showTree()
  const [other = ""] = (await page.getByRole("treeitem").locator(".tree-name").allTextContents()).filter(
    (name) => name !== "Jake",
  )
  await overview.row("Jake").focus()
  await page.keyboard.press("ArrowDown")
  await expect(overview.row(other)).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("Control+d")
  const jakes = page.getByRole("textbox", { name: "Message Jake" })
  const others = page.getByRole("textbox", { name: `Message ${other}` })
  await expect(others).toBeFocused()
  await expect(jakes).toBeVisible()
  await expect(page.getByTestId("pane-2")).toHaveAttribute("data-has-keys", "")
  await jakes.fill("not yet")
  await expect(page.getByTestId("pane-1")).toHaveAttribute("data-has-keys", "")
  await test.step("what was just done or refused is said in the one with the keys alone", async () => {
    await page.keyboard.press("Control+0")
    await expect(page.getByTestId("pane-1").getByText("Text size is 100 % already.")).toBeVisible()
    await expect(page.getByTestId("pane-2").getByText("Text size is 100 % already.")).toHaveCount(0)
  })
  await page.keyboard.press("Control+w")
  await expect(jakes).toHaveCount(0)
  await expect(others).toBeFocused()
  await expect(tabs.of("Jake").getByRole("img", { name: "unsent text" })).toBeVisible()
  await tabs.of("Jake").click()
  await expect(jakes).toHaveValue("not yet")
  await kibitz.quit()
  const moves = eventsIn(folders, "presence.joined", "presence.left")
  expect(moves.map(({ type, agentId, cause }) => `${type} ${agentId === "jake" ? "jake" : "other"} ${cause}`)).toEqual([
    "presence.joined jake navigate",
    "presence.joined other split",
    "presence.left jake close",
    "presence.left other switch",
    "presence.joined jake tab",
    "presence.left jake quit",
  ])
})

test("ux 2.4: four panes are joined once each and one is marked; a narrower window and larger text close what cannot be read, and leave it", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ seed: "6,2,0", probe: true })
  const { page, overview, settings } = kibitz
  const ux = uxOf(page)
  const panes = page.locator(".pane")
  await resize(kibitz, 2_000, 900)
  await overview.showTree()
  for (const beside of [1, 2, 3]) {
    await overview.row("Jake").focus()
    for (let down = 0; down < beside; down += 1) await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Control+d")
    await expect(panes).toHaveCount(1 + beside)
    await expect(page.getByTestId(`pane-${1 + beside}`).getByTestId("composer")).toBeFocused()
    await expect(page.locator(".pane[data-has-keys]")).toHaveAttribute("data-testid", `pane-${1 + beside}`)
    await expect.poll(async () => (await ux.presence()).joined.length).toBe(1 + beside)
    const { joined, mounted } = await ux.presence()
    expect(joined).toEqual(mounted)
  }
  const last = await page.getByTestId("pane-4").locator("[data-testid^=chat-]").first().getAttribute("data-testid")
  const fits = async (count: number) => {
    await expect(panes).toHaveCount(count)
    await expect.poll(async () => (await ux.presence()).joined.length).toBe(count)
    // Whoever has the keys stays.
    await expect(page.locator(`.pane[data-has-keys] [data-testid=${last}]`)).toBeVisible()
  }
  await resize(kibitz, 1_700, 900)
  await fits(3)
  await resize(kibitz, 1_440, 900)
  await fits(2)
  await settings.open("Appearance")
  await settings.root.getByRole("slider", { name: "Text size in percent" }).press("End")
  await page.keyboard.press("Escape")
  await fits(1)
  await test.step("and no second one is opened where there is no room for it", async () => {
    await page.keyboard.press("Control+d")
    await expect(panes).toHaveCount(1)
  })
  await kibitz.quit()
  const changes = eventsIn(folders, "presence.joined", "presence.left")
  expect(changes.filter(({ cause }) => cause === "split")).toHaveLength(3)
  expect(changes.filter(({ cause }) => cause === "close")).toHaveLength(3)
})

test("OPM-3: where no second pane fits, opening one beside leaves nobody, and what helps is said", async ({ start, folders }) => {
  const kibitz = await start({ seed: "6,2,0" })
  const { page, chat, overview } = kibitz
  const noRoom = "No room for another pane. Widen the window, or pop this chat out: Ctrl+Shift+D."
  await overview.showTree()
  const [other = ""] = (await page.getByRole("treeitem").locator(".tree-name").allTextContents()).filter(
    (name) => name !== "Jake",
  )
  await resize(kibitz, 960, 700)
  await overview.row("Jake").focus()
  await page.keyboard.press("ArrowDown")
  await expect(overview.row(other)).toHaveAttribute("aria-selected", "true")
  await test.step("by key", async () => {
    await page.keyboard.press("Control+d")
    await expect(chat.root.getByText(noRoom)).toBeVisible()
  })
  await test.step("by command, which stays to be changed", async () => {
    await chat.composer.fill(`/split ${other}`)
    await page.keyboard.press("Enter")
    await expect(chat.root.getByRole("alert").getByText(noRoom)).toBeVisible()
    await expect(chat.composer).toHaveValue(`/split ${other}`)
  })
  await expect(page.locator(".pane")).toHaveCount(1)
  await kibitz.quit()
  const moves = eventsIn(folders, "presence.joined", "presence.left")
  expect(moves.map(({ type, agentId, cause }) => `${type} ${agentId} ${cause}`)).toEqual([
    "presence.joined jake navigate",
    "presence.left jake quit",
  ])
})

test("ux 2.4: slots by key: Shift and a number gives one on the map, the number goes there, and with Ctrl from anywhere", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ seed: "6,2,0", join: false, probe: true })
  const { page, overview, chat } = kibitz
  const [tabs, map, ux] = [tabsOn(page), mapOn(page), uxOf(page)]
  await map.rest()
  await map.press("ArrowRight")
  const [chosen = ""] = await ux.selection()
  const name = (await page.getByTestId("inspector").getByRole("heading").first().textContent()) ?? ""
  await test.step("given without joining", async () => {
    await page.keyboard.press("Shift+3")
    await expect(tabs.of(name).locator(".tab-slot")).toHaveText("3")
    expect(await ux.presence()).toEqual({ joined: [], mounted: [] })
  })
  await test.step("one that nobody has says so, and how it is given", async () => {
    await page.keyboard.press("4")
    await expect(page.getByText("Slot 4 is empty. Shift+4 on the map puts an agent there.")).toBeVisible()
    expect(await ux.presence()).toEqual({ joined: [], mounted: [] })
  })
  await test.step("gone to from the map by its number", async () => {
    await page.keyboard.press("3")
    await expect(page.getByRole("textbox", { name: `Message ${name}` })).toBeFocused()
  })
  await test.step("gone to from another chat with Ctrl; the number alone is text there", async () => {
    await overview.join("Jake")
    await page.keyboard.type("3")
    await expect(chat.composer).toHaveValue("3")
    await page.keyboard.press("Control+3")
    await expect(page.getByRole("textbox", { name: `Message ${name}` })).toBeFocused()
  })
  await kibitz.quit()
  expect(eventsIn(folders, "presence.joined").map(({ agentId, cause }) => `${agentId} ${cause}`)).toEqual([
    `${chosen} tab`,
    "jake navigate",
    `${chosen} tab`,
  ])
})

test("REQ-OPM-004 ux 2.4: everybody who works is in one list, by room, and is found by typing", async ({ start }) => {
  const { page } = await start({ seed: "60,3,40", join: false })
  await expect(page.getByTestId("active")).toContainText("40", { timeout: 20_000 })
  await page.getByTestId("active").click()
  const list = page.getByTestId("tasks-overlay")
  const running = list.locator("[data-group=running]")
  await expect(list.locator("[data-head=running]")).toHaveText("Running 40")
  await expect(running.locator(".task-line").first()).toBeFocused()
  await page.keyboard.press("End")
  await expect(running.locator(".task-line").last()).toBeFocused()
  const name = (await running.locator(".task-name").last().textContent()) ?? ""
  await page.keyboard.press("/")
  await page.keyboard.type(name)
  await expect(running.locator(".task-name").first()).toContainText(name)
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("textbox", { name: `Message ${name}` })).toBeFocused()
})
