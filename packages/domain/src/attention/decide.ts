// Owns: the user's answers to what waits. An answer holds for exactly what was shown, once, and only while nothing has changed (T22–T24).
import {
  type Agent,
  type ApprovalItem,
  type AttentionItem,
  type Call,
  type CommandOf,
  type Event,
  fromInstant,
  type Grant,
  type GrantId,
  type GrantPattern,
  type Instant,
  type MessageId,
  type QuestionItem,
  type Turn,
  toInstant,
  type Verdict,
  type World,
} from "@kibitz/contract"
import { findAgent } from "../agent/agents.ts"
import { isBefore, isWithin } from "../call/access.ts"
import { keptInPlanning, saidNo } from "../call/as-you-read.ts"
import { type Answering, bindingOf, resolved } from "../call/ask.ts"
import { afterCall, denied, named } from "../call/decide.ts"
import { breached } from "../cost/budget.ts"
import { showPattern } from "../gate/pattern-text.ts"
import { patternMatches } from "../gate/patterns.ts"
import { decideSend, spokenTo } from "../message/decide.ts"
import { accept, type Decision, type Moment, reject } from "../outcome.ts"
import { noticed } from "../presence/decide.ts"
import { declinedLine } from "../prompt/presence-lines.ts"

type Waiting = {
  readonly item: ApprovalItem
  readonly agent: Agent
  readonly turn: Turn
  readonly call: Extract<Call, { status: "asked" }>
}
type Answer = CommandOf<"approval.answer">

export function decideArm(world: World, command: CommandOf<"approval.arm">, moment: Moment): Decision {
  const found = find(world, command.item, moment.at)
  if ("rejection" in found) return found
  if (!found.item.destructive) return reject("not-allowed", "This needs one step only.")
  // As long as it can be answered at all: nobody is hurried (ux 7.13). What was counted since takes it back.
  return accept({ type: "approval.armed", agentId: found.agent.id, itemId: found.item.id, until: found.item.expiresAt })
}

export function decideAnswer(world: World, command: Answer, moment: Moment): Decision {
  const all: Waiting[] = []
  for (const shown of command.items) {
    const found = find(world, shown, moment.at)
    if ("rejection" in found) return found
    if (all.some(({ item }) => item.id === found.item.id)) return reject("malformed", "The same approval is named twice.")
    all.push(found)
  }
  const refused = batchRefusal(all, command) ?? all.map((one) => answerRefusal(world, one, command, moment)).find(Boolean)
  if (refused) return refused
  const how = answering(moment)
  if (command.decision.kind === "deny") {
    const { why } = command.decision
    return accept(...all.flatMap((one) => no(one, "denied", saidNo(why), why, how)))
  }
  const grant = grantFor(all[0], command, moment)
  return accept(
    ...(grant ? [{ type: "grant.given", grant } as const] : []),
    ...all.flatMap((one) => yes(one, command, grant, how)),
  )
}

function find(
  world: World,
  shown: { readonly id: AttentionItem["id"]; readonly hash: string },
  at: Instant,
): Waiting | { rejection: { kind: "unknown-item" | "changed"; message: string } } {
  const item = itemOf(world, shown.id)
  if (item?.kind === "phase-request") {
    return refusal("changed", "A planning agent cannot be given an approval. Switch it to execution, or let it stay in planning.")
  }
  if (item?.kind !== "approval") return refusal("unknown-item", "That approval is not waiting any more.")
  if (item.hash !== shown.hash) return refusal("changed", "What would run is not what you were shown. Look again.")
  if (!isBefore(at, item.expiresAt)) return refusal("unknown-item", "That request has expired, which counts as a no.")
  const agent = findAgent(world, item.agentId)
  const turn = agent?.turn
  const call = turn?.calls.find(({ id }) => id === item.callId)
  if (!agent || !turn || call?.status !== "asked" || call.itemId !== item.id) {
    return refusal("unknown-item", "That approval is not waiting any more.")
  }
  if (bindingOf(world, agent, call) !== item.hash) {
    return refusal("changed", "Since you were asked, the agent's rights or the project have changed. Look again.")
  }
  return { item, agent, turn, call }
}

