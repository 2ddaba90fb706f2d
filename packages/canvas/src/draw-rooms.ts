// Owns: how rooms look: open with a header, closed as a texture of what is in them, and the empty slots between.
import { drawGlyph } from "./glyphs.ts"
import { HEADER, SIDE_MARGIN } from "./layout.ts"
import { frameLine, grown, LABEL_PX, outlined, type Pen, rings, rounded, write } from "./pen.ts"
import type { Count, NodePaint } from "./surface.ts"
import type { Seen } from "./visible.ts"

const ROOM_RADIUS = 12
const EDGE_PX = 2
/** The header is written where its band is this high, in the smaller letters; in a lower one they would lie on the frame or on the first row. */
const LEAST_BAND = 12.5
/** From here on there is space for letters of the usual size, and air above them. */
const FULL_BAND = 15
/** A name that is kept in view gives way to the room's end from here on. */
const LEAST_TITLE = 110
const GLYPH_RADIUS = 4.5
/** Figures stand a little above the middle of their line; a glyph in the middle itself looks as if it had slipped. */
const FIGURES_UP = 1
const NAME_SHARE = 0.5
/** What a free slot that is large enough to be written on offers. */
const NEW_AGENT = "New agent"
const NAME_GAP = 8
/** This far from the edges of the view a name stays. */
const STAYS = 12
/** A name is at most this far from the corner of its frame: nearer, it would touch the edge that tells of somebody waiting. */
const CORNER = 20
/** A closed room is written on from this width; below, its colours must do. */
const WRITTEN_WIDTH = 72

export function drawRoom(pen: Pen, seen: Seen): void {
  const paint = pen.paint(seen.place.id)
  frame(pen, seen, paint, { selected: paint.roomSelected === true, joined: false })
  const band = HEADER * seen.width
  if (hasTitle(seen.width)) header(pen, seen, paint, headerLine(seen, band), band < FULL_BAND)
}

/** Whether a room of this width has its name in the band on top. */
export function hasTitle(width: number): boolean {
  return HEADER * width >= LEAST_BAND
}

/**
 * In the middle of a low band, which to the eye is a little below it. In a high one in the frame's corner, or the name would stand far below the
 * frame it belongs to; a room that reaches out of the view on top keeps it in view, down to its first row.
 */
function headerLine({ y }: Seen, band: number): number {
  const lowest = y + Math.max(band / 2 + 0.75, band - LABEL_PX - 4)
  return Math.min(lowest, Math.max(y + CORNER, STAYS + LABEL_PX / 2))
}

/** A room seen from far: its colours in the proportions of its counts, the most urgent first, and its name where there is space. */
export function drawClosed(pen: Pen, seen: Seen): void {
  const paint = pen.paint(seen.place.id)
  const { x, y, width, height } = seen
  if (seen.level === "speck" || seen.level === "dot") {
    texture(pen, paint.counts, x, y, width, height)
    rings(pen, seen, 2, ringed(paint))
    return
  }
  frame(pen, seen, paint, ringed(paint))
  const written = width >= WRITTEN_WIDTH
  const top = written ? LABEL_PX + 8 : height * 0.12
  const inset = width * 0.06
  texture(pen, paint.counts, x + inset, y + top, width - 2 * inset, height - top - height * 0.12)
  if (written) header(pen, seen, paint, y + top / 2 + 1, false)
}

/** An empty cell: the shade of a desk. One of them offers to spawn; the others, fainter, only show that somebody was there. */
export function drawSlot(pen: Pen, seen: Seen): void {
  const { surface, theme } = pen
  if (theme.hasShades) {
    surface.globalAlpha = seen.offers ? 0.24 : 0.2
    surface.fillStyle = theme.line
    rounded(surface, seen, 8)
    surface.fill()
    surface.globalAlpha = 1
  }
  if (!seen.offers) return
  if (!theme.hasShades) outlined(pen, seen, 8, theme.line, 1, true)
  const arm = Math.min(8, seen.height * 0.2)
  const [x, y] = [seen.x + seen.width / 2, seen.y + seen.height / 2]
  const isNamed = seen.level === "card" || seen.level === "panel"
  const middle = isNamed ? y - LABEL_PX / 2 : y
  surface.strokeStyle = theme.faint
  surface.lineWidth = 1.5
  surface.beginPath()
  surface.moveTo(x - arm, middle)
  surface.lineTo(x + arm, middle)
  surface.moveTo(x, middle - arm)
  surface.lineTo(x, middle + arm)
  surface.stroke()
  if (isNamed) offer(pen, x, middle + arm + LABEL_PX)
}

