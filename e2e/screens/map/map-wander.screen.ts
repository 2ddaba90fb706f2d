// Presence is exactly the set of chats that are mounted (OPM-3, U10): random moves by every way there is, in one window. Five hundred of them are
// property tests of the parts: the view (kernel/view), what the host hears of it (app/session/presence), the gestures (canvas) and what the host makes of it
// (domain/presence). Here the parts are put together.
import { randomInt } from "node:crypto"
import type { Page } from "@playwright/test"
import { eventsIn, type JournalEvent } from "../../driver/journal.ts"
import { mapOn, seeded } from "../../driver/map.ts"
import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

/** Each has every kind of move, as often as its weight says. KIBITZ_WANDER_DECKS=<number> walks farther. */
const DECKS = Number(process.env.KIBITZ_WANDER_DECKS ?? 2)
const AGENTS = 40

/** Another walk on every run; its seed is printed, and KIBITZ_WANDER_SEED=<number> takes the same way again. */
const SEED = Number(process.env.KIBITZ_WANDER_SEED ?? randomInt(2 ** 31))

function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Roll = { (): number; readonly below: (most: number) => number; readonly of: <T>(all: readonly T[]) => T | undefined }

function rolls(seed: number): Roll {
  const roll = dice(seed)
  const below = (most: number) => Math.floor(roll() * most)
  return Object.assign(roll, { below, of: <T>(all: readonly T[]) => all[below(all.length)] })
}

type Desk = { readonly id: string; readonly x: number; readonly y: number }

/** Some desk that can be reached with the pointer right now; null while no map is shown. */
async function someDesk(page: Page, roll: Roll, ids: readonly string[]): Promise<Desk | null> {
  const from = roll.below(ids.length)
  return page.evaluate(
    (agents) => {
      const { __ux } = window as unknown as {
        __ux: { rect(id: string): { x: number; y: number; width: number; height: number } | null }
      }
      const host = document.querySelector("[data-testid=map]")
      if (!host) return null
      const { left, top } = host.getBoundingClientRect()
      for (const id of agents) {
        const rect = __ux.rect(id)
        if (!rect) continue
        const at = { x: left + rect.x + rect.width / 2, y: top + rect.y + rect.height / 2 }
        const under = document.elementFromPoint(at.x, at.y)
        if (under instanceof HTMLCanvasElement && host.contains(under)) return { id, ...at }
      }
      return null
    },
    [...ids.slice(from), ...ids.slice(0, from)],
  )
}

type Move = (page: Page, roll: Roll, ids: readonly string[]) => Promise<unknown>

const key =
  (chord: string): Move =>
  (page) =>
    page.keyboard.press(chord)

async function press(page: Page, locator: ReturnType<Page["locator"]>, roll: Roll): Promise<void> {
  const count = await locator.count()
  if (count > 0) await locator.nth(roll.below(count)).click({ timeout: 2_000 })
  else await page.keyboard.press("Escape")
}

const moves: readonly (readonly [weight: number, name: string, move: Move])[] = [
  [6, "a click on a desk", (page, roll, ids) => pointAt(page, roll, ids, ({ x, y }) => page.mouse.click(x, y))],
  [2, "Ctrl and a click", (page, roll, ids) => pointAt(page, roll, ids, ({ x, y }) => held(page, "Control", x, y))],
  [1, "Alt and a click", (page, roll, ids) => pointAt(page, roll, ids, ({ x, y }) => held(page, "Alt", x, y))],
  [8, "the wheel over a desk", turnWheel],
  [3, "the wheel right into a desk", zoomInto],
  [2, "a pinch out of a chat", pinch],
  [4, "Enter on the map", onMap("Enter")],
  [2, "an arrow on the map", onMap("ArrowRight")],
  [1, "Shift+Enter on the map", onMap("Shift+Enter")],
  [2, "fit", onMap("0")],
  [8, "Escape", key("Escape")],
  [3, "Shift+Escape", key("Shift+Escape")],
  [4, "next attention", key("Control+j")],
  [1, "previous attention", key("Control+Shift+j")],
  [3, "a tab", (page, roll) => press(page, page.locator("[role=tablist] [data-testid^=tab-]"), roll)],
  [2, "next tab", key("Control+Tab")],
  [3, "a crumb", (page, roll) => press(page, page.locator(".crumb-name"), roll)],
  [4, "go to an agent by name", goByName],
  [3, "split", key("Control+d")],
  [3, "close the pane", key("Control+w")],
  [1, "reopen a tab", key("Control+Shift+t")],
  [3, "back", key("Alt+ArrowLeft")],
  [2, "forward", key("Alt+ArrowRight")],
  [1, "settings, and away again", overlay("Control+,")],
  [1, "the palette, and away again", overlay("Control+k")],
  [2, "the other pane", key("F6")],
]

