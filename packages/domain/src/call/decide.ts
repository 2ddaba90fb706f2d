// Owns: which calls of a reply go ahead, and how calls end that nobody will finish. The gate's verdict is part of the decision, so
// that a call and the reason it was allowed are one transaction.
import {
  type Agent,
  type Call,
  type CallResult,
  type CommandOf,
  capabilities,
  type Effect,
  type Event,
  fromInstant,
  type Instant,
  isAppCapability,
  type ToolUseBlock,
  type Turn,
  type TurnId,
  type Verdict,
  type World,
} from "@kibitz/contract"
import { evolveAttention } from "../attention/evolve.ts"
import { judge } from "../gate/judge.ts"
import { accessOf } from "../grant/access.ts"
import { evolveGrants } from "../grant/evolve.ts"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { visible } from "../kernel/visible.ts"
import { deliverNow } from "../message/decide.ts"
import { isHeld } from "../team/running.ts"
import { hasTaintedFiles, rootOf } from "../workspace/workspaces.ts"
import { askFor, withdraw } from "./ask.ts"
import { survivedBy } from "./crashes.ts"
import { bringsStrangersWords, isOpen } from "./facts.ts"

export const notMade = {
  stopped: "The user stopped this turn before the call was made.",
  exhausted: "This turn has had as many steps as a turn may have, so the call was not made.",
  budget: "The money set aside is spent, so the call was not made.",
  stuck: "You are going round in circles, or have had all the time there is; the call was not made, and the user was told.",
  "spoken-to":
    "You are going round in circles, or have had all the time there was; what was said meanwhile is read first, so the call was not made.",
  declined: "The provider stopped this reply, so no call in it was made.",
  failed: "This turn failed before the call was made.",
  "cut-off": "Kibitz ended before this was run.",
  crashed: "Kibitz stopped unexpectedly in this turn again and again, so it was ended and the call was not made.",
}
export type NotMade = keyof typeof notMade

/** More cards of one agent than anybody would read one by one (T24). */
const MOST_WAITING = 20
export const tooMany = denied(
  "too-many-waiting",
  `${MOST_WAITING} of your requests wait for the user already. Wait for the answers, or do without.`,
)

function waitingOf(world: World, { id }: Agent): number {
  return Object.values(world.attention).filter((item) => item.agentId === id && "callId" in item).length
}

type Request = Pick<Call, "id" | "capability" | "input">

export function judgeCalls(
  world: World,
  agent: Agent,
  turnId: TurnId,
  blocks: readonly ToolUseBlock[],
  turn: "running" | NotMade,
  moment: Moment,
): Event[] {
  let now = world
  const events: Event[] = []
  for (const { id, name, input } of blocks) {
    const request = { id, capability: name, input }
    const judged: Event[] =
      turn === "running"
        ? judgeCall(now, agent, turnId, request, moment)
        : [{ type: "call.blocked", ...named(agent, turnId, request), verdict: denied(turn, notMade[turn]) }]
    now = countUses(now, judged)
    events.push(...judged)
  }
  return events
}

/** A grant with one use left covers one call, also when two are judged in the same breath. */
function countUses(world: World, judged: readonly Event[]): World {
  let { grants, attention } = world
  for (const event of judged) {
    if (event.type === "grant.used") grants = evolveGrants(grants, event)
    if (event.type === "attention.raised") attention = evolveAttention(attention, event)
  }
  return { ...world, grants, attention }
}

/** Who is asked when a yes is needed and no surface is connected: nobody, which is a no; or whoever comes, so that the card waits for them. */
type Asks = "who-is-there" | "whoever-comes"

/** The one way a call gets its verdict, at its first proposal and whenever what it was judged by has changed. */
export function judgeCall(
  world: World,
  agent: Agent,
  turnId: TurnId,
  request: Request,
  moment: Moment,
  asks: Asks = "who-is-there",
): Event[] {
  const { capability, input } = request
  const known = accessOf(world, agent, moment.at)
  const access = { ...known, attended: known.attended || asks === "whoever-comes" }
  const judged = judge({ capability, input, access, workspace: rootOf(world, agent) })
  // The sentence quotes what the model wrote: what would turn it round on the screen is made visible (T21).
  const verdict = { ...judged, because: visible(judged.because) }
  const call = named(agent, turnId, request)
  if (verdict.effect === "allow") {
    const used: Event[] = verdict.grantId ? [{ type: "grant.used", grantId: verdict.grantId }] : []
    return [{ type: "call.allowed", ...call, verdict }, ...used]
  }
  // Planning offers no approval, only the switch; without anybody there it is a plain no.
  if (verdict.effect === "ask" || (verdict.rule === "phase" && access.attended)) {
    if (waitingOf(world, agent) >= MOST_WAITING) return [{ type: "call.blocked", ...call, verdict: tooMany }]
    return askFor(world, agent, turnId, request, verdict, moment)
  }
  return [{ type: "call.blocked", ...call, verdict }]
}

