// Owns: how much of a node is shown at which width. A form is gained at its width and lost 10 % below it, so that nothing flickers.

export const levels = ["speck", "dot", "chip", "card", "panel", "chat"] as const
export type Level = (typeof levels)[number]

/** The width in pixels from which a node has this form. A chat needs the pane, not a width. */
export const levelWidths: Readonly<Record<Exclude<Level, "chat">, number>> = { speck: 0, dot: 6, chip: 28, card: 120, panel: 360 }
/** From this width on a chip has room for a name below its glyph, if enough of it fits to be told from others. */
export const NAME_WIDTH = 38
/** From this width on so much of a name fits beside the glyph that it is as well read there. */
export const BESIDE_WIDTH = 96
/** A form once gained is kept until the width is this much of what it takes to gain it. */
export const KEPT = 0.9
/** A desk that covers this much of the pane fills it; one that did goes on filling it until it covers less than the second. */
export const FILLS = 0.8
export const NO_LONGER_FILLS = 0.6

const starts = [0, levelWidths.dot, levelWidths.chip, levelWidths.card, levelWidths.panel] as const

/** The number of a form by width alone (0 speck to 4 panel), given the number it had; -1 when it was not seen before. */
export function levelNumber(width: number, before: number): number {
  let level = 0
  for (let next = 1; next < starts.length; next++) {
    const start = starts[next] ?? 0
    if (width >= (before >= next ? start * KEPT : start)) level = next
  }
  return level
}

/** The form of a node of this width, and of a desk that covers this part of the pane, given the form it had. */
export function levelOf(width: number, coverage: number, before?: Level): Level {
  if (fillsPane(coverage, before === "chat")) return "chat"
  return levels[levelNumber(width, before === undefined ? -1 : levels.indexOf(before))] ?? "speck"
}

export function fillsPane(coverage: number, didFill: boolean): boolean {
  return coverage >= (didFill ? NO_LONGER_FILLS : FILLS)
}
