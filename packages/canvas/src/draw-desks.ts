// Owns: how agents look from chip size on: chips with a name, cards with lines. Panels are cards here; what is more lies above, in the page.
import { NAME_WIDTH } from "./detail.ts"
import { drawMode } from "./draw-mode.ts"
import { hasTitle } from "./draw-rooms.ts"
import { drawGlyph } from "./glyphs.ts"
import { cellScale } from "./layout.ts"
import { frameLine, grown, LABEL_PX, outlined, type Pen, rings, rounded, write } from "./pen.ts"
import { isLeaf } from "./rooms.ts"
import type { NodePaint } from "./surface.ts"
import type { Seen } from "./visible.ts"

const DESK_RADIUS = 8
const PADDING = 8
const CARD_GLYPH = 6
/** One turn of the working arc. */
export const ARC_MS = 2_400
const DIMMED = 0.6
/** So many more lines go to what an agent is about before there is room for anything else. */
const WORDS_FIRST = 2
/** From this width on a desk has space for a short name below its glyph. */
const PLATE_WIDTH = 38

export function drawChip(pen: Pen, seen: Seen): void {
  const { surface, theme, fonts } = pen
  const paint = pen.paint(seen.place.id)
  desk(pen, seen, paint)
  if (namesItsRoom(seen)) return drawNameplate(pen, seen, paint)
  const y = seen.y + seen.height / 2
  const named = seen.width >= NAME_WIDTH
  const radius = Math.min(CARD_GLYPH, seen.height * 0.28)
  const left = named ? seen.x + PADDING : seen.x + seen.width / 2 - radius
  drawGlyph(surface, paint.glyph, theme.tones[paint.tone], left + radius, y, radius)
  dim(pen, paint)
  if (named) {
    const taken = badge(pen, paint, seen.x + seen.width - 4, y)
    const from = left + 2 * radius + 5
    write(pen, paint.name, fonts.plain, theme.text, from, y, seen.x + seen.width - 5 - taken - from)
  } else if (seen.width >= NAME_WIDTH * 0.6) {
    badge(pen, paint, seen.x + seen.width - 1, seen.y + LABEL_PX / 2 + 1)
  }
  surface.globalAlpha = 1
  unread(pen, seen, paint)
  // Close to it: with a gap they would lie on the name of the room around.
  rings(pen, grown(seen, -1.5), DESK_RADIUS - 1.5, paint)
}

/** A room too small for a title has its name on its owner's desk, if it fits there. */
function namesItsRoom({ place, width }: Seen): boolean {
  return width < NAME_WIDTH && width >= PLATE_WIDTH && !isLeaf(place) && !hasTitle(width / cellScale(place.side))
}

function drawNameplate(pen: Pen, seen: Seen, paint: NodePaint): void {
  const { surface, theme, fonts, labels } = pen
  const [middle, radius] = [seen.x + seen.width / 2, seen.height * 0.15]
  drawGlyph(surface, paint.glyph, theme.tones[paint.tone], middle, seen.y + seen.height * 0.27, radius)
  dim(pen, paint)
  const name = labels.fitted(surface, fonts.meta, paint.name, seen.width - 6)
  const left = middle - labels.width(surface, fonts.meta, name) / 2
  write(pen, name, fonts.meta, theme.text, left, seen.y + seen.height * 0.73, seen.width)
  surface.globalAlpha = 1
  rings(pen, grown(seen, -1.5), DESK_RADIUS - 1.5, paint)
}

export function drawCard(pen: Pen, seen: Seen): void {
  const { surface } = pen
  const paint = pen.paint(seen.place.id)
  desk(pen, seen, paint)
  cardLines(pen, seen, paint)
  surface.globalAlpha = 1
  unread(pen, seen, paint)
  rings(pen, seen, DESK_RADIUS, paint)
}

/** A desk that fills the pane: the page shows its chat, so only the ground is laid. */
export function drawChatGround(pen: Pen, seen: Seen): void {
  desk(pen, seen, pen.paint(seen.place.id))
}

/**
 * From the top: who it is, how it stands and what it is about, over as many lines as there is room for. At the bottom, in line over all cards of
 * a row: its mode, its money, and on a card with room to spare what was last heard of it.
 */
