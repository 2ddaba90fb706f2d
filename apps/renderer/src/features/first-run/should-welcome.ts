// Owns: whether this is a first start, and whether the user has gone past the welcome before.
import type { World } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import type { Keep } from "../../kernel/keep/keep.ts"

const WELCOMED = "kibitz.welcomed"

/** Nobody was ever spoken to or started, and the user has not gone past the welcome before. */
export function shouldWelcome(world: World, keep: Keep): boolean {
  const agents = allAgents(world)
  return agents.length === 1 && agents.every(({ spell, addressed }) => spell === 0 && !addressed) && !isWelcomed(keep)
}

/** Said as soon as it is left in any way: it never comes twice by itself. */
export function welcomed(keep: Keep): void {
  try {
    keep.setItem(WELCOMED, "1")
  } catch {
    // It comes once more at the next start.
  }
}

export function isWelcomed(keep: Keep): boolean {
  try {
    return keep.getItem(WELCOMED) !== null
  } catch {
    return false
  }
}