function batchRefusal(all: readonly Waiting[], { decision }: Answer): Decision | null {
  if (all.length === 1) return null
  const [first] = all
  const isBatch = all.every(({ item }) => item.batch !== null && item.batch === first?.item.batch && !item.destructive)
  if (!isBatch) return reject("not-allowed", "Only equal requests that can be undone are answered together.")
  if (decision.kind === "once" || decision.kind === "deny") return null
  return reject("not-allowed", "Several at once can be approved once or denied. To allow more, answer one of them.")
}

function answerRefusal(
  world: World,
  { item, agent, call }: Waiting,
  { decision }: Answer,
  { at, workspace }: Moment,
): Decision | null {
  if (decision.kind === "deny") return null
  if (item.destructive) {
    if (decision.kind !== "once") return reject("not-allowed", "What cannot be undone is never allowed in advance.")
    const isArmed = item.armedUntil !== null && isBefore(at, item.armedUntil)
    return isArmed ? null : reject("needs-confirmation", `Look once more: first "Approve…", then "${item.stepTwo}".`)
  }
  if (decision.kind === "once") return null
  if (item.patterns.length === 0) return reject("not-allowed", "This can be allowed once only.")
  if (!patternMatches(decision.pattern, call.capability, call.input, workspace)) {
    return reject("not-allowed", `"${showPattern(decision.pattern)}" does not cover what is asked. Nothing was allowed.`)
  }
  if (decision.kind === "lease" && !isWithin(world, agent, decision.agentId)) {
    return reject("not-allowed", `${agent.name} is not below the agent that was named.`)
  }
  return null
}

function yes({ item, agent, turn, call }: Waiting, { decision }: Answer, grant: Grant | null, how: Answering): Event[] {
  const note = grant ? `${decision.kind}: ${showPattern(grant.pattern)}` : "once"
  const verdict: Verdict = {
    effect: "allow",
    rule: "approval",
    because: grant ? `You approved it, and from now on: ${showPattern(grant.pattern)}.` : "You approved it, once.",
    ...(item.destructive ? { destructive: true } : {}),
    ...(item.verdict.confinement ? { confinement: item.verdict.confinement } : {}),
    ...(grant ? { grantId: grant.id } : {}),
  }
  return [
    resolved(agent, item, "allowed", note, grant ? { ...how, pattern: showPattern(grant.pattern) } : how),
    { type: "call.allowed", ...named(agent, turn.id, call), verdict, approvedBy: item.id },
  ]
}

function no(
  { item, agent, turn, call }: Omit<Waiting, "item"> & { item: Pick<ApprovalItem, "id" | "callId"> },
  outcome: "denied" | "expired" | "declined",
  because: string,
  note: string,
  how?: Answering,
): Event[] {
  return [
    resolved(agent, item, outcome, note, how),
    { type: "call.blocked", ...named(agent, turn.id, call), verdict: denied(outcome, because) },
    ...afterCall(agent, turn, call),
  ]
}

function grantFor(first: Waiting | undefined, { decision }: Answer, moment: Moment): Grant | null {
  if (!first || decision.kind === "once" || decision.kind === "deny") return null
  const pattern: GrantPattern = decision.pattern
  const common = { id: moment.id("grant") as GrantId, pattern, givenAt: moment.at }
  if (decision.kind === "lease") {
    const expiresAt = toInstant(fromInstant(moment.at).add({ minutes: decision.minutes }))
    // This call is the first of its uses.
    return { ...common, scope: "lease", agentId: decision.agentId, remaining: decision.uses - 1, expiresAt }
  }
  return { ...common, scope: decision.kind, agentId: first.agent.id, remaining: null, expiresAt: null }
}

/** An approval or phase request that ends without a yes: nobody answered in time, or the user keeps the agent in planning. */
function endWithout(
  world: World,
  itemId: AttentionItem["id"],
  outcome: "expired" | "declined",
  because: string,
  how?: Answering,
): Decision {
  const item = itemOf(world, itemId)
  const agent = item && findAgent(world, item.agentId)
  if (!item || !agent || (item.kind !== "approval" && item.kind !== "phase-request")) {
    return reject("unknown-item", "That is not waiting any more.")
  }
  const call = agent.turn?.calls.find(({ id }) => id === item.callId)
  if (!agent.turn || call?.status !== "asked") return accept(resolved(agent, item, "withdrawn", "Its turn is over."))
  return accept(...no({ item, agent, turn: agent.turn, call }, outcome, because, because, how))
}

