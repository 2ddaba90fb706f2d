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
  type Turn,
  toInstant,
  type Verdict,
  type World,
} from "@kibitz/contract"
import { type Answering, itemOf, resolved } from "../attention/items.ts"
import { keptInPlanning, saidNo } from "../call/as-you-read.ts"
import { bindingOf } from "../call/ask.ts"
import { afterCall, denied, named } from "../call/decide.ts"
import { showPattern } from "../gate/pattern-text.ts"
import { patternMatches } from "../gate/patterns.ts"
import { isBefore, isWithin } from "../grant/access.ts"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { findAgent } from "../team/agents.ts"
import { elsewhere, rootOf } from "../workspace/workspaces.ts"

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

function answerRefusal(world: World, { item, agent, call }: Waiting, { decision }: Answer, { at }: Moment): Decision | null {
  if (decision.kind === "deny") return null
  if (item.destructive) {
    if (decision.kind !== "once") return reject("not-allowed", "What cannot be undone is never allowed in advance.")
    const isArmed = item.armedUntil !== null && isBefore(at, item.armedUntil)
    return isArmed ? null : reject("needs-confirmation", `Look once more: first "Approve…", then "${item.stepTwo}".`)
  }
  if (decision.kind === "once") return null
  if (item.patterns.length === 0) return reject("not-allowed", "This can be allowed once only.")
  if (!patternMatches(decision.pattern, call.capability, call.input, rootOf(world, agent))) {
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
  const common = { id: moment.id("grant") as GrantId, pattern, givenAt: moment.at, ...elsewhere(first.agent) }
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

function answering({ origin }: Moment): Answering {
  return { surface: origin.surface }
}

function refusal(kind: "unknown-item" | "changed", message: string) {
  return { rejection: { kind, message } } as const
}