async function pointAt(
  page: Page,
  roll: Roll,
  ids: readonly string[],
  act: (at: { x: number; y: number }) => Promise<unknown>,
): Promise<void> {
  const desk = await someDesk(page, roll, ids)
  if (desk) await act(desk)
}

async function held(page: Page, name: string, x: number, y: number): Promise<void> {
  await page.keyboard.down(name)
  await page.mouse.click(x, y)
  await page.keyboard.up(name)
}

/** As fast as a hand turns a wheel: no notch waits until the one before has been drawn. */
async function turn(page: Page, notches: number, by: number): Promise<void> {
  await Promise.all(Array.from({ length: notches }, () => page.mouse.wheel(0, by)))
}

/** Closer or farther, and now and then not left in peace long enough to settle. */
async function turnWheel(page: Page, roll: Roll, ids: readonly string[]): Promise<void> {
  const desk = await someDesk(page, roll, ids)
  if (!desk) return
  await page.mouse.move(desk.x, desk.y)
  const direction = roll() < 0.75 ? -120 : 120
  await turn(page, 1 + roll.below(14), direction)
}

/** Until the desk is all there is to see, and then the hand rests: that joins (ux 2.3). One that rested too long on the way has joined already. */
async function zoomInto(page: Page, roll: Roll, ids: readonly string[]): Promise<void> {
  // Where a flight passes, the desk under the hand is another one a moment later.
  if ((await page.getByTestId("map").count()) > 0) await expect.poll(uxOf(page).isResting).toBe(true)
  const desk = await someDesk(page, roll, ids)
  // Whoever is shown beside the map is gone to there, and the map stays.
  if (!desk || (await page.getByTestId(`chat-${desk.id}`).count()) > 0) return
  await wheelInto(page, desk)
  if (!(await isBeforeDesk(page, desk.id))) await expect(page.getByTestId("map")).toHaveCount(0)
}

async function wheelInto(page: Page, desk: Desk): Promise<void> {
  await page.mouse.move(desk.x, desk.y)
  // One turn at least: a desk that fills the map already was left like that on purpose.
  for (let times = 0; times === 0 || (times < 40 && (await isBeforeDesk(page, desk.id))); times++) await turn(page, 2, -120)
}

/** The map is shown, and there is more on it than this desk. */
function isBeforeDesk(page: Page, id: string): Promise<boolean> {
  return page.evaluate((agent) => {
    const { __ux } = window as unknown as {
      __ux: { rect(id: string): { x: number; y: number; width: number; height: number } | null }
    }
    const host = document.querySelector("[data-testid=map]")?.getBoundingClientRect()
    const rect = __ux.rect(agent)
    if (!host || !rect) return false
    return rect.x > 0 || rect.y > 0 || rect.x + rect.width < host.width || rect.y + rect.height < host.height
  }, id)
}

/** Over the first chat there is, also one that is flying in. */
async function pinch(page: Page, roll: Roll): Promise<void> {
  const middle = await page.evaluate(() => {
    const chat = document.querySelector(".pane .chat")?.getBoundingClientRect()
    return chat ? { x: chat.x + chat.width / 2, y: chat.y + chat.height / 2 } : null
  })
  if (!middle) return
  await page.mouse.move(middle.x, middle.y)
  await page.keyboard.down("Control")
  await turn(page, 1 + roll.below(10), 10)
  await page.keyboard.up("Control")
}

function onMap(chord: string): Move {
  return async (page) => {
    const map = page.getByTestId("map").first()
    if ((await map.count()) === 0) return
    await map.focus()
    await page.keyboard.press(chord)
  }
}

async function goByName(page: Page, roll: Roll): Promise<void> {
  // As fast as it comes: whatever the palette has to wait for, no letter of it may go elsewhere.
  await page.keyboard.press("Control+p")
  await page.keyboard.type(roll.of(["Ed", "Jake", "Mira", "Tal", "Gil", "Dov"]) ?? "Jake")
  await page.keyboard.press("Enter")
  await expect(page.locator("dialog:modal")).toHaveCount(0)
}

function overlay(chord: string): Move {
  return async (page) => {
    await page.keyboard.press(chord)
    await expect(page.locator("dialog:modal")).toHaveCount(1)
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog:modal")).toHaveCount(0)
  }
}

/** Out of Jake's chat, back into it, another beside it, which is closed, out again, and into somebody with the wheel: a short walk may miss these. */
const firstMoves = [
  ["Shift+Escape", key("Shift+Escape")],
  ["Enter on the map", onMap("Enter")],
  ["split", key("Control+d")],
  ["close the pane", key("Control+w")],
  ["Shift+Escape", key("Shift+Escape")],
  ["fit", onMap("0")],
  ["the wheel right into a desk", zoomInto],
] as const