function cardLines(pen: Pen, { x, y, width, height }: Seen, paint: NodePaint): void {
  const { theme, fonts, labels, surface } = pen
  const { lead } = theme
  const left = x + PADDING
  const right = x + width - PADDING
  const bottom = y + height - PADDING - (paint.progress === null ? 0 : 7)
  const first = y + PADDING + lead / 2
  status(pen, paint, left + CARD_GLYPH, first)
  dim(pen, paint)
  const taken = badge(pen, paint, right, first)
  const nameFrom = left + 2 * CARD_GLYPH + 6
  write(pen, paint.name, fonts.name, theme.text, nameFrom, first, right - taken - nameFrom)
  let room = Math.floor((bottom - y - PADDING) / lead) - 1
  const takes = <What extends { readonly length: number }>(what: What | null, rows = 1): what is What => {
    if (what === null || what.length === 0 || room < rows) return false
    room -= 1
    return true
  }
  let line = first
  const row = (text: string, colour: string) => {
    line += lead
    write(pen, text, fonts.plain, colour, left, line, right - left)
  }
  if (takes(paint.word)) row(paint.word, theme.tones[paint.tone].text)
  const about = takes(paint.line) ? paint.line : null
  const feet: ((at: number) => void)[] = []
  const faint = (text: string) => (at: number) => write(pen, text, fonts.meta, theme.faint, left, at, right - left)
  const { mode } = paint
  if (takes(mode)) feet.push((at) => drawMode(pen, mode, left, at, right))
  if (takes(paint.meta)) feet.push(faint(paint.meta))
  // Not at the cost of what it is about.
  if (takes(paint.last, 1 + WORDS_FIRST)) feet.unshift(faint(paint.last))
  if (about !== null) for (const part of labels.lines(surface, fonts.plain, about, right - left, 1 + room)) row(part, theme.text)
  for (const [at, draw] of feet.entries()) draw(bottom - (feet.length - at - 0.5) * lead)
  if (paint.progress !== null) progress(pen, left, y + height - PADDING - 3, right - left, paint)
}

function desk(pen: Pen, seen: Seen, paint: NodePaint): void {
  const { surface, theme } = pen
  surface.fillStyle = theme.desk
  rounded(surface, seen, DESK_RADIUS)
  surface.fill()
  const waits = paint.tone === "needs-you" || paint.tone === "failed"
  outlined(pen, seen, DESK_RADIUS, waits ? theme.tones[paint.tone].fill : frameLine(theme, paint), theme.border, paint.rehearsal)
}

/** The glyph; around a working one an arc that turns, for as many as may, and stands still for who asked for less motion. */
function status(pen: Pen, paint: NodePaint, x: number, y: number): void {
  const { surface, theme } = pen
  const colours = theme.tones[paint.tone]
  const working = paint.glyph === "working"
  drawGlyph(surface, paint.glyph, colours, x, y, working ? CARD_GLYPH * 0.6 : CARD_GLYPH)
  if (!working) return
  const turns = !pen.reducedMotion && pen.arcsLeft > 0
  if (turns) {
    pen.arcsLeft--
    pen.arcsDrawn++
  }
  const from = turns ? ((pen.now % ARC_MS) / ARC_MS) * 2 * Math.PI : -Math.PI / 2
  surface.strokeStyle = colours.fill
  surface.lineWidth = 1.5
  surface.beginPath()
  surface.arc(x, y, CARD_GLYPH, from, from + Math.PI / 2)
  surface.stroke()
}

/** The amber pill that ends at `right`: how many things wait here. Says how much width it took. */
function badge(pen: Pen, paint: NodePaint, right: number, y: number): number {
  if (paint.badge === null) return 0
  const { surface, theme, labels, fonts } = pen
  const colours = theme.tones["needs-you"]
  const width = labels.width(surface, fonts.meta, paint.badge) + 8
  surface.fillStyle = colours.fill
  rounded(surface, { x: right - width, y: y - 7, width, height: 14 }, 4)
  surface.fill()
  write(pen, paint.badge, fonts.meta, colours.on, right - width + 4, y, width)
  return width + 4
}

function unread(pen: Pen, { x, y, width }: Seen, paint: NodePaint): void {
  if (!paint.unread) return
  const { surface, theme } = pen
  surface.fillStyle = theme.tones.done.fill
  surface.beginPath()
  surface.arc(x + width - 3, y + 3, 3.5, 0, 2 * Math.PI)
  surface.fill()
}

function progress(pen: Pen, x: number, y: number, width: number, { progress: done, tone }: NodePaint): void {
  const { surface, theme } = pen
  surface.fillStyle = theme.line
  surface.fillRect(x, theme.hasShades ? y : y + 1, width, theme.hasShades ? 3 : 1)
  surface.fillStyle = theme.tones[tone].fill
  surface.fillRect(x, y, width * Math.min(1, Math.max(0, done ?? 0)), 3)
}

/** Words step back; the shape keeps the contrast by which it is told from others. */
function dim(pen: Pen, paint: NodePaint): void {
  pen.surface.globalAlpha = paint.dimmed ? DIMMED : 1
}
