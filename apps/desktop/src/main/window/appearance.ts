// Owns: what the window looks like before the page has drawn anything, remembered from the last time. Losing the file costs nothing.
import { readFileSync, writeFileSync } from "node:fs"

export type Theme = "system" | "light" | "dark"
export type Bounds = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
export type Remembered = { readonly theme: Theme; readonly bounds: Bounds | null; readonly maximized: boolean }

export const nothingRemembered: Remembered = { theme: "system", bounds: null, maximized: false }

/** `bg` of the two themes (ux.md 5.1): the page paints the same colour, so there is no flash between window and page. */
export function backgroundOf(dark: boolean): string {
  return dark ? "#111318" : "#F6F7F9"
}

/** A window that was last on a screen which is gone now would open where nobody can see it. */
export function boundsOnScreen(bounds: Bounds | null, screens: readonly Bounds[]): Bounds | null {
  if (!bounds) return null
  const seen = screens.some(
    (screen) =>
      bounds.x < screen.x + screen.width - 100 &&
      bounds.x + bounds.width > screen.x + 100 &&
      bounds.y >= screen.y - 20 &&
      bounds.y < screen.y + screen.height - 60,
  )
  return seen ? bounds : null
}

/** A chat has a measure; more room would stay empty. */
export const CHAT_SIZE = { width: 760, height: 800 } as const
const STEP = 32

/** Beside and below the corner of the main window, each a step further, so that none hides another; within the screen. */
export function cascaded(main: Bounds, nth: number, area: Bounds): Bounds {
  const width = Math.min(CHAT_SIZE.width, area.width)
  const height = Math.min(CHAT_SIZE.height, area.height)
  const room = { x: area.width - width, y: area.height - height }
  const wrapped = (offset: number, most: number) => (most <= 0 ? 0 : Math.max(0, offset) % (most + 1))
  return {
    x: area.x + wrapped(main.x - area.x + nth * STEP, room.x),
    y: area.y + wrapped(main.y - area.y + nth * STEP, room.y),
    width,
    height,
  }
}

export function readRemembered(file: string): Remembered {
  try {
    const value: Record<string, unknown> = JSON.parse(readFileSync(file, "utf8"))
    return {
      theme: value.theme === "light" || value.theme === "dark" ? value.theme : "system",
      bounds: isBounds(value.bounds) ? value.bounds : null,
      maximized: value.maximized === true,
    }
  } catch {
    return nothingRemembered
  }
}

export function writeRemembered(file: string, remembered: Remembered): void {
  try {
    writeFileSync(file, JSON.stringify(remembered), { mode: 0o600 })
  } catch {
    // A full disk must not keep the window from closing.
  }
}

function isBounds(value: unknown): value is Bounds {
  if (typeof value !== "object" || value === null) return false
  const sides: Record<string, unknown> = { ...value }
  return ["x", "y", "width", "height"].every((side) => Number.isInteger(sides[side]))
}
