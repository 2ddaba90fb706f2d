// Owns: the tab that appears at the end, not joined and not focused, when somebody knocks whose room has the user's standing consent (OPM-10).
import type { AgentId, ItemId, World } from "@kibitz/contract"
import type { StoreApi } from "zustand/vanilla"
import type { WorldState } from "../../kernel/replica/replica.ts"

/** A tab that the user has closed is not opened again by the same knock. */
export function openKnockedTabs(world: StoreApi<WorldState>, open: (agentId: AgentId) => void): void {
  const answered = new Set<ItemId>()
  let known: World["attention"] | undefined
  const look = ({ world: now }: WorldState) => {
    // Most of what happens changes nothing of what waits.
    if (!now || now.attention === known) return
    known = now.attention
    for (const item of Object.values(now.attention)) {
      if (item.kind !== "knock" || item.opensTab !== true || answered.has(item.id)) continue
      answered.add(item.id)
      open(item.agentId)
    }
  }
  look(world.getState())
  world.subscribe(look)
}
