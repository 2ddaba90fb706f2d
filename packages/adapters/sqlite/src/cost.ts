// Owns: summing what replies cost, by hour and by agent, from the events themselves.
// There is no index by time: numbers grow with time, so the first event of the stretch is found by halving, and only what follows is read.
import type { AgentId, CostAgent, CostHour, CostReport, Instant, Seq } from "@kibitz/contract"
import type Database from "better-sqlite3"
import { type EventRow, toRecorded } from "./rows.ts"

// SQLite could take the three fields out of the JSON itself, but it would not look at the checksum: a flipped bit would be a price that nobody paid.
const replies = "select * from events where seq >= ? and at >= ? and type = 'turn.replied' order by seq"

export function costReader(db: Database.Database, file: string): (since: Instant, last: Seq) => CostReport {
  const found = db.prepare<[Seq, Instant], EventRow>(replies).raw()
  const moment = db.prepare<[Seq], string>("select at from events where seq = ?").pluck()

  function firstSince(since: Instant, last: Seq): Seq {
    let low = 1
    let high = last + 1
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if ((moment.get(middle) ?? "") < since) low = middle + 1
      else high = middle
    }
    return low
  }

  return (since, last) => {
    const hours = new Map<string, CostHour>()
    const agents = new Map<AgentId, CostAgent>()
    for (const row of found.iterate(firstSince(since, last), since)) {
      const { at: repliedAt, event } = toRecorded(file, row)
      if (event.type !== "turn.replied") continue
      const { agentId, costUsd, reply } = event
      const { usage } = reply
      const input = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
      const at = `${repliedAt.slice(0, 13)}:00:00.000Z` as Instant
      const hour = hours.get(at) ?? { at, costUsd: 0, inputTokens: 0, outputTokens: 0 }
      hour.costUsd += costUsd ?? 0
      hour.inputTokens += input
      hour.outputTokens += usage.outputTokens
      hours.set(at, hour)
      const agent = agents.get(agentId) ?? { agentId, costUsd: 0, tokens: 0 }
      agent.costUsd += costUsd ?? 0
      agent.tokens += input + usage.outputTokens
      agents.set(agentId, agent)
    }
    return {
      hours: [...hours.values()].toSorted((a, b) => (a.at < b.at ? -1 : 1)),
      agents: [...agents.values()].toSorted((a, b) => (a.agentId < b.agentId ? -1 : 1)),
    }
  }
}
