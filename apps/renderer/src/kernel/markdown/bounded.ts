// Owns: how much of a text is laid out at once, so that none of it holds up a frame (T21). Two things count: how long it is, and how many of its characters
// most fonts do not have. For each of those the page waits until another process has looked for a font, which takes as long as hundreds of letters. Pure.

/** Pictures, joiners and marks of direction, and what is no character at all; not the lines and arrows that trees and tables are drawn with. */
const RARE = /(?![\u2190-\u23ff\u2500-\u25ff])[\p{So}\p{Cf}\p{Co}\p{Cn}]|\u20e3/gu

export type Bounds = {
  readonly length: number
  readonly rare: number
}

/** Where it has to be cut; its length when it may stay whole. */
export function boundOf(text: string, { length, rare }: Bounds): number {
  const end = Math.min(length, text.length)
  // So many letters fit in any case.
  if (end <= rare) return end
  let left = rare
  for (const { index } of text.slice(0, end).matchAll(RARE)) {
    if (left === 0) return index
    left -= 1
  }
  return end
}

export function fits(text: string, bounds: Bounds): boolean {
  return boundOf(text, bounds) === text.length
}
