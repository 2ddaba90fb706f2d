// Owns: what the user does to one agent, to all below it, or to everybody: hold, go on, dismiss, redirect (issue of power, not of talk).
import type { Agent, AgentId, AgentScope, CommandOf, Due, Event, Instant, MessageId, World } from "@kibitz/contract"
import { raised, settleItems } from "../attention/items.ts"
import { type ContinueWhy, continuationBrief } from "../brief/cause.ts"
import { withdraw } from "../call/ask.ts"
import { askForMoney } from "../cost/ask-for-money.ts"
import { overBudget } from "../cost/breach.ts"
import { breached } from "../cost/budget.ts"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { askTurn, briefToAskAgain, startTurn } from "../message/start.ts"
import { hasObligation } from "../perseverance/next-move.ts"
import { isSilence, silenceOver } from "../perseverance/stuck.ts"
import { leaveAgents } from "../presence/decide.ts"
import { inLine, keptAsleep } from "../provider/provider.ts"
import { dropQuestions } from "../question/in-chat.ts"
import { allAgents } from "../team/agents.ts"
import { canMove, isHeldBack, moveTo } from "../team/standing.ts"
import { isSilent } from "../team/status.ts"
import { subtree } from "../team/subtree.ts"

export function inScope(world: World, agent: Agent, scope: AgentScope): readonly Agent[] {
  const agents = scope === "all" ? allAgents(world) : scope === "subtree" ? subtree(world, agent.id) : [agent]
  return agents.filter(({ standing }) => standing.kind !== "dismissed")
}

/** pause: the turn ends, what waits is kept, and it goes on with resume. stop: what waits is cleared, and it goes on when spoken to. */
export function decideHalt(world: World, agent: Agent, command: CommandOf<"agent.halt">, { at }: Moment): Decision {
  const scope = command.all ? "all" : command.scope
  const events = inScope(world, agent, scope).flatMap((one): Event[] => [
    ...(one.turn && one.turn.status.kind !== "stopping"
      ? [{ type: "turn.stopping", agentId: one.id, turnId: one.turn.id } as const]
      : []),
    ...(command.how === "stop" ? stopped(world, one, at) : paused(one, at)),
  ])
  if (events.length > 0) return accept(...events)
  return reject("nothing-to-stop", scope === "one" ? `${agent.name} is not working.` : "Nobody is working.")
}

/** Whom it would change anything for, so that a screen can say how many that are, and offers nothing that would be refused. */
export function toHalt(world: World, agent: Agent, how: "pause" | "stop", scope: AgentScope): readonly Agent[] {
  const to = how === "pause" ? "paused" : "stopped"
  return inScope(world, agent, scope).filter((one) => {
    const { turn, queue, standing } = one
    if (turn) return turn.status.kind !== "stopping" || canMove(standing.kind, to)
    return (!hasNothing(one) && canMove(standing.kind, to)) || (how === "stop" && queue.length > 0)
  })
}

/** Those who have nothing to go on with have nothing to be held back from. */
function paused(agent: Agent, at: Agent["createdAt"]): Event[] {
  if (!agent.turn && hasNothing(agent)) return []
  return moveTo(agent, { kind: "paused", at, by: "user" }, "You paused it.")
}

/** A question of its own that is with another would be answered, and set it going. */
function hasNothing({ waits, asking }: Agent): boolean {
  return waits === "nothing" && asking.length === 0
}

function stopped(world: World, agent: Agent, at: Agent["createdAt"]): Event[] {
  const withdrawn = agent.queue.map(({ id }) => ({ type: "message.withdrawn", agentId: agent.id, messageId: id }) as const)
  const idle = !agent.turn && hasNothing(agent) && withdrawn.length === 0
  if (idle) return []
  return [
    ...withdrawn,
    ...moveTo(agent, { kind: "stopped", at }, "You stopped it."),
    ...settleItems(world, agent, ["stuck", "help", "your-turn"], "resumed", "You stopped it."),
  ]
}

/** Whom the user holds back, and with `stopped` also those they stopped who have something to go on with. */
export function toResume(world: World, agent: Agent, scope: AgentScope, withStopped: boolean): readonly Agent[] {
  return inScope(world, agent, scope).filter(
    (one) => one.standing.kind === "paused" || (withStopped && one.standing.kind === "stopped" && hasObligation(one)),
  )
}

/**
 * What is paused, or stands still because of the provider; the latter one after the other, so that it is not run over, and at once where the
 * user is there to see it. Money that is spent is not there again because somebody is to go on.
 */
