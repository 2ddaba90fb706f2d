// Owns: the answers of /status, /parallel and /queue. Every number is the world's; what it does not know is not said.

import type { Agent, AgentStatus, AttentionItem, World } from "@kibitz/contract"
import { excerpt } from "../../kernel/excerpt.ts"
import { localTime, NO_ZONE } from "../../kernel/local-time.ts"
import { modelFor } from "../../posture/model-for.ts"
import { postureLine } from "../../posture/words.ts"
import { allAgents } from "../../team/agents.ts"
import { agentStatus } from "../../team/status.ts"
import { answer, type SlashEffect } from "../parts/command.ts"
import { count, usd } from "../parts/wording.ts"
import { total } from "./cost-report.ts"
import { auditLine, connectionLine, sandboxLine } from "./doctor.ts"

const LISTED = 10
const statusWords: Readonly<Record<AgentStatus, string>> = {
  working: "working",
  "waiting-api": "waiting for the provider",
  "waiting-child": "waiting for its team",
  "waiting-parent": "waiting for the one above",
  "needs-you": "waiting for you",
  "put-off": "put off by you",
  stopped: "about to go on",
  verifying: "being checked",
  paused: "paused",
  stuck: "stuck",
  failed: "failed",
  unverifiable: "without a sign of life",
  done: "done",
  waiting: "idle",
  dismissed: "dismissed",
}
const itemWords: Readonly<Record<AttentionItem["kind"], string>> = {
  approval: "approval",
  "phase-request": "phase request",
  question: "question",
  knock: "knock",
  budget: "reached budget",
  help: "call for help",
  stuck: "stuck agent",
  "your-turn": "turn of yours",
  result: "result to read",
  provider: "word of the provider",
}

const atRest: ReadonlySet<AgentStatus> = new Set(["waiting", "done", "dismissed"])

export function statusReport(world: World, agent: Agent): SlashEffect {
  const agents = allAgents(world)
  const items = Object.values(world.attention)
  const named = agent.model === null ? "" : ", which you named"
  return answer(
    `${count(agents.length, "agent")}: ${byStatus(agents)}.`,
    `${agent.name}: ${postureLine(agent.posture)}, in ${agent.posture.phase}; model ${modelFor(world.settings, agent).model}${named}.`,
    items.length === 0 ? "Nobody needs you." : `Waiting for you: ${tally(items, ({ kind }) => itemWords[kind]).join(", ")}.`,
    connectionLine(world),
    sandboxLine(world),
    auditLine(world),
    `Spent in this project: ${usd(total(agents).spentUsd)}.`,
  )
}

/** Everybody who is not idle. Working ones first told by what they do, then by how far they say they are. */
export function workReport(world: World, zone = NO_ZONE): SlashEffect {
  const busy = allAgents(world).filter((agent) => !atRest.has(agentStatus(agent)))
  if (busy.length === 0) return answer("Nobody is at work.")
  return answer(
    `${byStatus(busy)}. Times are in ${zone}.`,
    ...busy.slice(0, LISTED * 3).map((agent) => workLine(agent, zone)),
    ...(busy.length > LISTED * 3 ? [`${count(busy.length - LISTED * 3, "more agent")}.`] : []),
  )
}

/** Those at work first, in an order that does not depend on who was found first. */
function byStatus(agents: readonly Agent[]): string {
  const order = Object.keys(statusWords)
  const sorted = agents.toSorted((a, b) => order.indexOf(agentStatus(a)) - order.indexOf(agentStatus(b)))
  return tally(sorted, (agent) => statusWords[agentStatus(agent)]).join(", ")
}

function workLine(agent: Agent, zone: string): string {
  const { name, turn, trouble, progress, assignment } = agent
  const call = turn?.calls.find(({ status }) => status === "allowed" || status === "asked")
  const parts = [
    statusWords[agentStatus(agent)],
    ...(turn ? [`since ${localTime(turn.startedAt, zone)}`] : []),
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

function tally<Item>(items: readonly Item[], word: (item: Item) => string): string[] {
  return Object.entries(Object.groupBy(items, word)).map(([name, group]) => `${group?.length ?? 0} ${name}`)
}
