// What clicks, keys and the wheel do on the map (ux 2.2), on an invented team: nobody is joined who was not asked for.
import type { Page } from "@playwright/test"
import { eventsIn } from "../../driver/journal.ts"
import { mapOn, seeded } from "../../driver/map.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

/** Jake, four leads below him, three below each: at 1200×800 the leads' teams are chips, Jake a card. */
const SEED = "17,3,0"
const [ed, gil] = [seeded(1), seeded(5)]

test.describe.configure({ mode: "default" })

async function nobodyJoined(page: Page): Promise<void> {
  expect(await uxOf(page).presence()).toEqual({ joined: [], mounted: [] })
}

test("every click of the table: chips fly to their room, cards join, the background leads out, keys split, add, peek and open a menu", async ({
  start,
}) => {
  const { page } = await start({ seed: SEED, join: false, probe: true })
  const [map, ux] = [mapOn(page), uxOf(page)]
  await map.form(gil, "chip")

  await test.step("a chip: to the room that holds it, selected, not joined", async () => {
    await map.click(gil)
    await map.rest()
    await expect(map.crumbs.locator("[aria-current]")).toHaveText("Ed")
    expect(await ux.selection()).toEqual([gil])
    await nobodyJoined(page)
  })
  await test.step("the background: one level out", async () => {
    const root = await map.root.boundingBox()
    await page.mouse.click((root?.x ?? 0) + (root?.width ?? 0) / 2, (root?.y ?? 0) + 12)
    await map.rest()
    await expect(map.crumbs.locator("[aria-current]")).toHaveText("Jake")
  })
  await test.step("Alt peeks, Space closes it, and nobody is joined", async () => {
    await map.click(gil, { keys: ["Alt"] })
    await expect(page.getByTestId("peek")).toContainText("not joined")
    await page.keyboard.press("Space")
    await expect(page.getByTestId("peek")).toHaveCount(0)
    await nobodyJoined(page)
  })
  await test.step("Shift adds to what is selected, and Escape leaves one", async () => {
    await map.click(seeded(6), { keys: ["Shift"] })
    await map.click(seeded(7), { keys: ["Shift"] })
    expect((await ux.selection()).length).toBe(3)
    await expect(page.getByTestId("map-selection")).toContainText("3 selected")
    await map.press("Escape")
    await expect(page.getByTestId("map-selection")).toHaveCount(0)
    expect((await ux.selection()).length).toBe(1)
  })
  await test.step("whoever is dismissed is not selected any more", async () => {
    await map.click(seeded(8), { keys: ["Shift"] })
    const inspector = page.getByTestId("inspector")
    await inspector.getByRole("button", { name: "Dismiss…" }).click()
    await inspector.getByRole("button", { name: /^Dismiss (?!…)/ }).click()
    await expect.poll(() => ux.cell(seeded(8))).toBe(null)
    await expect.poll(async () => (await ux.selection()).includes(seeded(8))).toBe(false)
    await expect(page.getByTestId("map-selection")).toHaveCount(0)
  })
  await test.step("the second button: a menu with everything by name", async () => {
    await map.click(gil, { button: "right" })
    for (const name of [/^Join /, "Open beside", "Peek", /^New child of /, "Rename…"]) {
      await expect(map.menu.getByRole("menuitem", { name })).toBeVisible()
    }
    await page.keyboard.press("Escape")
    await expect(map.menu).toHaveCount(0)
  })
  await test.step("a card joins; Escape leads out again, to where it stands", async () => {
    await map.click("jake")
    await expect.poll(ux.presence).toEqual({ joined: ["jake"], mounted: ["jake"] })
    await page.keyboard.press("Escape")
    await expect.poll(ux.presence).toEqual({ joined: [], mounted: [] })
    await map.rest()
  })
  await test.step("with Ctrl in a pane of its own, joined, and the map stays beside it", async () => {
    await map.click(gil, { keys: ["Control"] })
    await expect.poll(ux.presence).toEqual({ joined: [gil], mounted: [gil] })
    await expect(map.root).toBeVisible()
    await page.keyboard.press("Control+w")
    await expect.poll(ux.presence).toEqual({ joined: [], mounted: [] })
  })
})

