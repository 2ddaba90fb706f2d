// Owns: raising an item for an agent, and ending what waits on its behalf.
import type { Agent, AttentionItem, CallId, Event, EventOf, ItemId, Surface, World } from "@kibitz/contract"
import type { Moment, Origin } from "../kernel/outcome.ts"

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

/** Ids come from outside: only what was put there counts. */
export function itemOf({ attention }: World, id: AttentionItem["id"]): AttentionItem | undefined {
  return Object.hasOwn(attention, id) ? attention[id] : undefined
}

/** How it was answered: over which surface, and what is allowed from now on. How long it had been in view is added to what the card ended. */
export type Answering = { readonly surface: Surface | null; readonly pattern?: string }
const byItself: Answering = { surface: null }

export function resolved(
  agent: Agent,
  { id: itemId, callId }: { readonly id: ItemId; readonly callId?: CallId | undefined },
  outcome: Extract<Event, { type: "attention.resolved" }>["outcome"],
  note: string,
  how: Answering = byItself,
): Event {
  const ofCall = callId ? { callId } : {}
  return { type: "attention.resolved", agentId: agent.id, itemId, outcome, note, visibleMs: 0, ...how, ...ofCall }
}

/** Whatever command a card was answered with, its end says over which surface and how long it had been in view (card law 10). */
export function withCard(events: readonly Event[], { card, surface }: Origin): readonly Event[] {
  if (!card) return events
  return events.map((event) =>
    event.type === "attention.resolved" && card.items.includes(event.itemId)
      ? { ...event, visibleMs: card.visibleMs, surface: event.surface ?? surface }
      : event,
  )
}