function offer({ surface, theme, labels, fonts }: Pen, middle: number, y: number): void {
  surface.font = fonts.meta
  surface.fillStyle = theme.faint
  surface.fillText(NEW_AGENT, middle - labels.width(surface, fonts.meta, NEW_AGENT) / 2, y)
}

/** A closed room stands for its owner. */
function ringed({ selected, roomSelected, joined }: NodePaint): Pick<NodePaint, "selected" | "joined"> {
  return { selected: selected || roomSelected === true, joined }
}

function frame(pen: Pen, seen: Seen, paint: NodePaint, ring: Pick<NodePaint, "selected" | "joined">): void {
  const { surface, theme } = pen
  surface.fillStyle = ground(pen, seen)
  rounded(surface, seen, ROOM_RADIUS)
  surface.fill()
  outlined(pen, seen, ROOM_RADIUS, frameLine(theme, paint), theme.border, paint.rehearsal)
  if (paint.edge !== null) {
    const inset = Math.min(ROOM_RADIUS, seen.height / 4)
    surface.fillStyle = theme.tones[paint.edge].fill
    // Upon the frame's own line, not below it: there the name begins.
    surface.fillRect(seen.x + inset, seen.y - EDGE_PX / 2, Math.max(0, seen.width - 2 * inset), EDGE_PX)
  }
  rings(pen, grown(seen, -6), ROOM_RADIUS, ring)
}

const ground = ({ theme }: Pen, { depth }: Seen): string => theme.surfaces[depth % 2 === 0 ? 0 : 1]

function header(pen: Pen, { x, width }: Seen, paint: NodePaint, y: number, isSmall: boolean): void {
  const fonts = isSmall ? { name: pen.fonts.metaName, plain: pen.fonts.meta } : pen.fonts
  const inset = Math.min(width * SIDE_MARGIN, CORNER)
  const right = x + width - inset
  // In line with the grid below, or in the corner; a room that reaches out of the view on the left keeps its name in it, for as long as there is room.
  const left = Math.max(x + inset, Math.min(STAYS, right - LEAST_TITLE))
  const share = paint.counts.length === 0 ? 1 : NAME_SHARE
  const name = Math.min(pen.labels.width(pen.surface, fonts.name, paint.name), (right - left) * share)
  write(pen, paint.name, fonts.name, pen.theme.text, left, y, name)
  counts(pen, paint.counts, fonts.plain, left + name + NAME_GAP, y, right)
}

/** Whole counts only: a number cut off would be a wrong number. */
function counts(pen: Pen, all: readonly Count[], font: string, from: number, y: number, to: number): void {
  const { surface, theme, labels } = pen
  let x = from
  for (const { glyph, tone, n } of all) {
    if (n === 0) continue
    const text = grouped(n)
    const end = x + 2 * GLYPH_RADIUS + 3 + labels.width(surface, font, text)
    if (end > to) return
    drawGlyph(surface, glyph, theme.tones[tone], x + GLYPH_RADIUS, y - FIGURES_UP, GLYPH_RADIUS)
    write(pen, text, font, theme.tones[tone].text, x + 2 * GLYPH_RADIUS + 3, y, to - x)
    x = end + NAME_GAP
  }
}

/** 1,948, as everywhere else on the screen; without asking for a locale in every frame. */
function grouped(n: number): string {
  return n < 1_000 ? String(n) : `${grouped(Math.floor(n / 1_000))},${String(n % 1_000).padStart(3, "0")}`
}

/** Whoever waits for nothing recedes: of hundreds, those that work, are done or need somebody are what is seen. */
const RECEDES = 0.3

function texture(pen: Pen, all: readonly Count[], x: number, y: number, width: number, height: number): void {
  const { surface, theme } = pen
  const total = all.reduce((so, { n }) => so + n, 0)
  if (total === 0 || height <= 0) return
  let left = x
  for (const { tone, n } of all) {
    if (n === 0) continue
    // One that needs the user must not vanish among hundreds that do not.
    const least = tone === "needs-you" || tone === "failed" ? 3 : tone === "quiet" ? 0 : 1.5
    const wide = Math.min(Math.max((width * n) / total, Math.min(least, width)), x + width - left)
    surface.fillStyle = theme.tones[tone].fill
    surface.globalAlpha = tone === "quiet" ? RECEDES : 1
    surface.fillRect(left, y, wide, height)
    left += wide
    if (left >= x + width) break
  }
  surface.globalAlpha = 1
}
