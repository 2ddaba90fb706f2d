import {
  type Agent,
  type AttentionItem,
  type EventOf,
  fromInstant,
  type Instant,
  type ItemId,
  toInstant,
  type World,
} from "@kibitz/contract"

/** After a "not now" (ux 2.9). */
const KNOCK_AGAIN_MINUTES = 30

type AttentionEvent = EventOf<"attention.raised" | "attention.resolved" | "attention.snoozed">

export function evolveAttention(attention: World["attention"], event: AttentionEvent): World["attention"] {
  switch (event.type) {
    case "attention.raised":
      return { ...attention, [event.item.id]: event.item }
    case "attention.snoozed": {
      const item = attention[event.itemId]
      return item ? { ...attention, [event.itemId]: { ...item, snoozed: event.until } } : attention
    }
    case "attention.resolved": {
      const { [event.itemId]: _gone, ...rest } = attention
      return rest as Record<ItemId, AttentionItem>
    }
  }
}

/** An agent knows what waits on its behalf, so that nobody has to look through everything. */
export function withItem(agent: Agent, event: EventOf<"attention.raised" | "attention.resolved">, at: Instant): Agent {
  if (event.type === "attention.raised") {
    return agent.items.includes(event.item.id)
      ? { ...agent, items: [...agent.items] }
      : { ...agent, items: [...agent.items, event.item.id] }
  }
  const items = agent.items.filter((id) => id !== event.itemId)
  switch (event.outcome) {
    case "silenced":
      return { ...agent, items, silenced: true }
    case "declined":
      // A phase request is declined too; it is about a call.
      if (event.callId !== undefined) return { ...agent, items }
      return { ...agent, items, knockAfter: toInstant(fromInstant(at).add({ minutes: KNOCK_AGAIN_MINUTES })) }
    default:
      return { ...agent, items }
  }
}

/** Without an answer to these it stands still. */
const holdsStill: ReadonlySet<AttentionItem["kind"]> = new Set([
  "approval",
  "phase-request",
  "question",
  "help",
  "budget",
  "your-turn",
])

/** Nobody is called for what the user wants later (ux, principle 3): what it looks like follows from this, on every screen. */
export function withAsking(agent: Agent, attention: World["attention"]): Agent {
  const own = agent.items.flatMap((id) => attention[id] ?? [])
  const asking = own.filter(({ kind }) => holdsStill.has(kind))
  const putOff = asking.length > 0 && asking.every(({ snoozed }) => snoozed != null)
  const asks = own.some(({ tier, snoozed }) => tier <= 1 && snoozed == null)
  return putOff === (agent.putOff ?? false) && asks === agent.asks ? agent : { ...agent, putOff, asks }
}
