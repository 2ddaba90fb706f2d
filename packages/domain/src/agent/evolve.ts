import { type Agent, type EventOf, type Instant, noUsage } from "@kibitz/contract"

export function founded(event: EventOf<"agent.founded">, at: Instant): Agent {
  return {
    id: event.agentId,
    name: event.name,
    parentId: event.parentId,
    createdAt: at,
    turn: null,
    trouble: null,
    queue: [],
    usage: noUsage,
    lastTurn: null,
    recentMessages: [],
    spell: 0,
  }
}
