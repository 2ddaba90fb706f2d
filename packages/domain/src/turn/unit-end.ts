// Owns: what the end of a unit means: what its last words declare (SIG-1), whether that is true (OPM-8), and who has to know.

import type { Agent, CheckOutcome, Event, World } from "@kibitz/contract"
import { dismissing } from "../agent/lifecycle.ts"
import { raised, settleItems } from "../attention/items.ts"
import { openQuestions } from "../attention/open-questions.ts"
import type { Moment } from "../kernel/outcome.ts"
import { reportUp } from "../message/report-up.ts"
import { getStuck } from "../perseverance/stuck.ts"
import { isLookedAt } from "../presence/decide.ts"
import { dropQuestions } from "../question/in-chat.ts"
import { readSignals, withoutSignals } from "../signals/read-signals.ts"
import { putAgent } from "../team/agents.ts"
import { moveTo } from "../team/standing.ts"
import { subtree } from "../team/subtree.ts"
import { proofOf } from "../verification/proof.ts"
import { checksFor, verificationBrief } from "../verification/verify.ts"
import { beginWork } from "./work.ts"

const SUMMARY = 280

/** The turn is over, nothing in the queue begins another, and this was said last. `world` is the one without the turn. */
export function unitEnded(world: World, agent: Agent, said: string, moment: Moment): Event[] {
  const { end, progress, resolved: isResolved } = readSignals(said, world.settings.completionSignal)
  const events: Event[] = []
  if (progress !== null) {
    events.push({
      type: "agent.progressed",
      agentId: agent.id,
      percent: progress,
      note: agent.progress?.note ?? "",
      milestone: false,
    })
  }
  if (isResolved) {
    const note = "It says that it is resolved."
    events.push(...settleItems(world, agent, ["help", "stuck"], "resumed", note), ...dropQuestions(world, agent, note))
  }
  switch (end?.kind) {
    case "complete": {
      // Whoever still waits for an answer is not done, whatever it says (OPM-8).
      if (!isResolved && openQuestions(world, agent).length > 0) return [...events, ...yourTurn(world, agent, said, moment)]
      const checks = checksFor(world, agent, moment)
      if (checks.length > 0) return [...events, ...beginWork(world, agent, verificationBrief(checks, said), moment)]
      return [...events, ...isDone(world, agent, [], said, moment)]
    }
    case "blocked":
      return [
        ...events,
        ...getStuck(agent, { why: "blocked", detail: end.reason }, moment),
        ...reportUp(world, agent, said, "is blocked", moment),
      ]
    case "needs-help":
      return [...events, raised(agent, { kind: "help", tier: 1, reason: end.reason }, moment)]
    default:
      return [...events, ...yourTurn(world, agent, said, moment)]
  }
}

/** Every stop in a chat is told, in place where the user looks (OPM-4). */
export function stopsInChat(world: World, agent: Agent, said: string, moment: Moment): Event[] {
  if (!agent.presence || isLookedAt(world, agent)) return []
  const detail = excerpt(said, world.settings.completionSignal)
  return [raised(agent, { kind: "your-turn", tier: 3, why: "stopped", detail }, moment)]
}

/** One unit at a time waits for a look (AXS-7). */
export function yourTurn(world: World, agent: Agent, said: string, moment: Moment): Event[] {
  if (agent.presence) return stopsInChat(world, agent, said, moment)
  if (agent.posture.runControl === "autonomous" || (agent.assignment === null && !agent.addressed)) return []
  const detail = excerpt(said, world.settings.completionSignal)
  return [raised(agent, { kind: "your-turn", tier: 3, why: "unit", detail }, moment)]
}

/** It says that it is done, and this is what the checks have shown. */
export function isDone(world: World, agent: Agent, checks: readonly CheckOutcome[], said: string, moment: Moment): Event[] {
  const { verified: isVerified, because, told: toldAs } = proofOf(checks)
  const summary = excerpt(said, world.settings.completionSignal)
  const moved = moveTo(agent, { kind: "done", at: moment.at, verified: isVerified, summary }, because)
  if (moved.length === 0) return []
  const unread = isLookedAt(world, agent)
    ? []
    : [raised(agent, { kind: "result", tier: 4, verified: isVerified, because, summary }, moment)]
  const told = reportUp(world, agent, said, toldAs, moment)
  const ended = { ...world, agents: putAgent(world.agents, agent) }
  const goes =
    agent.whenDone === "dismiss" && agent.parentId !== null && !subtree(ended, agent.id).some(({ presence }) => presence)
  const gone = goes ? dismissing(ended, agent, "Its work is done.", moment) : []
  return [...moved, ...(gone.length > 0 ? [] : unread), ...told, ...gone]
}

/** The last paragraph that says something besides the signal. */
function excerpt(said: string, tag: string): string {
  const paragraphs = withoutSignals(said, tag).text.split(/\n\s*\n/)
  const line = paragraphs.map((one) => one.replace(/\s+/g, " ").trim()).findLast((one) => one !== "") ?? ""
  return line.length > SUMMARY ? `${line.slice(0, SUMMARY)}…`.toWellFormed() : line
}