/**
 * Judges the waiting calls of these agents again: their posture, a grant or the commit of their workspace has changed. Reloading a page, or
 * starting before any screen is there, answers nothing: the calls keep waiting.
 */
export function judgeAgain(world: World, agents: readonly Agent[], why: string, moment: Moment): Event[] {
  let now = world
  const events: Event[] = []
  for (const agent of agents) {
    const { turn } = agent
    if (!turn || turn.status.kind === "stopping") continue
    for (const call of turn.calls) {
      if (call.status !== "asked") continue
      const { [call.itemId]: _itself, ...others } = now.attention
      const again = judgeCall({ ...now, attention: others }, agent, turn.id, call, moment, "whoever-comes")
      if (isSameAnswer(world, call, again)) continue
      now = countUses({ ...now, attention: others }, again)
      events.push(
        ...withdraw(
          world,
          agent,
          call,
          why,
          again.some(({ type }) => type === "call.allowed"),
        ),
        ...again,
      )
    }
  }
  return events
}

/** Asking the same thing again would only move the card under the user's pointer. */
function isSameAnswer(world: World, call: Extract<Call, { status: "asked" }>, again: readonly Event[]): boolean {
  const before = world.attention[call.itemId]
  const after = again.find((event) => event.type === "attention.raised")?.item
  if (!before || !after || before.kind !== after.kind) return false
  return before.kind !== "approval" || after.kind !== "approval" || before.hash === after.hash
}

export function decideFinish(world: World, agent: Agent, command: CommandOf<"call.finish">, { at }: Moment): Decision {
  const turn = agent.turn
  const call = turn?.id === command.turnId ? turn.calls.find((candidate) => candidate.id === command.callId) : undefined
  if (!turn || call?.status !== "allowed") return reject("stale", "That call is over.")
  return accept(...finishing(world, agent, turn, call, command.result, at))
}

/** The end of one call, and, when it was the last, what the agent takes before its next step. */
export function finishing(world: World, agent: Agent, turn: Turn, call: Call, result: CallResult, at: Instant): Event[] {
  // What Kibitz does itself is no progress of the agent: each "done" would count as some, whatever the checks show.
  const progress = result.ok && !turn.brief.byKibitz && hasEffect(call) ? { progress: true } : {}
  const survived = survivedBy(agent, call)
  const outlived = survived === undefined ? {} : { survived }
  const ends = { agentId: agent.id, turnId: turn.id, callId: call.id, result }
  const finished: Event = { type: "call.finished", ...ends, ...progress, ...outlived }
  const isTainting = bringsStrangersWords(call, result, hasTaintedFiles(world, agent))
  const wiser = isTainting ? { ...agent, taintedAt: agent.taintedAt ?? at } : agent
  return [finished, ...afterCall(wiser, turn, call)]
}

const effects: ReadonlySet<Effect> = new Set(["write", "execute", "spawn"])

/** Something is another after it: what perseverance counts as progress (OPM-6). A command that only looks is no progress. */
function hasEffect(call: Call): boolean {
  const declared = (capabilities as Record<string, { effect: Effect } | undefined>)[call.capability]
  if (!declared || !effects.has(declared.effect)) return false
  return call.capability !== "bash" || (call.status === "allowed" && call.confinement?.write === true)
}

/** Messages that were to be taken at the next step, once nothing else of this step is open. Only a conversation takes them. */
export function afterCall(agent: Agent, turn: Turn, call: Call): Event[] {
  if (!takesMessages(turn)) return []
  const wasLast = turn.calls.every((other) => other.id === call.id || !isOpen(other))
  return wasLast && turn.status.kind === "calling" ? deliverNow(agent, turn.id) : []
}

