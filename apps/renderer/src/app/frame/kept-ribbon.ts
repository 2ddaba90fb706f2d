// Owns: whether a line stood over the stage the last time, so that its place is kept free until the host has said whether it stands there again.
import type { Keep } from "../../kernel/keep/keep.ts"

const KEY = "kibitz.ribbon"

/** Whoever starts for the first time most likely has no key. */
export function keepsPlace(keep: Keep): boolean {
  try {
    return keep.getItem(KEY) !== "none"
  } catch {
    return true
  }
}

export function keepPlace(keep: Keep, isShown: boolean): void {
  try {
    keep.setItem(KEY, isShown ? "shown" : "none")
  } catch {
    // The stage moves once at the next start.
  }
}