test("every key of the table: arrows go across rooms, Enter joins, Shift+Enter only looks, + − 0 F and the buttons move the view", async ({
  start,
}) => {
  const { page } = await start({ seed: SEED, join: false, probe: true })
  const [map, ux] = [mapOn(page), uxOf(page)]
  const scale = async () => (await ux.rect("jake"))?.width ?? 0
  await map.rest()
  const whole = await scale()

  await test.step("arrows: the neighbour in the grid, and from the edge into the next room", async () => {
    await map.press("ArrowRight")
    expect(await ux.selection()).toEqual([ed])
    await map.press("ArrowLeft")
    expect(await ux.selection()).toEqual(["jake"])
    await map.press("Shift+Enter")
    await map.rest()
    await map.press("ArrowRight", "ArrowDown")
    expect((await ux.selection())[0]).not.toBe("jake")
    await nobodyJoined(page)
  })
  await test.step("the selection is told to those who do not see it", async () => {
    await map.press("0")
    await map.rest()
    await map.click("jake", { keys: ["Shift"] })
    await map.press("Escape", "ArrowRight")
    await expect(map.root).toHaveRole("application")
    const described = page.locator(`[id="${await map.root.getAttribute("aria-activedescendant")}"]`)
    await expect(described).toHaveAccessibleName("Ed, idle, 3 in its team, row 1 of 3, column 2 of 3, level 2")
  })
  await test.step("+ and − by half, 0 the whole, F the selected, and the same by button", async () => {
    await map.press("0")
    await map.rest()
    await map.press("+")
    await map.rest()
    expect((await scale()) / whole).toBeCloseTo(1.5, 1)
    await map.press("-")
    await map.rest()
    expect((await scale()) / whole).toBeCloseTo(1, 1)
    await map.press("F")
    await map.rest()
    expect(await scale()).toBeGreaterThan(whole)
    await page.getByRole("button", { name: "Show the whole map" }).click()
    await map.rest()
    expect((await scale()) / whole).toBeCloseTo(1, 1)
    await page.getByRole("button", { name: "Zoom in" }).click()
    await map.rest()
    const before = await ux.rect("jake")
    await page.getByRole("button", { name: "Move the view right" }).click()
    await map.rest()
    expect((await ux.rect("jake"))?.x).toBeLessThan(before?.x ?? 0)
    await nobodyJoined(page)
  })
  await test.step("Space peeks; held, it drags the map, and then it does not peek", async () => {
    await map.press("Space")
    await expect(page.getByTestId("peek")).toBeVisible()
    await page.keyboard.press("Escape")
    await map.press("0")
    await map.rest()
    await map.press("+", "+")
    await map.rest()
    const before = await ux.rect(ed)
    const { x, y } = await map.point(ed)
    await page.keyboard.down("Space")
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 30, y - 20)
    await page.mouse.up()
    await page.keyboard.up("Space")
    await map.rest()
    expect((await ux.rect(ed))?.x).toBeCloseTo((before?.x ?? 0) - 30, 0)
    await expect(page.getByTestId("peek")).toHaveCount(0)
    await nobodyJoined(page)
  })
  await test.step("the crumbs lead to rooms, their menus to the rooms beside, and the last one in a desk joins", async () => {
    await map.press("0")
    await map.rest()
    await map.click(gil)
    await map.rest()
    await map.crumbs.getByRole("button", { name: /^Beside Ed/ }).click()
    await page.getByRole("menuitem").first().click()
    await map.rest()
    await expect(map.crumbs.locator("[aria-current]")).not.toHaveText("Ed")
    await map.crumbs.getByRole("button", { name: "Jake" }).click()
    await map.rest()
    await expect(map.crumbs.locator("[aria-current]")).toHaveText("Jake")
    await nobodyJoined(page)
  })
  await test.step("in a chat they are the same: the room above has its own menu, which leads to the room beside it", async () => {
    await map.click(gil)
    await map.rest()
    await map.press("Enter")
    await expect.poll(ux.presence).toEqual({ joined: [gil], mounted: [gil] })
    const head = page.getByTestId("chat-head")
    await expect(head.getByRole("button", { name: "Beside Gil" })).toBeVisible()
    await head.getByRole("button", { name: "Beside Ed" }).click()
    const beside = page.getByRole("menu", { name: "Beside Ed" }).getByRole("menuitem").first()
    const name = (await beside.locator("bdi").textContent()) ?? ""
    await beside.click()
    await expect(map.crumbs.locator("[aria-current]")).toHaveText(name)
    await nobodyJoined(page)
    await map.press("0")
    await map.rest()
    await map.click(gil)
    await map.rest()
  })
  await test.step("Enter joins at the press: the composer has the keys while the flight is still on", async () => {
    await map.press("Enter")
    await expect(page.getByTestId("composer")).toBeFocused()
    await expect(page.locator(".map-flight")).toHaveCount(0)
  })
})

