// Owns: summing what replies cost, by hour and by agent, from the events themselves.
// There is no index by time: numbers grow with time, so the first event of the stretch is found by halving, and only what follows is read.
import {
  AgentId,
  type CostAgent,
  type CostHour,
  type CostReport,
  type EventDecoder,
  type Instant,
  type Seq,
  UnknownEvent,
  Usage,
} from "@kibitz/contract"
import type Database from "better-sqlite3"
import { z } from "zod"
import { damaged } from "./failure.ts"
import { asUnreadable, type EventRow, refuseDamaged, toRecorded } from "./rows.ts"

type Found = [...EventRow, facts: string]
const Facts = z.tuple([AgentId, z.number().nullable(), Usage])
type Facts = z.infer<typeof Facts>

// SQLite takes the fields out of a reply of the current version, all three in one look: parsing the whole of it here takes longer. The row comes along for its
// checksum, without which a flipped bit would be a price that nobody paid.
const replies = `
  select *, json_extract(payload, '$.agentId', '$.costUsd', '$.reply.usage')
  from events where seq >= ? and seq <= ? and at >= ? and (type = 'turn.replied' or type glob 'turn.replied@*') order by seq`

export function costReader(
  db: Database.Database,
  file: string,
  decoder: EventDecoder,
): (since: Instant, last: Seq) => CostReport {
  const found = db.prepare<[Seq, Seq, Instant], Found>(replies).raw()
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

  function factsOf([seq, at, name, transcriptOf, previous, bytes, checksum, payload, facts]: Found): Facts {
    const row: EventRow = [seq, at, name, transcriptOf, previous, bytes, checksum, payload]
    refuseDamaged(file, row)
    try {
      if (decoder.isCurrent(seq, name)) return Facts.parse(JSON.parse(facts))
    } catch (cause) {
      throw cause instanceof UnknownEvent
        ? asUnreadable(file, cause)
        : damaged(file, `entry ${seq} has no price that can be read`, cause)
    }
    const { event } = toRecorded(file, row, decoder)
    if (event.type !== "turn.replied") throw damaged(file, `entry ${seq} is no reply`)
    return [event.agentId, event.costUsd ?? null, event.reply.usage]
  }

  return (since, last) => {
    const hours = new Map<string, CostHour>()
    const agents = new Map<AgentId, CostAgent>()
    for (const row of found.iterate(firstSince(since, last), last, since)) {
      const [, repliedAt] = row
      const [agentId, costUsd, usage] = factsOf(row)
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
