// What replies cost, summed over recorded events one by one: the plain telling against which the query on disk is held.
import type { CostAgent, CostHour, CostReport, Instant, Recorded } from "@kibitz/contract"

export function costOf(events: readonly Recorded[]): CostReport {
  const hours = new Map<string, CostHour>()
  const agents = new Map<string, CostAgent>()
  for (const { at, event } of events) {
    if (event.type !== "turn.replied") continue
    const { usage } = event.reply
    const inputTokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
    const costUsd = event.costUsd ?? 0
    const began = `${at.slice(0, 13)}:00:00.000Z` as Instant
    const hour = hours.get(began) ?? { at: began, costUsd: 0, inputTokens: 0, outputTokens: 0 }
    hours.set(began, {
      at: began,
      costUsd: hour.costUsd + costUsd,
      inputTokens: hour.inputTokens + inputTokens,
      outputTokens: hour.outputTokens + usage.outputTokens,
    })
    const agent = agents.get(event.agentId) ?? { agentId: event.agentId, costUsd: 0, tokens: 0 }
    const tokens = agent.tokens + inputTokens + usage.outputTokens
    agents.set(event.agentId, { agentId: event.agentId, costUsd: agent.costUsd + costUsd, tokens })
  }
  return {
    hours: [...hours.values()].toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    agents: [...agents.values()].toSorted((a, b) => (a.agentId < b.agentId ? -1 : 1)),
  }
}
