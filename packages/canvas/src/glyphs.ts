// Owns: the shapes that tell states apart without colour. Each is a path around a point, so that many of one kind are one stroke.
import type { GlyphKind, PathSink, Surface, ToneColours } from "./surface.ts"

export type PathPart = (sink: PathSink, x: number, y: number, radius: number) => void
/** fill and line in the tone's colour; mark is drawn upon the fill, and left out where it would be mud. */
export type Glyph = { readonly fill?: PathPart; readonly line?: PathPart; readonly mark?: PathPart }

/** Below this radius a mark upon a fill cannot be read. */
export const MARK_RADIUS = 4
const TURN = 2 * Math.PI

const circle: PathPart = (sink, x, y, r) => {
  sink.moveTo(x + r, y)
  sink.arc(x, y, r, 0, TURN)
}

/** With round corners, as on a road sign: with sharp ones a question is taken for a letter that could not be shown (U+FFFD). */
const diamond: PathPart = (sink, x, y, r) => {
  const [round, slope] = [r * 0.3, TURN / 8]
  const centre = r * 1.08 - round * Math.SQRT2
  const start = { x: centre + round * Math.SQRT1_2, y: -round * Math.SQRT1_2 }
  sink.moveTo(x + start.x, y + start.y)
  sink.arc(x + centre, y, round, -slope, slope)
  sink.arc(x, y + centre, round, slope, 3 * slope)
  sink.arc(x - centre, y, round, 3 * slope, 5 * slope)
  sink.arc(x, y - centre, round, 5 * slope, 7 * slope)
  sink.closePath()
}

const octagon: PathPart = (sink, x, y, r) => {
  const corner = r * (Math.SQRT2 - 1)
  sink.moveTo(x - corner, y - r)
  sink.lineTo(x + corner, y - r)
  sink.lineTo(x + r, y - corner)
  sink.lineTo(x + r, y + corner)
  sink.lineTo(x + corner, y + r)
  sink.lineTo(x - corner, y + r)
  sink.lineTo(x - r, y + corner)
  sink.lineTo(x - r, y - corner)
  sink.closePath()
}

const cross: PathPart = (sink, x, y, r) => {
  const arm = r * 0.5
  sink.moveTo(x - arm, y - arm)
  sink.lineTo(x + arm, y + arm)
  sink.moveTo(x + arm, y - arm)
  sink.lineTo(x - arm, y + arm)
}

const halfCircle: PathPart = (sink, x, y, r) => {
  sink.moveTo(x, y - r)
  sink.arc(x, y, r, -TURN / 4, TURN / 4, true)
  sink.closePath()
}

const roundedSquare: PathPart = (sink, x, y, r) => {
  const half = r * 0.9
  sink.roundRect(x - half, y - half, 2 * half, 2 * half, half * 0.4)
}

const tick: PathPart = (sink, x, y, r) => {
  sink.moveTo(x - r * 0.45, y + r * 0.05)
  sink.lineTo(x - r * 0.1, y + r * 0.4)
  sink.lineTo(x + r * 0.48, y - r * 0.35)
}

const arrow: PathPart = (sink, x, y, r) => {
  sink.moveTo(x - r, y)
  sink.lineTo(x + r * 0.9, y)
  sink.moveTo(x + r * 0.25, y - r * 0.6)
  sink.lineTo(x + r * 0.9, y)
  sink.lineTo(x + r * 0.25, y + r * 0.6)
}

const crossedCircle: PathPart = (sink, x, y, r) => {
  circle(sink, x, y, r)
  const arm = r * Math.SQRT1_2
  sink.moveTo(x - arm, y - arm)
  sink.lineTo(x + arm, y + arm)
  sink.moveTo(x + arm, y - arm)
  sink.lineTo(x - arm, y + arm)
}

const twoBars: PathPart = (sink, x, y, r) => {
  sink.rect(x - r * 0.65, y - r * 0.85, r * 0.45, r * 1.7)
  sink.rect(x + r * 0.2, y - r * 0.85, r * 0.45, r * 1.7)
}

