// Owns: finding out whether "done" is true (OPM-8, VER-1). The checks are run by Kibitz, one after the other, through the gate, with the
// rights of the agent they are about; the agent itself has no hand in it.
import type {
  Agent,
  Call,
  CallId,
  Check,
  CheckOutcome,
  Event,
  EventOf,
  Json,
  QualityCommand,
  Turn,
  TurnId,
  World,
} from "@kibitz/contract"
import { judgeCall } from "../call/decide.ts"
import type { Moment } from "../kernel/outcome.ts"
import { isProved } from "./proof.ts"

/** The end of an output is where a failure says what it is. */
const TAIL = 1_500
/** What is reported to the one it works for. */
const LONGEST_SAID = 4_000

/** Of the project, in their order. They hold for tasks, not for talk. */
export function projectChecks({ settings }: World, { assignment }: Agent): readonly QualityCommand[] {
  return assignment === null ? [] : settings.qualityCommands.toSorted((a, b) => a.order - b.order)
}

/** Its own promises first, then those of the project. */
export function checksFor(world: World, agent: Agent, moment: Moment): Check[] {
  const callId = () => moment.id("call") as CallId
  const promised = agent.commitments.map(
    ({ command }): Check => ({ callId: callId(), name: command, command, required: true, source: "commitment" }),
  )
  return [
    ...promised,
    ...projectChecks(world, agent).map(
      ({ name, command, required }): Check => ({ callId: callId(), name, command, required, source: "quality" }),
    ),
  ]
}

export function startVerification(world: World, agent: Agent, checks: Check[], said: string, moment: Moment): Event[] {
  const turnId = moment.id("turn") as TurnId
  const cut = said.length > LONGEST_SAID ? `…${said.slice(-LONGEST_SAID)}`.toWellFormed() : said
  return [
    { type: "verification.started", agentId: agent.id, turnId, checks, said: cut },
    ...runNext(world, agent, turnId, checks, [], moment),
  ]
}

/** Once a check has ended: the next one, or what they amount to. `ended` holds the output, which the world does not keep. */
export function advanceVerification(
  world: World,
  agent: Agent,
  turn: Turn,
  ended: EventOf<"call.finished" | "call.blocked">,
  moment: Moment,
): Event[] {
  const check = turn.checks.find(({ callId }) => callId === ended.callId)
  if (!check || turn.status.kind === "stopping") return []
  const outcome = outcomeOf(check, ended)
  const outcomes = [...turn.outcomes, outcome]
  const checked: Event = { type: "verification.checked", agentId: agent.id, turnId: turn.id, outcome }
  const next = runNext(world, agent, turn.id, turn.checks, outcomes, moment)
  if (next.length > 0) return [checked, ...next]
  return [checked, verificationEnded(agent, turn.id, outcomes)]
}

export function verificationEnded(agent: Agent, turnId: TurnId, checks: CheckOutcome[]): EventOf<"verification.ended"> {
  return { type: "verification.ended", agentId: agent.id, turnId, passed: isProved(checks), checks }
}

/** A check that the gate refuses at once leads on to the one after it, by the consequences of that refusal. */
function runNext(
  world: World,
  agent: Agent,
  turnId: TurnId,
  checks: readonly Check[],
  outcomes: readonly CheckOutcome[],
  moment: Moment,
): Event[] {
  const check = checks[outcomes.length]
  if (!check) return []
  const { timeoutSeconds } = limitsOf(world, agent, check)
  const input: Json = { command: check.command, timeoutSeconds }
  const call = { id: check.callId, capability: "bash", input }
  // It waits also while no screen is connected: refused, the work would count as done with nobody having checked it (OPM-8).
  return judgeCall(world, agent, turnId, call, moment, "whoever-comes")
}

function limitsOf({ settings }: World, { commitments }: Agent, check: Check): { readonly timeoutSeconds: number } {
  const promised = commitments.find(({ command }) => check.source === "commitment" && command === check.command)
  const project = settings.qualityCommands.find(({ name }) => check.source === "quality" && name === check.name)
  return { timeoutSeconds: promised?.timeoutSeconds ?? project?.timeoutSeconds ?? 120 }
}

function outcomeOf({ name, command, required }: Check, ended: EventOf<"call.finished" | "call.blocked">): CheckOutcome {
  const common = { name, command, required }
  if (ended.type === "call.blocked") return { ...common, result: "not-run", detail: ended.verdict.because }
  const { ok, output } = ended.result
  const detail = output.length > TAIL ? `…${output.slice(-TAIL)}`.toWellFormed() : output
  return { ...common, result: ok ? "passed" : "failed", detail }
}

/** Whether a call of this turn is a check. */
export function isCheck(turn: Turn | null | undefined, { callId }: { readonly callId: Call["id"] }): boolean {
  return turn?.cause === "verification" && turn.checks.some((check) => check.callId === callId)
}
