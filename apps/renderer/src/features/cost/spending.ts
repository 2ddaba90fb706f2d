// Owns: what was spent, made ready to be looked at: every hour of the stretch, and every agent with what those below it have spent.
import {
  type AgentId,
  type CostHour,
  type CostReport,
  fromInstant,
  type Instant,
  toInstant,
  type Usage,
  type World,
} from "@kibitz/contract"
import { allAgents, findAgent } from "@kibitz/domain"

const HOUR_MS = 3_600_000

/** Hours without a reply are hours too: left out, a quiet night would look like a busy one. */
export function everyHour(report: CostReport, since: Instant, hours: number): readonly CostHour[] {
  const known = new Map(report.hours.map((hour) => [hour.at, hour]))
  const first = fromInstant(since).epochMilliseconds
  return Array.from({ length: hours }, (_, index) => {
    const at = toInstant(Temporal.Instant.fromEpochMilliseconds(first + index * HOUR_MS))
    return known.get(at) ?? { at, costUsd: 0, inputTokens: 0, outputTokens: 0 }
  })
}

export type Measure = "money" | "tokens"

export function amountOf(hour: CostHour, measure: Measure): number {
  return measure === "money" ? hour.costUsd : hour.inputTokens + hour.outputTokens
}

export type AgentSpending = {
  readonly agentId: AgentId
  readonly name: string
  /** In the stretch that is looked at: its own, and with all below it. */
  readonly recentUsd: number
  readonly recentTeamUsd: number
  readonly recentTokens: number
  readonly recentTeamTokens: number
  /** Since it came to be. */
  readonly ownUsd: number
  readonly teamUsd: number
  readonly ownTokens: number
  readonly teamTokens: number
}

const nothing = { costUsd: 0, tokens: 0 }

/** The columns of one stretch come from one report, so that Jake with all below him is the sum above the table. */
export function spendingOf(world: World, report: CostReport): readonly AgentSpending[] {
  const recent = new Map(report.agents.map((agent) => [agent.agentId, agent]))
  const agents = allAgents(world)
  const below = rollUp(world, agents, recent)
  return agents.map(({ id, name, spentUsd, spentBelowUsd, usage }) => {
    const own = recent.get(id) ?? nothing
    const team = below.get(id) ?? nothingBelow
    return {
      agentId: id,
      name,
      recentUsd: own.costUsd,
      recentTeamUsd: team.usd,
      recentTokens: own.tokens,
      recentTeamTokens: team.recentTokens,
      ownUsd: spentUsd,
      teamUsd: spentUsd + spentBelowUsd,
      ownTokens: tokensOf(usage),
      teamTokens: team.tokens,
    }
  })
}

type Below = { usd: number; recentTokens: number; tokens: number }
const nothingBelow: Below = { usd: 0, recentTokens: 0, tokens: 0 }

type Agents = ReturnType<typeof allAgents>

/** From the leaves up, without going down again for each: ten thousand agents are one walk. */
function rollUp(
  world: World,
  agents: Agents,
  recent: ReadonlyMap<AgentId, { readonly costUsd: number; readonly tokens: number }>,
): ReadonlyMap<AgentId, Below> {
  const sums = new Map(
    agents.map(({ id, usage }): [AgentId, Below] => {
      const { costUsd: usd, tokens: recentTokens } = recent.get(id) ?? nothing
      return [id, { usd, recentTokens, tokens: tokensOf(usage) }]
    }),
  )
  const depths = new Map<AgentId, number>()
  const depthOf = (id: AgentId): number => {
    const way: AgentId[] = []
    let at: AgentId | null = id
    while (at !== null && !depths.has(at)) {
      way.push(at)
      at = findAgent(world, at)?.parentId ?? null
    }
    let depth = at === null ? -1 : (depths.get(at) ?? -1)
    for (const one of way.toReversed()) depths.set(one, ++depth)
    return depths.get(id) ?? 0
  }
  for (const { id, parentId } of agents.toSorted((a, b) => depthOf(b.id) - depthOf(a.id))) {
    const sum = sums.get(id)
    const above = parentId === null ? undefined : sums.get(parentId)
    if (!sum || !above) continue
    above.usd += sum.usd
    above.recentTokens += sum.recentTokens
    above.tokens += sum.tokens
  }
  return sums
}

function tokensOf(usage: Usage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens
}

export type SortKey = Exclude<keyof AgentSpending, "agentId">
export type Sort = { readonly by: SortKey; readonly isUp: boolean }

/** Names begin at A, amounts at the largest; the same column again turns it round. */
export function sortedBy(sort: Sort, by: SortKey): Sort {
  return sort.by === by ? { by, isUp: !sort.isUp } : { by, isUp: by === "name" }
}

export function inOrder(rows: readonly AgentSpending[], { by, isUp }: Sort): readonly AgentSpending[] {
  const names = new Intl.Collator("en", { numeric: true })
  const compare = (a: AgentSpending, b: AgentSpending): number =>
    by === "name" ? names.compare(a.name, b.name) : a[by] - b[by] || names.compare(b.name, a.name)
  return rows.toSorted((a, b) => (isUp ? compare(a, b) : compare(b, a)))
}

/** A round figure just above the largest, so that the scale can be read: 1, 2 or 5 and zeros. */
export function scaleTop(largest: number): number {
  if (largest <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(largest))
  return ([1, 2, 5, 10].find((step) => largest <= step * power * (1 + 1e-9)) ?? 10) * power
}
