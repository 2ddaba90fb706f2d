// Owns: where the keys are after somebody was chosen in the palette: in the card of what they need the user for, or where one writes.

import type { AgentId, ItemId } from "@kibitz/contract"
import type { AttentionEntry } from "@kibitz/domain"
import type { HasReplica, Places, Waiting } from "../../kernel/session/offers.ts"
import { waitingOf } from "../../kernel/slash/go-there.ts"
import { goToChat } from "../../kernel/ways/go-to-chat.ts"

/** The list is that of the moment it was opened: who asks only since then was chosen to be written to, and what is answered since has no card. */
export function goToAgent(
  session: HasReplica & Waiting & Places,
  { agentId, asks }: { readonly agentId: AgentId; readonly asks: boolean },
): void {
  const { world } = session.replica.world.getState()
  const items = world && asks ? toAnswer(session.desk.order(world), agentId) : []
  if (items.length === 0) goToChat(session, agentId)
  else session.walk.to(agentId, items)
}

/** What the list counts as "for you", the most urgent first: what is only to be read, or has no need of an answer, leads to no card. */
export function toAnswer(order: readonly AttentionEntry[], agentId: AgentId): readonly ItemId[] {
  const asked = order.filter(({ lead }) => lead.tier <= 1)
  return waitingOf(asked, agentId, null).map(({ id }) => id)
}
