import type { AttentionItem, EventOf, ItemId, World } from "@kibitz/contract"

type AttentionEvent = EventOf<"attention.raised" | "attention.resolved" | "approval.armed">

export function evolveAttention(attention: World["attention"], event: AttentionEvent): World["attention"] {
  switch (event.type) {
    case "attention.raised":
      return { ...attention, [event.item.id]: event.item }
    case "approval.armed": {
      const item = attention[event.itemId]
      return item?.kind === "approval" ? { ...attention, [event.itemId]: { ...item, armedUntil: event.until } } : attention
    }
    case "attention.resolved": {
      const { [event.itemId]: _gone, ...rest } = attention
      return rest as Record<ItemId, AttentionItem>
    }
  }
}
