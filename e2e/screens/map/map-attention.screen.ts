// What needs the user, on the map (ux 1.1, 1.2, 2.3): marks, beacons, and questions answered without joining.
import { eventsIn } from "../../driver/journal.ts"
import { mapOn, seeded } from "../../driver/map.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

test("a question on a panel is answered there, and its agent is not joined; a press on the mark leads to the card", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ probe: true })
  const { page, chat, overview } = kibitz
  const [map, ux] = [mapOn(page), uxOf(page)]
  await chat.send("/spawn Tal rehearse: gate question")
  await chat.send("/spawn Noa rehearse: gate question")
  await expect.poll(async () => (await ux.queue()).length).toBeGreaterThan(0)
  await overview.leave()
  const [tal, noa] = [(await ux.idOf("Tal")) ?? "", (await ux.idOf("Noa")) ?? ""]

  await test.step("told to those who do not see it", async () => {
    await map.rest()
    await map.press("ArrowRight")
    const described = page.locator(`[id="${await map.root.getAttribute("aria-activedescendant")}"]`)
    await expect(described).toHaveAccessibleName(/^Tal, needs you: question, row 1 of 2, column 2 of 2, level 2$/)
  })
  await test.step("the options are on the panel; one press answers, for both who asked, and joins neither", async () => {
    await map.zoomUntil(tal, "panel")
    const panel = page.getByTestId(`panel-${tal}`)
    const options = panel.locator("[data-listens=true]")
    await expect(options).toBeVisible()
    await options.getByRole("button").first().click()
    await expect(panel.locator("[data-listens]")).toHaveCount(0)
    expect(await ux.presence()).toEqual({ joined: [], mounted: [] })
  })
  await test.step("the mark of the other: its card, entered", async () => {
    await map.press("0")
    await map.rest()
    await expect.poll(ux.queue).toEqual([expect.objectContaining({ agentId: noa })])
    await map.click(noa, { at: { x: 0.06, y: 0.12 } })
    await expect.poll(ux.presence).toEqual({ joined: [noa], mounted: [noa] })
    await expect(page.locator("[data-card-heading]").filter({ hasText: "Noa" })).toBeFocused()
  })
  await kibitz.quit()
  expect(eventsIn(folders, "presence.joined").map(({ agentId }) => agentId)).toEqual(["jake", noa])
})

/** Half a line is worse than none: what of the panels has no room, or is pressed together (ux 2.1). */
function cutThrough(panels: readonly Element[]): readonly string[] {
  const isWhole = (line: Element) => {
    const { height, bottom } = line.getBoundingClientRect()
    const lead = Number.parseFloat(getComputedStyle(line).lineHeight)
    const isOfLines = line.matches(".panel-lines, .glance-doing, .glance-asks")
    const isLines = !isOfLines || Math.abs(height / lead - Math.round(height / lead)) < 0.1
    const isAll = isOfLines || line.matches(".panel-name, progress") || line.scrollHeight <= line.clientHeight + 2
    return isLines && isAll && bottom <= (line.closest(".map-panel")?.getBoundingClientRect().bottom ?? 0) - 8
  }
  return panels.flatMap((panel) =>
    [...panel.querySelectorAll(":scope > *, .glance-asks")].flatMap((line) =>
      isWhole(line) ? [] : [`${panel.getAttribute("aria-label")}: ${line.className}`],
    ),
  )
}

test("ux 2.1: a panel shows whole lines, from the largest down to the width at which it is a card again", async ({ start }) => {
  const { page } = await start({ join: false, probe: true, seed: "4,2,3" })
  const [map, ux] = [mapOn(page), uxOf(page)]
  const writer = seeded(1)
  await expect(page.getByTestId("active")).toContainText("3")
  await map.zoomUntil(writer, "panel")
  for (let turn = 0; turn < 12 && (await ux.lod(writer)) === "panel"; turn++) {
    await map.rest()
    await expect(page.getByTestId(`panel-${writer}`).locator(".panel-lines")).toBeVisible()
    expect(await page.locator(".map-panel").evaluateAll(cutThrough)).toEqual([])
    const before = (await ux.rect(writer))?.width ?? 0
    // A quarter of a notch.
    await page.mouse.wheel(0, 30)
    await expect.poll(async () => (await ux.rect(writer))?.width ?? 0).toBeLessThan(before)
  }
  await map.form(writer, "card")
})

test("beacons point to what waits out of view, with a count, and lead there without joining", async ({ start }) => {
  const { page, chat, overview } = await start({ probe: true, seed: "26,3,0" })
  const [map, ux] = [mapOn(page), uxOf(page)]
  await chat.send("/spawn Zoltan rehearse: gate question")
  await expect.poll(async () => (await ux.queue()).length).toBe(1)
  await overview.leave()
  const asking = (await ux.idOf("Zoltan")) ?? ""
  await map.rest()
  await expect(page.locator("[data-testid^=beacon-]")).toHaveCount(0)
  await map.zoomUntil("jake", "panel")
  await map.rest()
  const beacon = page.locator("[data-testid^=beacon-]")
  await expect(beacon).toHaveCount(1)
  await expect(beacon).toHaveAccessibleName(/^1 item for you (above|below|to the left|to the right)$/)
  await expect(page.getByTestId("minimap")).toBeVisible()
  await beacon.click()
  await map.rest()
  await expect(beacon).toHaveCount(0)
  expect([await ux.selection(), await ux.presence()]).toEqual([[asking], { joined: [], mounted: [] }])
})

test("ux 0.3: beacons are amber and count what a person must answer; who is stuck out of view is no beacon", async ({
  start,
}) => {
  const { page } = await start({ join: false, probe: true, seed: "26,3,0,3" })
  const [map, ux] = [mapOn(page), uxOf(page)]
  // One asks, one is stuck and one is done.
  await expect(page.getByTestId("attention-list").getByText("Stuck", { exact: true })).toHaveCount(2, { timeout: 30_000 })
  await expect.poll(async () => (await ux.queue()).length).toBeGreaterThan(1)
  await map.zoomUntil("jake", "panel")
  await map.rest()
  const beacon = page.locator("[data-testid^=beacon-]")
  await expect(beacon).toHaveCount(1)
  await expect(beacon).toHaveAccessibleName(/^1 item for you /)
})

test("only Jake: the map says so, and + adds an agent that is talked to at once", async ({ start }) => {
  const { page } = await start({ join: false, probe: true })
  const ux = uxOf(page)
  // A first start: past the welcome.
  await expect(page.getByTestId("welcome")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByText("Only Jake is here. Tell Jake what you want done, or press")).toBeVisible()
  await page.getByRole("button", { name: "Add an agent" }).click()
  await expect.poll(async () => (await ux.presence()).joined.length).toBe(1)
  await page.keyboard.press("Escape")
  await expect(page.getByText("Only Jake is here.")).toHaveCount(0)
  await mapOn(page).rest()
  await test.step("the free cell of the room in view does the same", async () => {
    const root = await mapOn(page).root.boundingBox()
    const jake = await ux.rect("jake")
    const below = {
      x: (root?.x ?? 0) + (jake?.x ?? 0) + (jake?.width ?? 0) * 1.5,
      y: (root?.y ?? 0) + (jake?.y ?? 0) + (jake?.height ?? 0) * 1.5,
    }
    await page.mouse.click(below.x, below.y)
    await expect.poll(async () => (await ux.presence()).joined.length).toBe(1)
  })
})
