// Owns: what was chosen in the palette lately, kept over a restart.
import type { Keep } from "../../kernel/keep/keep.ts"

const KEPT = "kibitz.palette-recent"
const MOST = 12

export function readRecent(keep: Keep): readonly string[] {
  try {
    const kept: unknown = JSON.parse(keep.getItem(KEPT) ?? "[]")
    return Array.isArray(kept) ? kept.filter((key) => typeof key === "string").slice(0, MOST) : []
  } catch {
    return []
  }
}

export function remember(keep: Keep, key: string): void {
  try {
    keep.setItem(KEPT, JSON.stringify([key, ...readRecent(keep).filter((one) => one !== key)].slice(0, MOST)))
  } catch {
    // The list is in its usual order the next time.
  }
}
