// Owns: how agents look from chip size on: chips with a name, cards with lines. Panels are cards here; what is more lies above, in the page.
import { BESIDE_WIDTH, NAME_WIDTH } from "./detail.ts"
import { drawMode } from "./draw-mode.ts"
import { hasTitle } from "./draw-rooms.ts"
import { drawGlyph } from "./glyphs.ts"
import { cellScale } from "./layout.ts"
import { frameLine, grown, outlined, type Pen, rings, rounded, write } from "./pen.ts"
import { isLeaf } from "./rooms.ts"
import type { NodePaint } from "./surface.ts"
import type { Seen } from "./visible.ts"

const DESK_RADIUS = 8
const PADDING = 8
const CARD_GLYPH = 6
/** One turn of the working arc. */
export const ARC_MS = 2_400
const DIMMED = 0.6
/** What a bar takes of the lines above it: the rest lies in the padding, so that a small card has as many lines with it as without. */
const BAR_ROOM = 4
/** So many are an abbreviation in the mode badge. */
const LETTERS = 2
/** So many more lines go to what an agent is about before there is room for anything else. */
const WORDS_FIRST = 2
/** From this width on the letters of a chip are of the usual size. */
const FULL_LETTERS = 72
/** Where a chip has its name below, glyph and name are this far from its middle, in its heights, and no farther than this in pixels. */
const FROM_MIDDLE = 0.22
const FARTHEST = 11
const PLATE_PADDING = 3
/** A name that is cut has at least so many letters left: with fewer, one of a team of twenty is not told from the next. */
const LEAST_LETTERS = 6
const PILL = 14

export function drawChip(pen: Pen, seen: Seen): void {
  const paint = pen.paint(seen.place.id)
  desk(pen, seen, paint)
  if (seen.width >= BESIDE_WIDTH) nameBeside(pen, seen, paint)
  else nameBelow(pen, seen, paint, shortName(pen, seen, paint))
  pen.surface.globalAlpha = 1
  unread(pen, seen, paint)
  // Close to it: with a gap they would lie on the name of the room around.
  rings(pen, grown(seen, -1.5), DESK_RADIUS - 1.5, paint)
}

function nameBeside(pen: Pen, seen: Seen, paint: NodePaint): void {
  const { surface, theme, fonts } = pen
  const y = seen.y + seen.height / 2
  drawGlyph(surface, paint.glyph, theme.tones[paint.tone], seen.x + PADDING + CARD_GLYPH, y, CARD_GLYPH)
  dim(pen, paint)
  const taken = badge(pen, paint, seen.x + seen.width - 4, y)
  const from = seen.x + PADDING + 2 * CARD_GLYPH + 5
  write(pen, paint.name, fonts.plain, theme.text, from, y, seen.x + seen.width - 5 - taken - from)
}

/**
 * What of a name can be read on a small chip: all of it, or enough letters to tell it from others; else nothing. A room too small for a title has its
 * name nowhere but on its owner's desk: there any of it is better than none.
 */
function shortName(pen: Pen, { place, width }: Seen, { name }: NodePaint): string {
  if (width < NAME_WIDTH) return ""
  const fitted = pen.labels.fitted(pen.surface, smallFont(pen, width), name, width - 2 * PLATE_PADDING)
  const isRead = fitted === name || fitted.length > LEAST_LETTERS
  return isRead || (!isLeaf(place) && !hasTitle(width / cellScale(place.side))) ? fitted : ""
}

const smallFont = ({ fonts }: Pen, width: number): string => (width < FULL_LETTERS ? fonts.meta : fonts.plain)

/** In the middle, so that a column of them is in line whatever they are called. The number of things that wait stands for the glyph. */
function nameBelow(pen: Pen, { x, y, width, height }: Seen, paint: NodePaint, name: string): void {
  const { surface, theme } = pen
  const middle = x + width / 2
  const apart = Math.min(FARTHEST, height * FROM_MIDDLE)
  const line = name === "" ? y + height / 2 : Math.max(y + height / 2 - apart, y + PILL / 2 + 1)
  const radius = Math.min(CARD_GLYPH, height * (name === "" ? 0.28 : 0.18))
  if (paint.badge === null || width < NAME_WIDTH) drawGlyph(surface, paint.glyph, theme.tones[paint.tone], middle, line, radius)
  dim(pen, paint)
  if (width >= NAME_WIDTH) badge(pen, paint, middle + badgeWidth(pen, paint) / 2, line)
  if (name === "") return
  surface.font = smallFont(pen, width)
  surface.fillStyle = theme.text
  surface.textAlign = "center"
  surface.fillText(name, middle, y + height / 2 + apart)
  surface.textAlign = "left"
}

export function drawCard(pen: Pen, seen: Seen): void {
  const { surface } = pen
  const paint = pen.paint(seen.place.id)
  desk(pen, seen, paint)
  cardLines(pen, seen, paint)
  surface.globalAlpha = 1
  // Inside its round corner: the panel that lies over a large one would leave a sliver of it.
  unread(pen, grown(seen, -3), paint)
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
  const bottom = y + height - PADDING - (paint.progress === null ? 0 : BAR_ROOM)
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
  const { mode } = paint
  // What is spelled out must not be overlooked: then also at the cost of what it is about (AXS-9).
  const isSpelled = mode?.some(({ text, isFilled }) => isFilled || text.length > LETTERS)
  const isModeFirst = isSpelled === true && takes(mode)
  const about = takes(paint.line) ? paint.line : null
  const feet: ((at: number) => void)[] = []
  const faint = (text: string) => (at: number) => write(pen, text, fonts.meta, theme.faint, left, at, right - left)
  if (mode !== null && (isModeFirst || takes(mode))) feet.push((at) => drawMode(pen, mode, left, at, right))
  if (takes(paint.meta)) feet.push(faint(paint.meta))
  // Not at the cost of what it is about.
  if (takes(paint.last, 1 + WORDS_FIRST)) feet.unshift(faint(paint.last))
  if (about !== null) for (const part of labels.lines(surface, fonts.plain, about, right - left, 1 + room)) row(part, theme.text)
  for (const [at, draw] of feet.entries()) draw(bottom - (feet.length - at - 0.5) * lead)
  if (paint.progress !== null) progress(pen, left, y + height - PADDING, right - left, paint)
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
  const { surface, theme, fonts } = pen
  const colours = theme.tones["needs-you"]
  const width = badgeWidth(pen, paint)
  surface.fillStyle = colours.fill
  rounded(surface, { x: right - width, y: y - PILL / 2, width, height: PILL }, 4)
  surface.fill()
  write(pen, paint.badge, fonts.meta, colours.on, right - width + 4, y, width)
  return width + 4
}

function badgeWidth({ labels, surface, fonts }: Pen, { badge: text }: NodePaint): number {
  return text === null ? 0 : labels.width(surface, fonts.meta, text) + 8
}

function unread(pen: Pen, { x, y, width }: Pick<Seen, "x" | "y" | "width">, paint: NodePaint): void {
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
