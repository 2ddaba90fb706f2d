// Owns: which checks decide whether "done" is true (OPM-8, VER-1), and what each of them has shown. Does not own: how they are run one after the other
// (turn/work.ts), and what comes of them (briefs/verification.ts).
import type {
  Agent,
  AgentId,
  Brief,
  CallId,
  Check,
  CheckOutcome,
  EventOf,
  QualityCommand,
  TurnId,
  VerificationInput,
  World,
} from "@kibitz/contract"
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

export function verificationBrief(checks: Check[], said: string): Brief {
  const cut = said.length > LONGEST_SAID ? `…${said.slice(-LONGEST_SAID)}`.toWellFormed() : said
  return { kind: "verification", input: { checks, said: cut } satisfies VerificationInput }
}

export function verificationEnded(agentId: AgentId, turnId: TurnId, checks: CheckOutcome[]): EventOf<"verification.ended"> {
  return { type: "verification.ended", agentId, turnId, passed: isProved(checks), checks }
}

export function timeoutOf({ settings }: World, { commitments }: Agent, check: Check): number {
  const promised = commitments.find(({ command }) => check.source === "commitment" && command === check.command)
  const project = settings.qualityCommands.find(({ name }) => check.source === "quality" && name === check.name)
  return promised?.timeoutSeconds ?? project?.timeoutSeconds ?? 120
}

export function outcomeOf({ name, command, required }: Check, ended: EventOf<"call.finished" | "call.blocked">): CheckOutcome {
  const common = { name, command, required }
  if (ended.type === "call.blocked") return { ...common, result: "not-run", detail: ended.verdict.because }
  const { ok, output } = ended.result
  const detail = output.length > TAIL ? `…${output.slice(-TAIL)}`.toWellFormed() : output
  return { ...common, result: ok ? "passed" : "failed", detail }
}
