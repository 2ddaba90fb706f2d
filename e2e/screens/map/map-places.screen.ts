// Moles keep their holes (ux 0, 2.1): whoever comes and goes, the living stay in their cells, also over a restart (U18).
import { AgentId } from "@kibitz/contract"
import type { Page } from "@playwright/test"
import { mapOn, seeded } from "../../driver/map.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

const FIRST = 100
/** So many go and come as a user does it; the others by the commands that this gives. */
const BY_HAND = 5

async function cellsOf(page: Page, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const cells = await page.evaluate((all) => {
    const { __ux } = window as unknown as { __ux: { cell(id: string): { row: number; col: number } | null } }
    return all.map((id) => __ux.cell(id))
  }, ids)
  return new Map(ids.flatMap((id, at) => (cells[at] ? [[id, `${cells[at].row},${cells[at].col}`] as const] : [])))
}

test("U18: spawn 100, finish 50, spawn 50: nobody living changes row or column, the lowest free cell is taken first, and a restart changes nothing", async ({
  start,
}) => {
  test.setTimeout(240_000)
  const first = await start({ seed: `${FIRST + 1},2,0`, join: false, probe: true })
  const { page } = first
  const [map, ux] = [mapOn(page), uxOf(page)]
  const ids = Array.from({ length: FIRST }, (_, at) => seeded(at + 1))
  await map.rest()
  const before = await cellsOf(page, ids)
  expect(new Set(before.values()).size).toBe(FIRST)

  // Every second one, by the inspector's two steps.
  const gone = ids.filter((_, at) => at % 2 === 1)
  await test.step("fifty go", async () => {
    const inspector = page.getByTestId("inspector")
    for (const id of gone.slice(0, BY_HAND)) {
      await map.click(id)
      await inspector.getByRole("button", { name: "Dismiss…" }).click()
      await inspector.getByRole("button", { name: /^Dismiss (?!…)/ }).click()
      await expect.poll(() => ux.cell(id), { intervals: [20] }).toBe(null)
    }
    await first.dispatch(
      ...gone.slice(BY_HAND).map((agentId) => ({ type: "agent.dismiss" as const, agentId: AgentId.parse(agentId) })),
    )
    await expect.poll(async () => (await cellsOf(page, gone)).size, { intervals: [20] }).toBe(0)
  })
  const staying = ids.filter((id) => !gone.includes(id))
  const held = await cellsOf(page, staying)
  for (const id of staying) expect(held.get(id)).toBe(before.get(id))

  const late: string[] = []
  await test.step("fifty come", async () => {
    for (let at = 0; at < BY_HAND; at++) {
      await page.keyboard.press("Control+n")
      await expect.poll(async () => (await ux.presence()).mounted[0] ?? late.at(-1)).not.toBe(late.at(-1))
      late.push((await ux.presence()).mounted[0] ?? "")
    }
    await page.keyboard.press("Shift+Escape")
    const names = gone.slice(BY_HAND).map((_, at) => `Late${at}`)
    await first.dispatch(...names.map((name) => ({ type: "agent.spawn" as const, parentId: AgentId.parse("jake"), name })))
    for (const name of names) {
      await expect.poll(() => ux.idOf(name)).not.toBeNull()
      late.push((await ux.idOf(name)) ?? "")
    }
    await map.rest()
  })
  await expect.poll(async () => (await cellsOf(page, late)).size, { intervals: [20] }).toBe(late.length)
  const after = await cellsOf(page, [...staying, ...late])
  for (const id of staying) expect(after.get(id)).toBe(before.get(id))
  expect(late.map((id) => after.get(id))).toEqual(gone.map((id) => before.get(id)))

  await test.step("one leaves a slot that stays, and all of it is there after a restart", async () => {
    await first.quit()
    const second = await start({ join: false, probe: true })
    await mapOn(second.page).rest()
    expect(await cellsOf(second.page, [...staying, ...late])).toEqual(after)
  })
})

test("a gap stays until the user has the room tidied, and that is for every screen and for good", async ({ start }) => {
  const first = await start({ seed: "6,2,0", join: false, probe: true })
  const { page } = first
  const [map, ux] = [mapOn(page), uxOf(page)]
  const index = async (number: number) => (await ux.cell(seeded(number)))?.index
  await map.click(seeded(2), { button: "right" })
  await page.keyboard.press("Escape")
  await map.press("ArrowRight")
  const inspector = page.getByTestId("inspector")
  await inspector.getByRole("button", { name: "Dismiss…" }).click()
  await inspector.getByRole("button", { name: /^Dismiss (?!…)/ }).click()
  await expect.poll(() => ux.cell(seeded(1))).toBe(null)
  expect([await index(2), await index(5)]).toEqual([2, 5])

  const root = await map.root.boundingBox()
  await page.mouse.click((root?.x ?? 0) + (root?.width ?? 0) / 2, (root?.y ?? 0) + 8, { button: "right" })
  await map.menu.getByRole("menuitem", { name: /^Tidy this room/ }).click()
  await expect.poll(() => index(2)).toBe(1)
  expect([await index(3), await index(4), await index(5)]).toEqual([2, 3, 4])
  await first.quit()
  const second = await start({ join: false, probe: true })
  await mapOn(second.page).rest()
  expect((await uxOf(second.page).cell(seeded(5)))?.index).toBe(4)
})
