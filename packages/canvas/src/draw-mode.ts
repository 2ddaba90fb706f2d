// Owns: how the mode badge looks on a card: the fields of one strip with a line between them, as everywhere else in the app. What has no room is left
// out from the end; what must not be overlooked comes first or in words (AXS-9).
import { type Pen, rounded, write } from "./pen.ts"
import type { ModeField } from "./surface.ts"

const HEIGHT = 15
const RADIUS = 4
const PADDING = 4
const GAP = 4

export function drawMode(pen: Pen, fields: readonly ModeField[], left: number, y: number, right: number): void {
  let x = left
  for (const strip of strips(fields)) {
    const fitting = withWidths(pen, strip, right - x)
    const width = fitting.reduce((so, field) => so + field.width, 0)
    if (width === 0) return
    drawStrip(pen, fitting, x, y, width)
    x += width + GAP
  }
}

type Placed = { readonly field: ModeField; readonly width: number }

/** Each that stands apart is a strip of its own. */
function strips(fields: readonly ModeField[]): readonly (readonly ModeField[])[] {
  const apart = fields.filter(({ isApart }) => isApart)
  return [...apart.map((field) => [field]), fields.filter(({ isApart }) => !isApart)].filter(({ length }) => length > 0)
}

/** The first is cut where it has no room, the others are left out: half a letter says nothing. */
function withWidths({ surface, labels, fonts }: Pen, strip: readonly ModeField[], room: number): readonly Placed[] {
  const placed: Placed[] = []
  let left = room
  for (const field of strip) {
    const whole = Math.ceil(labels.width(surface, fonts.meta, field.text)) + 2 * PADDING
    const width = placed.length === 0 ? Math.min(whole, left) : whole
    if (width > left || width <= 2 * PADDING) break
    placed.push({ field, width })
    left -= width
  }
  return placed
}

/** Lines lie between pixels: on them they would be two pixels wide and half as strong. */
function drawStrip(pen: Pen, placed: readonly Placed[], left: number, middle: number, width: number): void {
  const { surface, theme, fonts } = pen
  const [x, y] = [Math.round(left) + 0.5, Math.round(middle - HEIGHT / 2) + 0.5]
  let at = x
  for (const { field, width: own } of placed) {
    const colours = theme.tones[field.tone]
    if (field.isFilled) {
      surface.fillStyle = colours.fill
      surface.fillRect(at, y, own, HEIGHT)
    }
    write(pen, field.text, fonts.meta, field.isFilled ? colours.on : colours.text, at + PADDING, middle, own - 2 * PADDING)
    at += own
  }
  surface.strokeStyle = theme.line
  surface.lineWidth = 1
  rounded(surface, { x, y, width, height: HEIGHT }, RADIUS)
  let between = x
  for (const { width: own } of placed.slice(0, -1)) {
    between += own
    surface.moveTo(between, y)
    surface.lineTo(between, y + HEIGHT)
  }
  surface.stroke()
}