export function decideExpire(world: World, command: CommandOf<"attention.expire">, moment: Moment): Decision {
  const item = itemOf(world, command.itemId)
  if (!item || !("expiresAt" in item) || isBefore(moment.at, item.expiresAt)) return reject("stale", "It has not expired.")
  return endWithout(world, item.id, "expired", "Nobody answered in time, which counts as a no.")
}

export function decideDecline(world: World, command: CommandOf<"phase-request.decline">, moment: Moment): Decision {
  const item = itemOf(world, command.itemId)
  if (item?.kind !== "phase-request") return reject("unknown-item", "That request is not waiting any more.")
  return endWithout(world, item.id, "declined", keptInPlanning, answering(moment))
}

/** One answer for the question and for all that asked the same. Nobody gets it unless everybody can. */
export function decideQuestion(world: World, command: CommandOf<"question.answer">, moment: Moment): Decision {
  const asked: { readonly item: QuestionItem; readonly agent: Agent }[] = []
  for (const id of [command.itemId, ...command.also]) {
    const item = itemOf(world, id)
    const agent = item && findAgent(world, item.agentId)
    if (item?.kind !== "question" || !agent) return reject("unknown-item", "That question is not waiting any more.")
    if (asked.some((other) => other.item.id === id)) return reject("malformed", "The same question is named twice.")
    asked.push({ item, agent })
  }
  const batch = asked[0]?.item.batch
  if (asked.length > 1 && (batch == null || asked.some(({ item }) => item.batch !== batch))) {
    return reject("not-allowed", "Only equal questions are answered together.")
  }
  const events: Event[] = []
  const told = new Set<Agent["id"]>()
  for (const { item, agent } of asked) {
    events.push(resolved(agent, item, "answered", command.text, answering(moment)))
    // One that asked twice is told once: a second turn cannot start beside the first.
    if (told.has(agent.id)) continue
    told.add(agent.id)
    const sent = sendAnswer(world, agent, item, command.text, moment)
    if ("rejection" in sent) return sent
    events.push(...sent.events)
  }
  return accept(...events)
}

function sendAnswer(world: World, agent: Agent, { question }: QuestionItem, answer: string, moment: Moment): Decision {
  const text = `The answer to your question "${question}":\n${answer}`
  const messageId = moment.id("msg") as MessageId
  const queued: Event = { type: "message.queued", agentId: agent.id, messageId, text, delivery: "now" }
  // Whoever the user holds back is not let go by an answer: it finds it first thing when it goes on.
  if (agent.standing.kind === "paused" && !agent.turn) return accept(queued)
  // Nor is one whose money is spent. Refused, nobody who asked the same would get the answer either.
  if (!agent.turn && breached(world, agent)) return accept(...spokenTo(world, agent), queued)
  return decideSend(world, agent, { type: "message.send", agentId: agent.id, messageId, text, delivery: "now" }, moment, [])
}

export function decideKnock(world: World, command: CommandOf<"knock.answer">, moment: Moment): Decision {
  const item = itemOf(world, command.itemId)
  const agent = item && findAgent(world, item.agentId)
  if (item?.kind !== "knock" || !agent) return reject("unknown-item", "Nobody is knocking there any more.")
  const outcomes = { join: "answered", "not-now": "declined", never: "silenced" } as const
  const told = command.answer === "not-now" ? [noticed(agent, "declined", declinedLine(), moment)] : []
  return accept(resolved(agent, item, outcomes[command.answer], "", answering(moment)), ...told)
}

/** Ids come from outside: only what was put there counts. */
export function itemOf({ attention }: World, id: AttentionItem["id"]): AttentionItem | undefined {
  return Object.hasOwn(attention, id) ? attention[id] : undefined
}

function answering({ origin }: Moment): Answering {
  return { surface: origin.surface }
}

function refusal(kind: "unknown-item" | "changed", message: string) {
  return { rejection: { kind, message } } as const
}
