/** The word that a mistyped one most likely meant, or null when none is close. */
export function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known.map((candidate) => ({ candidate, edits: editDistance(word.toLowerCase(), candidate) }))
  const best = ranked.toSorted((a, b) => a.edits - b.edits)[0]
  if (best === undefined || best.edits > Math.ceil(best.candidate.length / 2)) return null
  return best.candidate
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