/** Shuffled: a short walk leaves no kind of move out. */
function deck(roll: Roll): readonly (typeof moves)[number][] {
  const left = moves.flatMap((move) => Array.from({ length: move[0] }, () => move))
  return Array.from({ length: left.length }, () => left.splice(roll.below(left.length), 1)).flat()
}

/** Whoever is joined is not joined again, whoever is not is not left; and nobody is joined while one whose pane was taken has not been left. */
function checkOrder(events: readonly (JournalEvent & { readonly pane?: string; readonly to?: string | null })[]): void {
  const panes = new Map<string, string>()
  const joined = new Set<string>()
  for (const { type, agentId = "", pane = "", to } of events) {
    if (type === "pane.moved") {
      if (to) panes.set(pane, to)
      else panes.delete(pane)
    } else if (type === "presence.left") {
      expect(joined.delete(agentId), `${agentId} was left twice`).toBe(true)
    } else {
      expect(joined.has(agentId), `${agentId} was joined twice`).toBe(false)
      const shown = new Set(panes.values())
      for (const other of joined) expect(shown.has(other), `${other} was not left before ${agentId} was joined`).toBe(true)
      joined.add(agentId)
    }
  }
  expect([...joined]).toEqual([])
}

test("U10: over random moves of every kind the joined are exactly those whose chats are mounted; left comes before joined; nobody passed gets anything", async ({
  start,
  folders,
}) => {
  test.setTimeout(600_000)
  const kibitz = await start({ seed: `${AGENTS},4,0`, probe: true })
  const { page, chat } = kibitz
  const ux = uxOf(page)
  await chat.send("/spawn Asa rehearse: gate question")
  // The field takes the next line once this one is done.
  await expect(chat.composer).toHaveValue("")
  await chat.send("/spawn Bea rehearse: gate open question")
  // Questions stay until they are answered, however often one walks past them.
  await expect.poll(async () => (await ux.queue()).length).toBe(2)
  const ids = ["jake", ...Array.from({ length: AGENTS - 1 }, (_, at) => seeded(at + 1))]
  await mapOn(page).root.or(page.getByTestId("composer").first()).first().waitFor()
  console.log(`The walk begins at KIBITZ_WANDER_SEED=${SEED}`)
  const roll = rolls(SEED)
  const shuffled = Array.from({ length: DECKS }, () => deck(roll)).flat()
  for (const [at, [name, move]] of [...firstMoves, ...shuffled.map(([, ...one]) => one)].entries()) {
    await test.step(`${at}: ${name}`, async () => {
      await move(page, roll, ids)
      // A peek or another overlay that this move has opened would take the keys of the next.
      if ((await page.locator("dialog:modal").count()) > 0) await page.keyboard.press("Escape")
      const isSame = async () => {
        const { joined, mounted } = await ux.presence()
        return JSON.stringify(joined) === JSON.stringify(mounted)
      }
      await expect.poll(isSame, { intervals: [5, 10, 20, 50], message: `after ${name}` }).toBe(true)
    })
  }
  const marks = await ux.marks()
  await kibitz.quit()
  const events = eventsIn(folders, "presence.joined", "presence.left", "pane.moved")
  checkOrder(events)
  const joins = events.filter(({ type }) => type === "presence.joined").map(({ agentId }) => agentId ?? "")
  const mounts = marks.filter(({ name }) => name.startsWith("mounted ")).map(({ name }) => name.slice("mounted ".length))
  // As many as there were chats, and the same ones: those on the way of a flight or a wheel have none.
  expect(joins.toSorted()).toEqual(mounts.toSorted())
  expect(joins.length).toBeGreaterThan(DECKS * 10)
  const causes = new Set(events.map(({ cause }) => cause))
  for (const cause of ["navigate", "gesture", "next-attention", "tab", "split", "rejoin", "zoom-out", "switch", "close"]) {
    expect(causes, `nobody was joined or left by way of ${cause}`).toContain(cause)
  }
})

test("OPM-3: a wheel over the map beside a chat that has the keys joins where the map was; the chat beside it is not left", async ({
  start,
}) => {
  const { page } = await start({ seed: "6,2,0", probe: true, join: false })
  const map = mapOn(page)
  const [first, second] = [seeded(1), seeded(2)]
  await map.click(first, { keys: ["Control"] })
  await expect(page.getByTestId(`chat-${first}`).getByTestId("composer")).toBeFocused()
  await wheelInto(page, { id: second, ...(await map.point(second)) })
  await expect(page.getByTestId(`chat-${second}`)).toBeVisible()
  await expect(map.root).toHaveCount(0)
  await expect.poll(async () => (await uxOf(page).presence()).joined).toEqual([first, second].toSorted())
})
