const FARTHEST = 3

/** The word that takes the fewest changes of a letter to get to, if that is close enough to have been meant. */
export function nearest(typed: string, words: readonly string[]): string | null {
  // Nobody mistypes a command by a hundred letters, and the comparison costs length times length.
  if (typed.length > 40) return null
  let best: { word: string; distance: number } | null = null
  for (const word of words) {
    const isFar = Math.abs(word.length - typed.length) > FARTHEST
    const distance = word.startsWith(typed) ? 1 : isFar ? word.length + typed.length : editDistance(typed, word)
    if (!best || distance < best.distance) best = { word, distance }
  }
  return best && best.distance <= Math.max(1, Math.min(FARTHEST, Math.floor(typed.length / 3))) ? best.word : null
}

/** Insert, delete, replace, or swap two neighbours: each counts one. */
export function editDistance(from: string, to: string): number {
  const width = to.length + 1
  const cells = Array.from({ length: (from.length + 1) * width }, (_, at) =>
    at < width ? at : at % width === 0 ? at / width : 0,
  )
  const cell = (row: number, column: number) => cells[row * width + column] ?? 0
  for (let row = 1; row <= from.length; row += 1) {
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = cell(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwap ? cell(row - 2, column - 2) + 1 : replaced
      cells[row * width + column] = Math.min(cell(row - 1, column) + 1, cell(row, column - 1) + 1, replaced, swapped)
    }
  }
  return cell(from.length, to.length)
}
