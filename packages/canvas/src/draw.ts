// Owns: one frame: what was seen, drawn to a 2D context. Rooms first, then who is in them: nothing of a later kind ever lies under an earlier one.
// Dots, of which there may be thousands, are drawn together, one path for each shape, tone and size.
import type { Pane } from "./camera.ts"
import { ARC_MS, drawCard, drawChatGround, drawChip } from "./draw-desks.ts"
import { drawClosed, drawRoom, drawSlot } from "./draw-rooms.ts"
import { glyphLine, glyphs, MARK_RADIUS, type PathPart } from "./glyphs.ts"
import type { Labels } from "./labels.ts"
import { LABEL_PX, META_PX, type Pen, rings } from "./pen.ts"
import { type GlyphKind, glyphKinds, type NodePaint, type Surface, type Theme, tones } from "./surface.ts"
import type { Seen, Viewer } from "./visible.ts"

export { ARC_MS }
/** No more working arcs than this turn at once. */
export const MOST_ARCS = 60
/** Radius of a dot in heights of its cell. */
const DOT_RADIUS = 0.42
const SIZES = 12

export type FrameOptions = {
  readonly pane: Pane
  /** Device pixels for one CSS pixel. The canvas is that much larger than the pane. */
  readonly pixelRatio: number
  readonly theme: Theme
  readonly paint: (id: string) => NodePaint
  readonly labels: Labels
  readonly now: number
  readonly reducedMotion: boolean
}

/** What became of a frame: whether something in it turns, so that another must follow even when nothing changes. */
export type Drawn = { readonly turning: number }

/** Dots of one shape, tone and size. Emptied by its count: an array cut to nothing gives its memory back, and takes it anew each frame. */
type Alike = { readonly seen: Seen[]; count: number }

/** Draws frames. Keeps only its lists of dots from one frame to the next, to use them again. */
export class Painter {
  readonly #dots: Alike[] = Array.from({ length: glyphKinds.length * tones.length * SIZES }, () => ({ seen: [], count: 0 }))
  readonly #used: number[] = []
  readonly #ringed: Seen[] = []

  draw(surface: Surface, seen: Viewer, options: FrameOptions): Drawn {
    const pen = penFor(surface, options)
    prepare(surface, options)
    for (let at = 0; at < seen.length; at++) drawGround(pen, seen.at(at))
    for (let at = 0; at < seen.length; at++) this.#drawDesk(pen, seen.at(at))
    this.#drawDots(pen)
    return { turning: pen.arcsDrawn }
  }

  #drawDesk(pen: Pen, seen: Seen): void {
    if (seen.kind !== "desk") return
    if (seen.level === "speck" || seen.level === "dot") this.#collect(pen, seen)
    else if (seen.level === "chip") drawChip(pen, seen)
    else if (seen.level === "chat") drawChatGround(pen, seen)
    else drawCard(pen, seen)
  }

  #collect(pen: Pen, seen: Seen): void {
    const paint = pen.paint(seen.place.id)
    const size = Math.min(SIZES - 1, Math.round(seen.height * DOT_RADIUS))
    const key = (glyphNumber[paint.glyph] * tones.length + toneNumber[paint.tone]) * SIZES + size
    const dots = this.#dots[key]
    if (dots === undefined) return
    if (dots.count === 0) this.#used.push(key)
    dots.seen[dots.count++] = seen
    if (paint.selected || paint.joined || paint.found) this.#ringed.push(seen)
  }

  #drawDots(pen: Pen): void {
    for (const key of this.#used) {
      const dots = this.#dots[key]
      if (dots === undefined) continue
      const kind = Math.floor(key / SIZES)
      const glyph = glyphKinds[Math.floor(kind / tones.length)] ?? "idle"
      drawAlike(pen, dots, glyph, tones[kind % tones.length] ?? "quiet")
      dots.count = 0
    }
    this.#used.length = 0
    for (const seen of this.#ringed) rings(pen, seen, 3, pen.paint(seen.place.id))
    this.#ringed.length = 0
  }
}

const glyphNumber = Object.fromEntries(glyphKinds.map((kind, at) => [kind, at])) as Readonly<Record<GlyphKind, number>>
const toneNumber = Object.fromEntries(tones.map((tone, at) => [tone, at])) as Readonly<Record<(typeof tones)[number], number>>

function penFor(surface: Surface, { theme, paint, labels, now, reducedMotion }: FrameOptions): Pen {
  const fonts = {
    name: `600 ${LABEL_PX}px ${theme.font}`,
    plain: `400 ${LABEL_PX}px ${theme.font}`,
    meta: `400 ${META_PX}px ${theme.font}`,
    metaName: `600 ${META_PX}px ${theme.font}`,
  }
  return { surface, theme, labels, paint, fonts, now, reducedMotion, arcsLeft: MOST_ARCS, arcsDrawn: 0 }
}

function prepare(surface: Surface, { pane, pixelRatio, theme }: FrameOptions): void {
  surface.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  surface.globalAlpha = 1
  surface.setLineDash([])
  surface.lineCap = "round"
  surface.lineJoin = "round"
  surface.textAlign = "left"
  surface.textBaseline = "middle"
  surface.fillStyle = theme.background
  surface.fillRect(0, 0, pane.width, pane.height)
}

function drawGround(pen: Pen, seen: Seen): void {
  if (seen.kind === "room") drawRoom(pen, seen)
  else if (seen.kind === "closed") drawClosed(pen, seen)
  else if (seen.kind === "slot") drawSlot(pen, seen)
}

/** Many dots of one shape, tone and size, in at most three strokes. */
function drawAlike(pen: Pen, dots: Alike, kind: GlyphKind, tone: (typeof tones)[number]): void {
  const { surface, theme } = pen
  const { fill, line, mark } = glyphs[kind]
  const colours = theme.tones[tone]
  const radius = (dots.seen[0]?.height ?? 0) * DOT_RADIUS
  surface.lineWidth = glyphLine(radius)
  if (fill) {
    surface.fillStyle = colours.fill
    together(surface, dots, fill)
    surface.fill()
  }
  if (line) {
    surface.strokeStyle = colours.fill
    together(surface, dots, line)
    surface.stroke()
  }
  if (mark && radius >= MARK_RADIUS) {
    surface.strokeStyle = colours.on
    together(surface, dots, mark)
    surface.stroke()
  }
}

function together(surface: Surface, { seen, count }: Alike, part: PathPart): void {
  surface.beginPath()
  for (let at = 0; at < count; at++) {
    const dot = seen[at]
    if (dot !== undefined) part(surface, dot.x + dot.width / 2, dot.y + dot.height / 2, dot.height * DOT_RADIUS)
  }
}