/** Whether what is said to the agent is read in this turn. Otherwise it waits until the turn is over. */
export function takesMessages({ brief }: Pick<Turn, "brief">): boolean {
  return !brief.apart && !brief.byKibitz
}

/**
 * stopped: by the user. failed: the turn has failed. crashed: Kibitz ended, and the turn is given up. cut-off: Kibitz ended in its own work, which begins
 * again. unknown-outcome: Kibitz ended, and the turn goes on.
 */
type Closing = "stopped" | "failed" | "crashed" | "cut-off" | "unknown-outcome"

/** Every tool_use needs a tool_result, or no later request of this agent is valid (A15). */
export function closeCalls(world: World, agent: Agent, turn: Turn, why: Closing, at: Instant | null = null): Event[] {
  return turn.calls.flatMap((call): Event[] => {
    // The question is still a good one after a restart.
    if ((call.status === "asked" || isHeld(call)) && why !== "unknown-outcome") {
      const verdict = denied(why, notMade[why])
      const because = withdrawnBecause[why]
      return [
        ...(call.status === "asked" ? withdraw(world, agent, call, because) : []),
        { type: "call.blocked", ...named(agent, turn.id, call), verdict },
      ]
    }
    if (call.status !== "allowed" || (why === "unknown-outcome" && canRunAgain(call))) return []
    const ran = at === null ? null : fromInstant(call.since).until(fromInstant(at)).total("milliseconds")
    const durationMs = Math.max(0, ran ?? 0)
    const output = closedAs(call, why, ran)
    // Nothing of its own output was taken: its size is not that of our sentence.
    const result = { ok: false, output, bytes: 0, durationMs }
    return [{ type: "call.finished", agentId: agent.id, turnId: turn.id, callId: call.id, result }]
  })
}

const withdrawnBecause = {
  stopped: "The turn was stopped.",
  failed: "The turn failed.",
  crashed: "Kibitz stopped unexpectedly.",
  "cut-off": "Kibitz ended, and this work begins again.",
}

/** What the model reads as the result of a call that ran. `ranMs`: how long, where that is known. */
function closedAs(call: Call, why: Closing, ranMs: number | null): string {
  const after = ranMs === null ? "" : ` after ${shortly(Math.max(0, ranMs))}`
  switch (why) {
    case "stopped":
      return `The user stopped this${after}. Whether it had an effect is not known.`
    case "failed":
      return "The turn failed while this ran. Whether it had an effect is not known."
    case "cut-off":
      return "Kibitz ended while this ran. It was cut off and has shown nothing. The work begins again."
    case "crashed":
    case "unknown-outcome":
      return `Kibitz was restarted while this ran: interrupted, outcome unknown. Check before doing it again.${keptOutput(call)}`
  }
}

/** What a command prints is on disk once it has run for a while (F7). */
function keptOutput({ capability, id }: Call): string {
  return capability === "bash" ? ` If it had run for a while, what it printed is kept: read_file with path "spool:${id}".` : ""
}

function shortly(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1000)} s`
}

/**
 * T26: what will be run again after a crash is judged by the rights of today, not by those it was allowed with. No screen can be there yet, so
 * what needs another yes waits for one.
 */
export function judgeAllowedAgain(world: World, agent: Agent, turn: Turn, moment: Moment): Event[] {
  return turn.calls.flatMap((call): Event[] => {
    if (call.status !== "allowed" || !canRunAgain(call)) return []
    const again = judgeCall(world, agent, turn.id, call, moment, "whoever-comes")
    return again.some((event) => event.type === "call.allowed") ? [] : again
  })
}

/**
 * A read can simply be run again after a crash, an edit has its precondition, and what Kibitz does itself is all or nothing (F6). What still waited for
 * its turn to run has not run at all (F5).
 */
function canRunAgain(call: Call): boolean {
  if (isHeld(call)) return true
  const declared = (capabilities as Record<string, { idempotency: string } | undefined>)[call.capability]
  return isAppCapability(call.capability) || declared?.idempotency === "read" || declared?.idempotency === "idempotent"
}

export function named(agent: Agent, turnId: TurnId, { id, capability, input }: Request) {
  return { agentId: agent.id, turnId, callId: id, capability, input }
}

export function denied(rule: string, because: string): Verdict {
  return { effect: "deny", rule, because }
}