export function decideResume(world: World, agent: Agent, command: CommandOf<"agent.resume">, moment: Moment): Decision {
  const { scope } = command
  const held = toResume(world, agent, scope, command.stopped === true)
  const standing = inScope(world, agent, scope).filter((one) => one.standing.kind === "open" && !one.turn && one.trouble?.parked)
  const parked = standing.filter((one) => !overBudget(world, one))
  if (held.length + parked.length === 0) {
    const spent = standing[0] && overBudget(world, standing[0])
    if (spent) return reject("not-allowed", spent)
    const what = command.stopped ? "paused or stopped" : "paused"
    return reject("nothing-to-retry", scope === "one" ? `${agent.name} is not ${what}.` : `Nobody is ${what}.`)
  }
  const asleep = held.filter(
    ({ standing, queue, trouble }) =>
      queue.length === 0 && (trouble?.parked || (standing.kind === "paused" && standing.by === "limit")),
  )
  const [here, alone] = [parked.filter(({ presence }) => presence), parked.filter(({ presence }) => !presence)]
  const away = asleep.filter(({ presence }) => !presence)
  return accept(
    ...held.flatMap((one): Event[] => [
      ...moveTo(one, { kind: "open" }, "You let it go on."),
      ...settleItems(world, one, ["stuck"], "resumed", "You let it go on."),
      ...(asleep.includes(one) ? wakingUp(world, one, moment) : goingOn(world, one, moment)),
    ]),
    ...here.flatMap((one) => wakingUp(world, one, moment)),
    ...alone.map((one, place) => goesOnAt(one, inLine(moment.at, place), "restart")),
    ...away.map((one, place) => goesOnAt(one, inLine(moment.at, alone.length + place), one.trouble ? "restart" : "continue")),
  )
}

function goesOnAt({ id: agentId }: Agent, at: Instant, why: Due["why"]): Event {
  return { type: "agent.planned", agentId, due: { at, why, byUser: true }, waits: null }
}

/** Before the user's eyes nothing has a time: it goes on now, or not at all. */
export function wakingUp(world: World, agent: Agent, moment: Moment): Event[] {
  if (!agent.presence || agent.turn || overBudget(world, agent)) return []
  return continuing(world, agent, agent.trouble ? "restart" : "go-on", moment)
}

/** Its unfinished reply comes first, then what was said meanwhile. Whoever is alone and was not writing follows its next move. */
function goingOn(world: World, agent: Agent, moment: Moment): Event[] {
  const { queue, lastTurn, presence } = agent
  if (agent.turn || overBudget(world, agent)) return []
  const isCut = lastTurn?.outcome === "interrupted" && hasObligation(agent)
  const goOn = () => askTurn(world, agent, continuationBrief("go-on"), [], moment)
  if (isCut && lastTurn.draft !== undefined) return goOn()
  if (queue.length > 0) return startTurn(world, agent, queue, moment)
  return isCut && presence ? goOn() : []
}

export function decideDismiss(world: World, agent: Agent, moment: Moment): Decision {
  if (agent.parentId === null) return reject("not-allowed", `${agent.name} is the root of the team and stays.`)
  if (agent.standing.kind === "dismissed") return accept()
  return accept(...dismissing(world, agent, "You dismissed it.", moment))
}

/** With everything below it; what waits on their behalf is withdrawn, and nobody looks at them any more. */
export function dismissing(world: World, agent: Agent, because: string, moment: Moment): Event[] {
  const gone = subtree(world, agent.id).filter(({ standing }) => standing.kind !== "dismissed")
  return [
    ...leaveAgents(world, gone, moment),
    ...gone.flatMap((one): Event[] => [
      ...(one.turn && one.turn.status.kind !== "stopping"
        ? [{ type: "turn.stopping", agentId: one.id, turnId: one.turn.id } as const]
        : []),
      ...(one.turn?.calls ?? []).flatMap((call) => (call.status === "asked" ? withdraw(world, one, call, because) : [])),
      ...settleItems(world, one, ["question", "knock", "help", "stuck", "your-turn", "result"], "withdrawn", because),
      ...one.asking.map(
        ({ id }): Event => ({ type: "question.left", agentId: one.id, itemId: id, outcome: "withdrawn", note: because }),
      ),
      ...one.queue.map(({ id }) => ({ type: "message.withdrawn", agentId: one.id, messageId: id }) as const),
      ...moveTo(one, { kind: "dismissed", at: moment.at }, because),
    ]),
  ]
}

/**
 * The new assignment is read after the running tool; an idle agent starts on it at once. `from`: the agent that gives it, which lifts neither
 * what the user holds back nor what money is lacking for.
 */
export function redirecting(world: World, agent: Agent, assignment: string, from: AgentId | null, moment: Moment): Event[] {
  const id = moment.id("msg") as MessageId
  const text = `[Kibitz] new assignment\nThis replaces what you were doing:\n${assignment}`
  const sender = from ? { from } : {}
  const message = { id, text, note: "redirected" as const, ...sender }
  const because = "It has a new assignment."
  // What it wanted to know for the last one holds nobody up.
  const redirected: Event[] = [
    { type: "agent.redirected", agentId: agent.id, assignment, ...(from ? { by: from } : {}) },
    ...dropQuestions(world, agent, because),
  ]
  const queued: Event = {
    type: "message.queued",
    agentId: agent.id,
    messageId: id,
    text,
    delivery: "now",
    note: "redirected",
    ...sender,
  }
  if (agent.turn || (from && isHeldBack(agent))) return [...redirected, queued]
  const opened = [
    ...redirected,
    ...moveTo(agent, { kind: "open" }, because, from),
    ...settleItems(world, agent, ["stuck", "help", "your-turn", "result"], "resumed", because),
  ]
  if (from && overBudget(world, agent)) return [...opened, queued]
  return [...opened, ...startTurn(world, agent, [...agent.queue, message], moment)]
}

