// Owns: the answers of /logs and /forensics: what the world still knows of an agent's last steps. The journal has the rest.
import type { Agent, AttentionItem, Call, World } from "@kibitz/contract"
import { agentStatus } from "../agent/status.ts"
import { breached } from "../cost/budget.ts"
import { answer, type SlashEffect } from "./command.ts"
import { count, excerpt, usd } from "./wording.ts"

export function logReport(world: World, agent: Agent): SlashEffect {
  return answer(
    `${agent.name}: ${agentStatus(agent)}, ${count(agent.spell, "turn")} since ${agent.createdAt}.`,
    turnLine(agent),
    ...(agent.turn?.calls ?? []).map((call) => `Call ${call.capability}: ${call.status}.`),
    ...troubleLines(agent),
    ...(agent.progress ? [`Progress: ${agent.progress.percent} %. ${excerpt(agent.progress.note, 200)}`.trim()] : []),
    `${count(agent.queue.length, "message")} and ${count(itemsOf(world, agent).length, "question")} wait.`,
  )
}

export function forensicReport(world: World, agent: Agent): SlashEffect {
  const reached = breached(world, agent)
  const { phase, permissionProfile, runControl } = agent.posture
  return answer(
    `${agent.name} is in ${phase}, ${permissionProfile}, ${runControl}.`,
    turnLine(agent),
    ...(agent.turn?.calls ?? []).map((call) => callLine(call)),
    ...troubleLines(agent),
    ...itemsOf(world, agent).map(itemLine),
    ...(reached ? [`The limit of ${reached.holder.name} is reached: ${usd(reached.holder.limitUsd ?? 0)}.`] : []),
    ...(agent.taintedAt ? [`Since ${agent.taintedAt} it has read text from the network that nobody vouches for.`] : []),
    ...agent.pendingSteers.map(
      ({ axis, to, scope, reason }) => `${axis} ${to} waits for ${scope}${reason ? `: ${reason}` : ""}.`,
    ),
    ...Object.entries(agent.afterUnit).map(([axis, value]) => `${axis} goes back to ${value} when this unit ends.`),
    ...(agent.silenced ? ["You asked not to be knocked for by it."] : []),
    "/audit shows every decision with its rule.",
  )
}

function turnLine({ turn, lastTurn }: Agent): string {
  if (!turn) {
    if (!lastTurn) return "It has not worked yet."
    return `Last turn: ${lastTurn.outcome}${lastTurn.stopReason ? ` (${lastTurn.stopReason})` : ""}.`
  }
  const { id, step, attempt, model, status, startedAt } = turn
  const delay = status.kind === "delayed" ? ` until ${status.until} because of ${status.failure.kind}` : ""
  return `Turn ${id} since ${startedAt}: ${status.kind}${delay}, ${count(step, "step")} done, attempt ${attempt}, model ${model}.`
}

function troubleLines({ trouble }: Agent): string[] {
  if (!trouble) return []
  const { kind, message, status, requestId } = trouble.failure
  const details = [kind, ...(status === null ? [] : [`status ${status}`]), ...(requestId ? [`request ${requestId}`] : [])]
  return [`Trouble at ${trouble.at}: ${excerpt(message, 300)} (${details.join(", ")}).`]
}

function callLine(call: Call): string {
  const what = `Call ${call.id} ${call.capability} ${excerpt(JSON.stringify(call.input), 120)}`
  switch (call.status) {
    case "asked":
      return `${what}: waits for you since ${call.since}.`
    case "allowed":
      return `${what}: running since ${call.since}.`
    case "blocked":
      return `${what}: blocked. ${excerpt(call.because, 300)}`
    case "finished":
      return `${what}: ${call.result.ok ? "done" : "failed"}${call.result.exitCode == null ? "" : `, exit ${call.result.exitCode}`}, ${count(call.result.bytes, "byte")}.`
  }
}

function itemLine(item: AttentionItem): string {
  switch (item.kind) {
    case "approval":
    case "phase-request":
      return `Asks since ${item.at}: ${excerpt(item.title)}, ${excerpt(item.detail)}. ${excerpt(item.verdict.because, 300)} (rule ${item.verdict.rule})`
    case "question":
      return `Asks since ${item.at}: ${excerpt(item.question)}`
    case "knock":
      return `Knocked at ${item.at}: ${excerpt(item.reason)}`
    case "budget":
      return `Out of money since ${item.at}: ${usd(item.spentUsd)} of ${usd(item.limitUsd)}.`
  }
}

function itemsOf(world: World, agent: Agent): AttentionItem[] {
  return Object.values(world.attention).filter(({ agentId }) => agentId === agent.id)
}
