// Owns: raising an item for an agent, and ending what waits on its behalf.
import type { Agent, AttentionItem, Event, EventOf, ItemId, World } from "@kibitz/contract"
import { resolved } from "../call/ask.ts"
import type { Moment } from "../outcome.ts"

type NewItem<Item> = Item extends AttentionItem ? Omit<Item, "id" | "agentId" | "at"> : never

export function raised(agent: Agent, item: NewItem<AttentionItem>, moment: Moment): Event {
  const id = moment.id("item") as ItemId
  const whole = { ...item, id, agentId: agent.id, at: moment.at } as AttentionItem
  return { type: "attention.raised", agentId: agent.id, item: whole }
}

/** Ends what waits of these kinds on this agent's behalf. */
export function settleItems(
  world: World,
  agent: Agent,
  kinds: readonly AttentionItem["kind"][],
  outcome: EventOf<"attention.resolved">["outcome"],
  note: string,
): Event[] {
  return agent.items.flatMap((id) => {
    const item = world.attention[id]
    return item && kinds.includes(item.kind) ? [resolved(agent, item, outcome, note)] : []
  })
}
