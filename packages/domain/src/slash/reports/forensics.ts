// Owns: the answers of /logs and /forensics: what the world still knows of an agent's last steps. The journal has the rest.

import type { Agent, AttentionItem, Call, Instant, World } from "@kibitz/contract"
import { breached } from "../../cost/budget.ts"
import { excerpt } from "../../kernel/excerpt.ts"
import { localTime, NO_ZONE } from "../../kernel/local-time.ts"
import { agentStatus } from "../../team/status.ts"
import { answer, type SlashEffect } from "../parts/command.ts"
import { isSince } from "../parts/since.ts"
import { count, usd } from "../parts/wording.ts"

/** One line about something that happened; null where the world does not know when. */
type Entry = { readonly at: Instant | null; readonly line: string }
/** An instant in the words of the user's clock. */
type Clock = (at: Instant) => string

export function logReport(world: World, agent: Agent, since: Instant | null, zone = NO_ZONE): SlashEffect {
  const clock: Clock = (at) => localTime(at, zone)
  const calls = callEntries(agent, since, (call) => `Call ${call.capability}: ${call.status}.`)
  const progress = agent.progress ? `Progress: ${agent.progress.percent} %. ${excerpt(agent.progress.note, 200)}`.trim() : null
  return answer(
    `${agent.name}: ${agentStatus(agent)}, ${count(agent.spell, "turn")} since ${clock(agent.createdAt)} (${zone}).`,
    ...within(since, clock, [
      ...turnEntries(agent, clock),
      ...calls,
      ...troubleEntries(agent, clock),
      ...(progress ? [{ at: null, line: progress }] : []),
    ]),
    `${count(agent.queue.length, "message")} and ${count(itemsOf(world, agent).length, "question")} wait.`,
  )
}

export function forensicReport(world: World, agent: Agent, since: Instant | null, zone = NO_ZONE): SlashEffect {
  const clock: Clock = (at) => localTime(at, zone)
  const reached = breached(world, agent)
  const { phase, permissionProfile, runControl } = agent.posture
  const entries: Entry[] = [
    ...turnEntries(agent, clock),
    ...callEntries(agent, since, (call) => callLine(call, clock)),
    ...troubleEntries(agent, clock),
    ...itemsOf(world, agent).map((item) => ({ at: item.at, line: itemLine(item, clock) })),
    ...(agent.taintedAt ? [{ at: agent.taintedAt, line: taintLine(clock(agent.taintedAt)) }] : []),
    ...agent.pendingSteers.map(({ at, axis, to, scope, reason }) => ({
      at,
      line: `${axis} ${to} waits for ${scope}${reason ? `: ${reason}` : ""}.`,
    })),
  ]
  return answer(
    `${agent.name} is in ${phase}, ${permissionProfile}, ${runControl}. Times are in ${zone}.`,
    ...within(since, clock, entries),
    ...(reached ? [`The limit of ${reached.holder.name} is reached: ${usd(reached.holder.limitUsd ?? 0)}.`] : []),
    ...Object.entries(agent.afterUnit).map(([axis, value]) => `${axis} goes back to ${value} when this unit ends.`),
    ...agent.commitments.map(({ command }) => `Has to pass before its work counts as done: ${excerpt(command)}`),
    ...(agent.silenced ? ["You asked not to be knocked for by it."] : []),
    "/audit shows every decision with its rule.",
  )
}

/** What is left out is counted: a short answer must not look like a quiet hour. */
function within(since: Instant | null, clock: Clock, entries: readonly Entry[]): string[] {
  if (since === null) return entries.map(({ line }) => line)
  const fitting = entries.filter(({ at }) => at !== null && isSince(at, since))
  const undated = entries.filter(({ at }) => at === null).length
  const older = entries.length - fitting.length - undated
  const left = [...(older > 0 ? [`${older} older`] : []), ...(undated > 0 ? [`${undated} whose time is not kept`] : [])]
  return [
    fitting.length === 0 ? `Nothing is known since ${clock(since)}.` : `Since ${clock(since)}:`,
    ...fitting.map(({ line }) => line),
    ...(left.length > 0 ? [`Left out: ${left.join(", ")}.`] : []),
  ]
}

