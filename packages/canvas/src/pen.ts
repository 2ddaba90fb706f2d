// Owns: what every drawing function of one frame shares: the surface, the colours, the fonts, and the few strokes they have in common.
import type { Labels } from "./labels.ts"
import type { NodePaint, Surface, Theme } from "./surface.ts"

/** Labels are this large whatever the zoom. */
export const LABEL_PX = 12
export const META_PX = 11

export type Pen = {
  readonly surface: Surface
  readonly theme: Theme
  readonly labels: Labels
  readonly paint: (id: string) => NodePaint
  readonly fonts: { readonly name: string; readonly plain: string; readonly meta: string; readonly metaName: string }
  readonly now: number
  readonly reducedMotion: boolean
  /** How many more working arcs may turn in this frame. */
  arcsLeft: number
  arcsDrawn: number
}

export type Edges = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Writes at the left of a point, cut to fit; says how wide it became. */
export function write(pen: Pen, text: string, font: string, colour: string, x: number, y: number, width: number): number {
  const { surface, labels } = pen
  if (width <= 0 || text === "") return 0
  const fitted = labels.fitted(surface, font, text, width)
  if (fitted === "") return 0
  surface.font = font
  surface.fillStyle = colour
  surface.fillText(fitted, x, y)
  return fitted === text ? labels.width(surface, font, text) : width
}

/** Corners shrink with the box, so that a small room is not a circle. */
export function rounded(surface: Surface, { x, y, width, height }: Edges, radius: number): void {
  surface.beginPath()
  surface.roundRect(x, y, width, height, Math.min(radius, height / 4))
}

/** A dashed line is half a line: in the colour of a whole one it would not be seen on white. */
export const frameLine = ({ line, lineStrong }: Theme, { rehearsal }: Pick<NodePaint, "rehearsal">): string =>
  rehearsal ? lineStrong : line

export function outlined(pen: Pen, edges: Edges, radius: number, colour: string, lineWidth: number, dashed: boolean): void {
  const { surface } = pen
  surface.strokeStyle = colour
  surface.lineWidth = lineWidth
  if (dashed) surface.setLineDash([6, 4])
  rounded(surface, edges, radius)
  surface.stroke()
  if (dashed) surface.setLineDash([])
}

/** Selected: a ring of 2 px with a gap of 1. Joined: two of them, "you are here". Found: a thin one. */
export function rings(
  pen: Pen,
  edges: Edges,
  radius: number,
  { selected, joined, found }: Pick<NodePaint, "selected" | "joined" | "found">,
): void {
  if (found && !selected && !joined) outlined(pen, grown(edges, 1.5), radius + 1.5, pen.theme.accent, 1, false)
  if (!selected && !joined) return
  outlined(pen, grown(edges, 2), radius + 2, pen.theme.accent, 2, false)
  if (joined) outlined(pen, grown(edges, 5), radius + 5, pen.theme.accent, 2, false)
}

export function grown({ x, y, width, height }: Edges, by: number): Edges {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}