export function decideRedirect(world: World, agent: Agent, command: CommandOf<"agent.redirect">, moment: Moment): Decision {
  if (agent.standing.kind === "dismissed") return isGone(agent)
  const spent = agent.turn ? null : overBudget(world, agent)
  if (spent) return reject("not-allowed", spent)
  return accept(...redirecting(world, agent, command.assignment, null, moment))
}

/** Its time has come. Anything that has happened meanwhile has taken the time back, so that nothing is prodded twice. */
export function decideContinue(world: World, agent: Agent, moment: Moment): Decision {
  const { due } = agent
  if (!due || agent.turn || Date.parse(moment.at) < Date.parse(due.at)) return reject("stale", "It is not its time.")
  // Another may have spent it meanwhile. Raised, it is given a time again.
  const holder = breached(world, agent)?.holder
  if (holder) {
    const waits: Event = { type: "agent.planned", agentId: agent.id, due: null, waits: "you" }
    return accept(waits, ...askForMoney(world, agent, holder, moment))
  }
  // "Do not wake": that somebody else is answered again later does not wake it either.
  if (world.limit && !world.limit.wakes && !due.byUser) {
    return accept(...keptAsleep(agent, moment))
  }
  // Nobody asks before the limit is over, and nobody is said to go on before that (A1, OPM-7).
  if (world.limit && Date.parse(world.limit.until) > Date.parse(moment.at)) {
    const held = { ...due, at: world.limit.until, limited: true } as const
    return accept({ type: "agent.planned", agentId: agent.id, due: held, waits: null })
  }
  return accept(...continuing(world, agent, due.why, moment))
}

/** One more unit now, because the user says so. */
export function decideGoOn(world: World, agent: Agent, moment: Moment): Decision {
  if (agent.standing.kind === "dismissed") return isGone(agent)
  if (agent.turn) return reject("nothing-to-retry", `${agent.name} is already working.`)
  if (!hasObligation(agent)) return reject("nothing-to-retry", `${agent.name} has nothing to go on with. Tell it what to do.`)
  const spent = overBudget(world, agent)
  if (spent) return reject("not-allowed", spent)
  return accept(
    ...moveTo(agent, { kind: "open" }, "You let it go on."),
    ...settleItems(world, agent, ["stuck", "help", "your-turn", "result"], "resumed", "You let it go on."),
    ...continuing(world, agent, agent.trouble ? "restart" : "continue", moment),
  )
}

function continuing(world: World, agent: Agent, why: ContinueWhy, moment: Moment): Event[] {
  const failed = why === "restart" ? briefToAskAgain(agent) : null
  if (failed) return startTurn(world, agent, [], moment, failed, "restart")
  return askTurn(world, agent, continuationBrief(why), agent.queue, moment)
}

export function decideConfigure(agent: Agent, { type: _, agentId: _agent, ...changes }: CommandOf<"agent.configure">): Decision {
  return accept({ type: "agent.configured", agentId: agent.id, ...changes })
}

/** Agents speak to each other by name: two of one name would be one too many. */
export function decideRename(world: World, agent: Agent, { name }: CommandOf<"agent.rename">): Decision {
  if (agent.standing.kind === "dismissed") return isGone(agent)
  if (name === agent.name) return accept()
  const other = allAgents(world).find((one) => one.id !== agent.id && one.name.toLowerCase() === name.toLowerCase())
  if (other) return reject("not-allowed", `${other.name} is taken. Choose another name for ${agent.name}.`)
  return accept({ type: "agent.renamed", agentId: agent.id, name })
}

export function decideEvidence(world: World, agent: Agent, { what }: CommandOf<"evidence.record">): Decision {
  if (!agent.turn) return reject("stale", "It is not working.")
  return accept({ type: "evidence.recorded", agentId: agent.id, what }, ...silenceOver(world, agent))
}

/** Said once; the next sign of life takes it back. */
export function decideSilence(world: World, agent: Agent, moment: Moment): Decision {
  if (agent.items.some((id) => isSilence(world, id)) || !isSilent(agent, moment.at))
    return reject("stale", "There has been a sign of life.")
  const detail = `Nothing has been heard of ${agent.name} since it ${agent.evidence.what}. It may still be running.`
  return accept(raised(agent, { kind: "stuck", tier: 2, why: "silent", detail }, moment))
}

function isGone(agent: Agent): Decision {
  return reject("illegal-move", `${agent.name} has been dismissed. Start another agent instead.`)
}