function turnEntries({ turn, lastTurn, trouble, createdAt }: Agent, clock: Clock): Entry[] {
  if (!turn) {
    if (!lastTurn) return [{ at: createdAt, line: "It has not worked yet." }]
    const at = lastTurn.outcome === "failed" && trouble ? trouble.at : null
    return [{ at, line: `Last turn: ${lastTurn.outcome}${lastTurn.stopReason ? ` (${lastTurn.stopReason})` : ""}.` }]
  }
  const { id, step, attempt, model, status, startedAt } = turn
  const delay = status.kind === "delayed" ? ` until ${clock(status.until)} because of ${status.failure.kind}` : ""
  const how = `${status.kind}${delay}, ${count(step, "step")} done, attempt ${attempt}, model ${model}`
  return [{ at: startedAt, line: `Turn ${id} since ${clock(startedAt)}: ${how}.` }]
}

/** A call that is over keeps no time of its own: it is later than the turn's start, and how much later is not known. */
function callEntries({ turn }: Agent, since: Instant | null, line: (call: Call) => string): Entry[] {
  if (!turn) return []
  const ofTurn = since !== null && isSince(turn.startedAt, since) ? turn.startedAt : null
  return turn.calls.map((call) => ({ at: "since" in call ? call.since : ofTurn, line: line(call) }))
}

function taintLine(taintedAt: string): string {
  return `Since ${taintedAt} it has read text from the network that nobody vouches for.`
}

function troubleEntries({ trouble }: Agent, clock: Clock): Entry[] {
  if (!trouble) return []
  const { kind, message, status, requestId } = trouble.failure
  const details = [kind, ...(status === null ? [] : [`status ${status}`]), ...(requestId ? [`request ${requestId}`] : [])]
  return [{ at: trouble.at, line: `Trouble at ${clock(trouble.at)}: ${excerpt(message, 300)} (${details.join(", ")}).` }]
}

function callLine(call: Call, clock: Clock): string {
  const what = `Call ${call.id} ${call.capability} ${excerpt(JSON.stringify(call.input), 120)}`
  switch (call.status) {
    case "asked":
      return `${what}: waits for you since ${clock(call.since)}.`
    case "allowed":
      return `${what}: ${call.held ? "waits for its turn to run" : "running"} since ${clock(call.since)}.`
    case "blocked":
      return `${what}: blocked. ${excerpt(call.because, 300)}`
    case "finished":
      return `${what}: ${call.result.ok ? "done" : "failed"}${call.result.exitCode == null ? "" : `, exit ${call.result.exitCode}`}, ${count(call.result.bytes, "byte")}.`
  }
}

function itemLine(item: AttentionItem, clock: Clock): string {
  const at = clock(item.at)
  switch (item.kind) {
    case "approval":
    case "phase-request":
      return `Asks since ${at}: ${excerpt(item.title)}, ${excerpt(item.detail)}. ${excerpt(item.verdict.because, 300)} (rule ${item.verdict.rule})`
    case "question":
      return `Asks since ${at}: ${excerpt(item.question)}`
    case "knock":
      return `Knocked at ${at}: ${excerpt(item.reason)}`
    case "budget":
      return `Out of money since ${at}: ${usd(item.spentUsd)} of ${usd(item.limitUsd)}.`
    case "help":
      return `Needs help since ${at}: ${excerpt(item.reason)}`
    case "stuck":
      return `Stuck since ${at}: ${excerpt(item.detail)}`
    case "your-turn":
      return `Your turn since ${at}: ${excerpt(item.detail)}`
    case "result":
      return `Done since ${at}, ${item.verified ? "checked" : "not checked"}: ${excerpt(item.summary)}`
    case "provider":
      return `The provider, since ${at}: ${excerpt(item.message)}${item.until ? ` Until ${clock(item.until)}.` : ""}`
  }
}

function itemsOf(world: World, agent: Agent): AttentionItem[] {
  return Object.values(world.attention).filter(({ agentId }) => agentId === agent.id)
}
