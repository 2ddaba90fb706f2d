// Owns: the zoom map as a hand and a keyboard use it: desks are found where the page says they are (the app must run with `probe: true`).
import type { Locator, Page } from "@playwright/test"
import { expect } from "./expect.ts"
import { uxOf } from "./ux.ts"

export type Where = { readonly x: number; readonly y: number }
type ClickOptions = {
  readonly at?: Where
  readonly button?: "left" | "right"
  readonly keys?: readonly ("Control" | "Shift" | "Alt")[]
}

/** Of an agent that an invented team begins with (docs/seed.md). */
export const seeded = (number: number): string => `agent_${String(number).padStart(24, "0")}`

export type MapScreen = {
  readonly root: Locator
  readonly crumbs: Locator
  readonly menu: Locator
  /** In the middle of its desk, or at a share of its width and height. */
  point(id: string, at?: Where): Promise<Where>
  click(id: string, options?: ClickOptions): Promise<void>
  /** Turns the wheel so many notches over a desk: negative goes closer. */
  wheel(id: string, notches: number): Promise<void>
  /** Notch by notch over a desk, until it has this form. */
  zoomUntil(id: string, form: string): Promise<void>
  /** Until the camera stands still. */
  rest(): Promise<void>
  /** With the keys of the map, from wherever the focus is. */
  press(...keys: readonly string[]): Promise<void>
  /** Until the desk has this form. */
  form(id: string, form: string): Promise<void>
}

const NOTCH = 120

export function mapOn(page: Page): MapScreen {
  const root = page.getByTestId("map")
  const ux = uxOf(page)
  const rest = () => expect.poll(ux.isResting, { intervals: [20], timeout: 30_000 }).toBe(true)
  const point = async (id: string, { x, y }: Where = { x: 0.5, y: 0.5 }) => {
    await rest()
    const [box, rect] = [await root.boundingBox(), await ux.rect(id)]
    if (!box || !rect) throw new Error(`${id} is not on the map`)
    return { x: box.x + rect.x + rect.width * x, y: box.y + rect.y + rect.height * y }
  }
  return {
    root,
    crumbs: page.getByRole("navigation", { name: "Where you are" }),
    menu: page.getByRole("menu"),
    point,
    rest,
    async click(id, { at, button = "left", keys = [] } = {}) {
      const { x, y } = await point(id, at)
      for (const key of keys) await page.keyboard.down(key)
      await page.mouse.click(x, y, { button })
      for (const key of keys) await page.keyboard.up(key)
    },
    async wheel(id, notches) {
      const { x, y } = await point(id)
      await page.mouse.move(x, y)
      for (let turn = 0; turn < Math.abs(notches); turn++) await page.mouse.wheel(0, Math.sign(notches) * NOTCH)
    },
    async zoomUntil(id, form) {
      const { x, y } = await point(id)
      await page.mouse.move(x, y)
      for (let turn = 0; turn < 60 && (await ux.lod(id)) !== form; turn++) await page.mouse.wheel(0, -NOTCH)
    },
    async press(...keys) {
      await root.focus()
      for (const key of keys) await page.keyboard.press(key)
    },
    form: (id, form) => expect.poll(() => ux.lod(id)).toBe(form),
  }
}