/** Open at the upper right, with a head where it comes round. */
const roundArrow: PathPart = (sink, x, y, r) => {
  const end = -TURN / 12
  const tip = { x: x + r * Math.cos(end), y: y + r * Math.sin(end) }
  sink.moveTo(x + r * Math.cos(TURN / 12), y + r * Math.sin(TURN / 12))
  sink.arc(x, y, r, TURN / 12, end + TURN)
  sink.moveTo(tip.x - r * 0.65, tip.y - r * 0.1)
  sink.lineTo(tip.x, tip.y)
  sink.lineTo(tip.x + r * 0.15, tip.y - r * 0.65)
}

/** Six pieces with as much between them, from the top. */
const brokenCircle: PathPart = (sink, x, y, r) => {
  for (let piece = 0; piece < 6; piece++) {
    const from = (piece / 6) * TURN - TURN / 4
    sink.moveTo(x + r * Math.cos(from), y + r * Math.sin(from))
    sink.arc(x, y, r, from, from + TURN / 12)
  }
}

const point: PathPart = (sink, x, y, r) => circle(sink, x, y, r * 0.2)

const dash: PathPart = (sink, x, y, r) => {
  sink.moveTo(x - r * 0.8, y)
  sink.lineTo(x + r * 0.8, y)
}

const twoRings: PathPart = (sink, x, y, r) => {
  circle(sink, x, y, r)
  circle(sink, x, y, r * 0.5)
}

/** A question mark: a hook and a point. */
const questionMark: PathPart = (sink, x, y, r) => {
  sink.moveTo(x - r * 0.27, y - r * 0.25)
  sink.arc(x, y - r * 0.25, r * 0.27, -TURN / 2, TURN / 4)
  sink.lineTo(x, y + r * 0.2)
  sink.moveTo(x, y + r * 0.5)
  sink.lineTo(x, y + r * 0.54)
}

const exclamationMark: PathPart = (sink, x, y, r) => {
  sink.moveTo(x, y - r * 0.5)
  sink.lineTo(x, y + r * 0.12)
  sink.moveTo(x, y + r * 0.5)
  sink.lineTo(x, y + r * 0.54)
}

export const glyphs: Readonly<Record<GlyphKind, Glyph>> = {
  "needs-you": { fill: diamond },
  question: { fill: diamond, mark: questionMark },
  approval: { fill: diamond, mark: exclamationMark },
  failed: { fill: octagon, mark: cross },
  working: { fill: circle },
  checking: { fill: halfCircle, line: circle },
  "your-turn": { line: diamond },
  done: { fill: roundedSquare, mark: tick },
  ready: { line: arrow },
  waiting: { line: crossedCircle },
  paused: { fill: twoBars },
  retrying: { line: roundArrow },
  idle: { line: circle },
  unknown: { line: brokenCircle, fill: point },
  cancelled: { line: dash },
  you: { line: twoRings },
}

/** The width of a glyph's lines. */
export const glyphLine = (radius: number): number => Math.max(1, radius * 0.24)

export function drawGlyph(surface: Surface, kind: GlyphKind, colours: ToneColours, x: number, y: number, radius: number): void {
  const { fill, line, mark } = glyphs[kind]
  surface.lineWidth = glyphLine(radius)
  if (fill) {
    surface.fillStyle = colours.fill
    surface.beginPath()
    fill(surface, x, y, radius)
    surface.fill()
  }
  if (line) stroked(surface, line, colours.fill, x, y, radius)
  if (mark && radius >= MARK_RADIUS) stroked(surface, mark, colours.on, x, y, radius)
}

function stroked(surface: Surface, part: PathPart, colour: string, x: number, y: number, radius: number): void {
  surface.strokeStyle = colour
  surface.beginPath()
  part(surface, x, y, radius)
  surface.stroke()
}
