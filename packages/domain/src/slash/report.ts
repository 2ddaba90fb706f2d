// Owns: the answers of /status, /tasks, /queue, /cost and /session-report. Every number is the world's; what it does not know is not said.
import { type Agent, type AttentionItem, type Instant, noUsage, type Usage, type World } from "@kibitz/contract"
import { allAgents } from "../agent/agents.ts"
import { agentStatus } from "../agent/status.ts"
import { remainingUsd } from "../cost/budget.ts"
import { postureLine } from "../posture/words.ts"
import { modelFor } from "../prompt/model-for.ts"
import { answer, type SlashEffect } from "./command.ts"
import { auditLine, connectionLine, sandboxLine } from "./doctor.ts"
import { isSince, startOfDay } from "./since.ts"
import { count, excerpt, tokens, usd } from "./wording.ts"

const LISTED = 10
const statusWords = { working: "working", "needs-you": "waiting for you", paused: "paused", failed: "failed", waiting: "idle" }
const itemWords: Readonly<Record<AttentionItem["kind"], string>> = {
  approval: "approval",
  "phase-request": "phase request",
  question: "question",
  knock: "knock",
  budget: "reached budget",
}

export function statusReport(world: World, agent: Agent): SlashEffect {
  const agents = allAgents(world)
  const items = Object.values(world.attention)
  return answer(
    `${count(agents.length, "agent")}: ${tally(agents, (one) => statusWords[agentStatus(one)]).join(", ")}.`,
    `${agent.name}: ${postureLine(agent.posture)}, in ${agent.posture.phase}; model ${modelFor(world.settings, agent).model}.`,
    items.length === 0 ? "Nobody needs you." : `Waiting for you: ${tally(items, ({ kind }) => itemWords[kind]).join(", ")}.`,
    connectionLine(world),
    sandboxLine(world),
    auditLine(world),
    `Spent in this project: ${usd(total(agents).spentUsd)}.`,
  )
}

/** Everybody who is not idle. Working ones first told by what they do, then by how far they say they are. */
export function workReport(world: World): SlashEffect {
  const busy = allAgents(world).filter((agent) => agentStatus(agent) !== "waiting")
  if (busy.length === 0) return answer("Nobody is at work.")
  return answer(
    `${tally(busy, (agent) => statusWords[agentStatus(agent)]).join(", ")}.`,
    ...busy.slice(0, LISTED * 3).map(workLine),
    ...(busy.length > LISTED * 3 ? [`${count(busy.length - LISTED * 3, "more agent")}.`] : []),
  )
}

function workLine(agent: Agent): string {
  const { name, turn, trouble, progress, assignment } = agent
  const call = turn?.calls.find(({ status }) => status === "allowed" || status === "asked")
  const parts = [
    statusWords[agentStatus(agent)],
    ...(turn ? [`since ${turn.startedAt}`] : []),
    ...(call ? [call.capability] : []),
    ...(trouble ? [excerpt(trouble.failure.message)] : []),
    ...(progress ? [`${progress.percent} %`] : []),
    ...(assignment ? [excerpt(assignment)] : []),
  ]
  return `${name}: ${parts.join(", ")}.`
}

export function queueReport(world: World, agent: Agent): SlashEffect {
  const next = [...agent.queue].sort((a, b) => Number(b.delivery === "now") - Number(a.delivery === "now"))
  const others = allAgents(world).filter(({ id, queue }) => id !== agent.id && queue.length > 0)
  const longest = others.sort((a, b) => b.queue.length - a.queue.length).slice(0, LISTED)
  return answer(
    next.length === 0 ? `Nothing waits for ${agent.name}.` : `Next up for ${agent.name}:`,
    ...next.map(({ text, delivery }, at) => `${at + 1}. ${excerpt(text)}${delivery === "now" ? " (at the next step)" : ""}`),
    ...agent.pendingSteers.map(({ axis, to, scope }) => `Change that waits: ${axis} ${to}, ${scope}.`),
    ...longest.map(({ name, queue }) => `${name}: ${count(queue.length, "message")}.`),
    ...(others.length > LISTED ? [`${count(others.length - LISTED, "more agent")} with messages that wait.`] : []),
  )
}

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

/** The world counts per agent, from its first day on. What a session cost is in no figure it keeps, and it says so. */
export function sessionCostReport(world: World, agent: Agent): SlashEffect {
  const began = allAgents(world).reduce((first, { createdAt }) => (createdAt < first ? createdAt : first), agent.createdAt)
  return answer(
    `A session is not counted by itself. This covers everything since the project began, ${began}.`,
    ...projectCost(world),
  )
}

/** Exact for agents that were started today; for the others only the whole is known, which bounds their part of today. */
export function todayCostReport(world: World, now: Instant): SlashEffect {
  const today = startOfDay(now)
  const { young = [], old = [] } = Object.groupBy(allAgents(world), (agent) =>
    isSince(agent.createdAt, today) ? "young" : "old",
  )
  const since = total(young)
  const before = total(old)
  return answer(
    `Today since 00:00 UTC, by the ${count(young.length, "agent")} started today: ${usd(since.spentUsd)}.`,
    `Tokens: ${tokens(since.usage)}.`,
    isNothing(before)
      ? "Nobody started earlier has used anything, so that is all of today."
      : `${count(old.length, "agent")} started earlier: ${usd(before.spentUsd)} since they began. How much of that is today's is not kept: today is at most ${usd(since.spentUsd + before.spentUsd)}.`,
    ESTIMATE,
  )
}

function isNothing({ spentUsd, usage }: ReturnType<typeof total>): boolean {
  return spentUsd === 0 && usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens === 0
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

const ESTIMATE = "By the price table in the settings; the provider's bill decides."

function total(agents: readonly Agent[]): { spentUsd: number; usage: Usage } {
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

function tally<Item>(items: readonly Item[], word: (item: Item) => string): string[] {
  return Object.entries(Object.groupBy(items, word)).map(([name, group]) => `${group?.length ?? 0} ${name}`)
}
