// Owns: the answers of /cost and /session-report. Totals are the world's; what falls into a stretch of time is summed from the journal.
import { type Agent, type CostReport, type Instant, noUsage, type Usage, type World } from "@kibitz/contract"
import { remainingUsd } from "../../cost/budget.ts"
import { localTime, NO_ZONE, startOfDay } from "../../kernel/local-time.ts"
import { type Lookup, spentSince } from "../../kernel/lookups.ts"
import { allAgents, findAgent } from "../../team/agents.ts"
import { answer, type SlashEffect, type SlashNow } from "../parts/command.ts"
import { count, tokens, usd } from "../parts/wording.ts"

const LISTED = 10
const ESTIMATE = "By the price table in the settings; the provider's bill decides."

export function costReport(world: World, agent: Agent): SlashEffect {
  const left = remainingUsd(world, agent)
  return answer(
    `${agent.name}: ${usd(agent.spentUsd)} itself, ${usd(agent.spentBelowUsd)} by those below it.`,
    `Tokens: ${tokens(agent.usage)}.`,
    agent.limitUsd === null ? "It has no limit of its own." : `Limit: ${usd(agent.limitUsd)} for both together.`,
    left === null ? "Nobody above it has one either." : `Left to spend: ${usd(left)}.`,
    ESTIMATE,
  )
}

export function projectCostReport(world: World): SlashEffect {
  return answer(...projectCost(world))
}

/** Since this run of Kibitz began. */
export function sessionCostReport(world: World, now: SlashNow): SlashEffect {
  const { sessionSince } = now
  const spent = sessionSince && spentSince(now, sessionSince)
  return spent ? spanReport(world, `This session, since ${minuteIn(sessionSince, now.zone)}`, spent) : unknown()
}

/** Since the user's midnight. */
export function todayCostReport(world: World, now: SlashNow): SlashEffect {
  const midnight = startOfDay(now.at, now.zone)
  const spent = spentSince(now, midnight)
  return spent ? spanReport(world, `Today, since ${minuteIn(midnight, now.zone)}`, spent) : unknown()
}

/** What these reports have to know from the journal. */
export function spentLookups(span: string, { at, zone, sessionSince }: SlashNow): readonly Lookup[] {
  if (span === "today") return [{ kind: "spent-since", since: startOfDay(at, zone) }]
  return span === "session" && sessionSince ? [{ kind: "spent-since", since: sessionSince }] : []
}

function spanReport(world: World, span: string, { hours, agents }: CostReport): SlashEffect {
  const sum = (of: "costUsd" | "inputTokens" | "outputTokens") => hours.reduce((total, hour) => total + hour[of], 0)
  if (agents.length === 0) return answer(`${span}: $0.00. Nobody has been answered.`)
  const dearest = agents.toSorted((a, b) => b.costUsd - a.costUsd || b.tokens - a.tokens)
  return answer(
    `${span}: ${usd(sum("costUsd"))} by ${count(agents.length, "agent")}.`,
    `Tokens: ${sum("inputTokens")} in, with what came from the cache and went there, ${sum("outputTokens")} out.`,
    ...dearest
      .slice(0, LISTED)
      .map(
        ({ agentId, costUsd, tokens: used }) => `${findAgent(world, agentId)?.name ?? agentId}: ${usd(costUsd)}, ${used} tokens.`,
      ),
    ...(dearest.length > LISTED ? [`${count(dearest.length - LISTED, "more agent")} with smaller sums.`] : []),
    ESTIMATE,
  )
}

function unknown(): SlashEffect {
  return answer("What was spent in a stretch of time is in the journal, which is not at hand here.")
}

function minuteIn(at: Instant, zone = NO_ZONE): string {
  return `${localTime(at, zone, "minute")} (${zone})`
}

function projectCost(world: World): string[] {
  const agents = allAgents(world)
  const { spentUsd, usage } = total(agents)
  const dearest = [...agents].filter((agent) => agent.spentUsd > 0).sort((a, b) => b.spentUsd - a.spentUsd)
  return [
    `This project: ${usd(spentUsd)} by ${count(agents.length, "agent")} in ${count(
      agents.reduce((sum, { spell }) => sum + spell, 0),
      "turn",
    )}.`,
    `Tokens: ${tokens(usage)}.`,
    ...dearest.slice(0, LISTED).map(({ name, spentUsd: own, spell }) => `${name}: ${usd(own)} in ${count(spell, "turn")}.`),
    ...(dearest.length > LISTED ? [`${count(dearest.length - LISTED, "more agent")} with smaller sums.`] : []),
    ESTIMATE,
  ]
}

export function total(agents: readonly Agent[]): { spentUsd: number; usage: Usage } {
  return {
    spentUsd: agents.reduce((sum, agent) => sum + agent.spentUsd, 0),
    usage: agents.reduce((sum, { usage }) => added(sum, usage), noUsage),
  }
}

function added(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    estimated: one.estimated || other.estimated,
  }
}
