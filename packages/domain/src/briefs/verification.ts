// Owns: the brief that finds out whether "done" is true (OPM-8, VER-1). No model is asked: Kibitz runs the checks itself, and what they amount to ends
// the unit.
import {
  type Agent,
  type CallId,
  CheckOutcome,
  type Event,
  type MessageId,
  VerificationInput,
  type World,
} from "@kibitz/contract"
import { defineWork, type Work } from "../brief/define.ts"
import { breached } from "../cost/budget.ts"
import { bug, type Moment } from "../kernel/outcome.ts"
import { startTurn } from "../message/start.ts"
import { noticed } from "../presence/decide.ts"
import { gapReport } from "../prompt/continuation.ts"
import { takesQueue } from "../turn/afterwards.ts"
import { isDone, yourTurn } from "../turn/unit-end.ts"
import { checksFor, outcomeOf, timeoutOf, verificationEnded } from "../verification/verify.ts"

type Verifying = Work<VerificationInput, CheckOutcome>

export const verification = defineWork<VerificationInput, CheckOutcome>({
  kind: "verification",
  byKibitz: true,
  cause: () => "verification",
  input: VerificationInput,
  finding: CheckOutcome,
  tools: ["bash"],
  next(world, agent, { input, found }) {
    const check = input.checks[found.length]
    if (!check) return null
    const { callId: id, command } = check
    return { id, capability: "bash", input: { command, timeoutSeconds: timeoutOf(world, agent, check) } }
  },
  find: ({ input, found }, ended) => outcomeOf(input.checks[found.length] ?? bug("a call that is no check has ended"), ended),
  onAnswer: verified,
  // Half a verification proves nothing. It is held to the checks of today; with none left, to those it had, or it would never come to an end.
  again(world, agent, { input }, moment) {
    const now = checksFor(world, agent, moment)
    const checks = now.length > 0 ? now : input.checks.map((check) => ({ ...check, callId: moment.id("call") as CallId }))
    return { ...input, checks }
  },
  tells: {
    begun: (agentId, { turn, input }) => ({ type: "verification.started", agentId, turnId: turn.id, ...input }),
    found: (agentId, { turn }, outcome) => ({ type: "verification.checked", agentId, turnId: turn.id, outcome }),
    cutOff: (agentId, { turn }) => ({ type: "verification.cut-off", agentId, turnId: turn.id }),
    ended: (agentId, { turn, found }) => verificationEnded(agentId, turn.id, [...found]),
  },
})

/** The checks are through. */
function verified(world: World, agent: Agent, { input, found }: Verifying, moment: Moment): Event[] {
  const hasFailed = found.some(({ required, result }) => required && result === "failed")
  const report = hasFailed ? gapReport({ at: moment.at, passed: false, checks: [...found] }, moment.id("msg")) : null
  const told = report === null ? [] : [noticed(agent, "verification", report, moment)]
  // A message that came meanwhile is taken first, and the agent has to say again whether it is done.
  if (takesQueue(world, agent)) {
    if (breached(world, agent)) return told
    const gap = report === null ? [] : [{ id: moment.id("msg") as MessageId, text: report, note: "verification" as const }]
    return startTurn(world, agent, [...gap, ...agent.queue], moment)
  }
  // A check that could not be run proves nothing either way: the agent is done, and the result says that it was not checked.
  if (report === null) return isDone(world, agent, found, input.said, moment)
  return [...told, ...yourTurn(world, agent, "Its checks failed.", moment)]
}
