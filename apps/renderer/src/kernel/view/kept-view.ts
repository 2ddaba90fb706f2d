// Owns: what of the view is still there at the next start: tabs and slots, and whom the user was with last. Nobody is joined (OPM-11).
import { AgentId } from "@kibitz/contract"
import { z } from "zod"
import type { Keep } from "../keep/keep.ts"
import { openingView, type View } from "./view.ts"

const KEY = "kibitz.view"
const Kept = z.object({
  last: AgentId.nullable(),
  tabs: z.array(AgentId).max(200),
  slots: z.array(z.object({ agentId: AgentId, slot: z.int().min(1).max(9) })).max(9),
})

/** `last`: whom Enter rejoins; null when the user was with nobody yet. */
export function readView(keep: Keep, root: AgentId): { readonly view: View; readonly last: AgentId | null } {
  try {
    const kept = Kept.safeParse(JSON.parse(keep.getItem(KEY) ?? "null"))
    if (!kept.success) return { view: openingView(root), last: null }
    const { last, tabs, slots } = kept.data
    return { view: openingView(last ?? root, tabs, slots), last }
  } catch {
    // Kept by something else, or not at all: as at a first start.
  }
  return { view: openingView(root), last: null }
}

export function keepView(keep: Keep, { tabs, slots }: View, last: AgentId | null): void {
  try {
    keep.setItem(KEY, JSON.stringify({ last, tabs, slots }))
  } catch {
    // The next start has no tabs.
  }
}