test("wheel and drag: a notch zooms at the pointer, fingers pan, a drag never clicks, and nothing is ever out of view", async ({
  start,
}) => {
  const { page, chat, settings } = await start({ seed: SEED, join: false, probe: true })
  const [map, ux] = [mapOn(page), uxOf(page)]
  const turnedBy = async (name: "Auto" | "Mouse" | "Trackpad") => {
    await settings.open("Appearance")
    await settings.root.getByRole("group", { name: "Wheel on the map" }).getByRole("radio", { name }).check()
    await page.keyboard.press("Escape")
    await expect(settings.root).toHaveCount(0)
  }
  const wheel = (more: Record<string, number | boolean>) =>
    map.root.evaluate((element, init) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true }
      element.dispatchEvent(new WheelEvent("wheel", { ...at, ...init }))
    }, more)
  // Before anything is known there is nothing to fit.
  await expect(chat.ribbon).toBeVisible()
  await map.press("0")
  await map.rest()
  const whole = (await ux.rect("jake")) as NonNullable<Awaited<ReturnType<typeof ux.rect>>>

  await test.step("what is under the pointer stays there", async () => {
    const at = await map.point(ed)
    await map.wheel(ed, -2)
    await map.rest()
    const now = await map.point(ed)
    expect(Math.hypot(now.x - at.x, now.y - at.y)).toBeLessThan(2)
    expect((await ux.rect("jake"))?.width).toBeGreaterThan(whole.width * 1.3)
  })
  await test.step("two fingers pan, also when the user says the wheel is a mouse's only then not", async () => {
    await map.press("0")
    await map.rest()
    await wheel({ deltaX: 3, deltaY: 40 })
    await map.rest()
    expect((await ux.rect("jake"))?.width).toBeCloseTo(whole.width, 3)
    await turnedBy("Mouse")
    await wheel({ deltaX: 3, deltaY: -40 })
    await map.rest()
    expect((await ux.rect("jake"))?.width).toBeGreaterThan(whole.width)
    await turnedBy("Trackpad")
    const before = (await ux.rect("jake"))?.width
    await wheel({ deltaY: -100 })
    await map.rest()
    expect((await ux.rect("jake"))?.width).toBe(before)
    await turnedBy("Auto")
  })
  await test.step("a pinch zooms, Shift pans sideways", async () => {
    await map.press("0")
    await map.rest()
    await wheel({ deltaY: -20, ctrlKey: true })
    await map.rest()
    const closer = await ux.rect("jake")
    expect(closer?.width).toBeGreaterThan(whole.width)
    await wheel({ deltaY: 60, shiftKey: true })
    await map.rest()
    const aside = await ux.rect("jake")
    expect([aside?.width, aside?.y]).toEqual([closer?.width, closer?.y])
    expect(aside?.x).toBeLessThan(closer?.x ?? 0)
  })
  await test.step("a drag that begins on a card pans; however far, a room covers 30 % of the pane", async () => {
    await map.press("0")
    await map.rest()
    const { x, y } = await map.point("jake")
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 10; step++) await page.mouse.move(x + step * 60, y + step * 40)
    await page.mouse.up()
    await map.rest()
    const [box, room] = [await map.root.boundingBox(), await ux.rect("jake")]
    expect(room?.x).toBeGreaterThan(whole.x)
    expect((room?.x ?? 0) < (box?.width ?? 0) && (room?.y ?? 0) < (box?.height ?? 0)).toBe(true)
    await nobodyJoined(page)
  })
})

test("joining by zoom: only the desk one settles on, after the ring, once; what is passed gets nothing; a pinch leads out", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ seed: SEED, join: false, probe: true })
  const { page } = kibitz
  const [map, ux] = [mapOn(page), uxOf(page)]
  await test.step("short of four fifths nobody is joined", async () => {
    await map.rest()
    await map.zoomUntil(gil, "panel")
    await map.rest()
    await nobodyJoined(page)
  })
  await test.step("from there on it is, and the ring shows it coming", async () => {
    await map.zoomUntil(gil, "chat")
    await expect.poll(ux.presence).toEqual({ joined: [gil], mounted: [gil] })
  })
  await test.step("inside a chat the wheel only scrolls, a small pinch springs back, a large one leaves", async () => {
    const chat = page.getByTestId(`chat-${gil}`)
    await chat.hover()
    for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, 400)
    await page.keyboard.down("Control")
    await page.mouse.wheel(0, 8)
    await expect.poll(() => chat.evaluate((element) => element.style.transform)).toMatch(/^scale/)
    await expect.poll(() => chat.evaluate((element) => element.style.transform)).toBe("")
    expect(await ux.presence()).toEqual({ joined: [gil], mounted: [gil] })
    for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, 10)
    await page.keyboard.up("Control")
    await expect.poll(ux.presence).toEqual({ joined: [], mounted: [] })
  })
  await kibitz.quit()
  const changes = eventsIn(folders, "presence.joined", "presence.left")
  expect(changes.map(({ type, agentId, cause }) => `${type} ${agentId} ${cause}`)).toEqual([
    `presence.joined ${gil} gesture`,
    `presence.left ${gil} zoom-out`,
  ])
})

