import type { World } from "@kibitz/contract"
import type { AttentionEntry } from "@kibitz/domain"
import { useMemo } from "react"
import type { HasReplica, Waiting } from "../session/offers.ts"
import { useSession, useView, useWorld } from "../session/session-context.ts"
import { useCoarseNow } from "../ui/clock.ts"

const nothing: readonly AttentionEntry[] = []
type Ordered = { readonly now: unknown; readonly slots: unknown; readonly order: readonly AttentionEntry[] }

/** Rail, toasts, map and every chat ask for the same order: it is made once for all of them. */
const made = new WeakMap<World["attention"], Ordered>()

/** What waits, most urgent first. Ordered anew when something comes, goes or is put off, and every ten seconds for what has aged. */
export function useOrder(): readonly AttentionEntry[] {
  const { desk, replica } = useSession<HasReplica & Waiting>()
  const attention = useWorld(({ world }) => world?.attention)
  // Who has a slot counts a little more.
  const slots = useView((view) => view.slots)
  const now = useCoarseNow()
  return useMemo(() => {
    const { world } = replica.world.getState()
    if (!world || !attention) return nothing
    const known = made.get(attention)
    if (known?.now === now && known.slots === slots) return known.order
    const order = desk.order(world)
    made.set(attention, { now, slots, order })
    return order
  }, [desk, replica, attention, slots, now])
}