test("the small picture: a click brings that part of the map into the middle, as large as it was; by key the whole of it is shown", async ({
  start,
}) => {
  const { page } = await start({ seed: SEED, join: false, probe: true })
  const [map, ux] = [mapOn(page), uxOf(page)]
  const minimap = page.getByTestId("minimap")
  const pressed = async (x: number, y: number) => {
    const box = await minimap.boundingBox()
    await minimap.click({ position: { x: (box?.width ?? 0) * x, y: (box?.height ?? 0) * y } })
    await map.rest()
    return (await ux.rect("jake")) as NonNullable<Awaited<ReturnType<typeof ux.rect>>>
  }
  await map.rest()
  await expect(minimap).toHaveCount(0)
  await map.zoomUntil("jake", "panel")
  const before = await pressed(0.25, 0.3)
  const after = await pressed(0.75, 0.8)
  expect(after.width).toBeCloseTo(before.width, 3)
  // Jake sits on the upper left: the further the view goes, the further he is from it.
  expect([after.x < before.x - 100, after.y < before.y - 100]).toEqual([true, true])
  const root = await map.root.boundingBox()
  const whole = { x: (before.x - after.x) / 0.5, y: (before.y - after.y) / 0.5 }
  // As far as half of the map is wide and high: sixteen to ten.
  expect(whole.x / whole.y).toBeCloseTo(1.6, 1)
  expect(whole.x).toBeGreaterThan(root?.width ?? 0)
  await minimap.press("Enter")
  await map.rest()
  await expect(minimap).toHaveCount(0)
  await nobodyJoined(page)
})

test("ux 2.3: whoever flies away while the ring closes is not taken into the chat, whichever way", async ({ start, folders }) => {
  const kibitz = await start({ seed: SEED, join: false, probe: true })
  const { page } = kibitz
  const [map, ux] = [mapOn(page), uxOf(page)]
  const ways: Readonly<Record<string, Away>> = {
    "the key for the whole map": { key: "0" },
    "the key for what is selected": { key: "f" },
    "an arrow to somebody out of view": { key: "ArrowRight" },
    "a button of the map": { press: "button[aria-label='Show the whole map']" },
    "a button that moves the view": { press: "button[aria-label='Move the view left']" },
    "a crumb": { press: ".crumb-name" },
    "the small picture": { press: "[data-testid=minimap]" },
  }
  for (const [way, away] of Object.entries(ways)) {
    await test.step(way, async () => {
      await map.rest()
      await map.root.focus()
      const left = leavesTheRing(page, away)
      await map.zoomUntil(gil, "chat")
      await left
      // Gone, and not closed: that would have joined.
      await expect(page.locator(".panel-ringing")).toHaveCount(0)
      await map.rest()
      await nobodyJoined(page)
      await map.press("0")
    })
  }
  await test.step("and whoever comes to rest there again is joined as ever", async () => {
    await map.zoomUntil(gil, "chat")
    await expect.poll(ux.presence).toEqual({ joined: [gil], mounted: [gil] })
  })
  await kibitz.quit()
  expect(eventsIn(folders, "presence.joined").map(({ cause }) => cause)).toEqual(["gesture"])
})

type Away = { readonly key: string } | { readonly press: string }

/** In the moment in which the ring is there: it closes in 300 ms, and on a busy machine a frame may take longer than that. */
function leavesTheRing(page: Page, away: Away): Promise<void> {
  return page.evaluate(
    (way) =>
      new Promise<void>((resolve) => {
        const rings = new MutationObserver(() => {
          if (!document.querySelector(".panel-ringing")) return
          rings.disconnect()
          if ("key" in way) {
            const init = { key: way.key, bubbles: true, cancelable: true }
            document.querySelector("[data-testid=map]")?.dispatchEvent(new KeyboardEvent("keydown", init))
          } else document.querySelector<HTMLElement>(way.press)?.click()
          resolve()
        })
        rings.observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] })
      }),
    away,
  )
}
