// Owns: that a provider's lasting trouble (a refused key, a bill, an unknown model, no network) ends for everybody it has parked, and not only
// for the one that finds out (OPM-4). As long as it has parked anybody, its item stays. Whom the user holds is not let go on by it.
import type { Agent, Event, Instant, ModelFailure, ModelFailureKind, World } from "@kibitz/contract"
import { wakingUp } from "../agent/lifecycle.ts"
import { overBudget } from "../cost/breach.ts"
import type { Moment } from "../kernel/outcome.ts"
import { modelFor } from "../posture/model-for.ts"
import {
  inLine,
  isCutOff,
  isParked,
  limitItem,
  limitOver,
  lookedForAt,
  offlineItem,
  providerItem,
  settled,
} from "../provider/provider.ts"
import { allAgents, findAgent } from "../team/agents.ts"

const lasting = ["auth", "billing", "model_not_found", "no_model", "offline"] as const satisfies readonly ModelFailureKind[]

/**
 * A reply has come. One that was asked for before the limit was met says nothing about it, and nobody asks while it is on; nor does a
 * script that answers in a rehearsal speak for the provider.
 */
export function providerAnswers(world: World, agent: Agent, moment: Moment): Event[] {
  const isOn = world.limit !== null && Date.parse(world.limit.until) > Date.parse(moment.at)
  const isOfLimit = !isOn && (!agent.rehearsal || world.connection.using === "rehearsal")
  return [
    ...(isOfLimit ? [...limitOver(world, moment), ...settled(world, limitItem, ANSWERS)] : []),
    ...refusalsOver(world, agent, moment),
  ]
}

const ANSWERS = "The provider answers again."

function refusalsOver(world: World, agent: Agent, moment: Moment): Event[] {
  const asked = agent.turn?.status
  if (asked?.kind !== "asking" || !isKnown(world)) return []
  const isAfter = (at: Instant) => asked.since === undefined || Date.parse(asked.since) >= Date.parse(at)
  const isVouchedFor = (one: Agent) =>
    isRehearsed(world, one) === isRehearsed(world, agent) &&
    isAfter(one.trouble?.at ?? moment.at) &&
    (one.trouble?.failure.kind !== "model_not_found" || modelFor(world.settings, one).model === agent.turn?.model) &&
    // Refused again and again while others are answered, it is not the provider's trouble any more: it waits for the user.
    (isCutOff(one) || one.run.restarts < world.settings.limits.restarts)
  const over = lasting.filter((kind) => {
    const item = world.attention[providerItem(kind)]
    const asker = item && findAgent(world, item.agentId)
    return asker && isAfter(item.at) && (isRehearsed(world, asker) || !isRehearsed(world, agent))
  })
  return goOn(world, parkedIn(world).filter(isVouchedFor), over, ANSWERS, moment)
}

/**
 * Another account or another address: what the one before asked for binds nobody any more (A1). Of those it had refused, one for each model
 * asks; if it is answered, so are the others.
 */
export function providerChanged(world: World, moment: Moment): Event[] {
  const note = "Another account or address is asked now."
  const limit = world.limit ? [...limitOver(world, moment), ...settled(world, limitItem, note)] : []
  if (!isKnown(world)) return limit
  const parked = parkedIn(world).filter(({ rehearsal }) => !rehearsal)
  return [...limit, ...goOn(world, firstOfEach(world, parked), lasting, note, moment)]
}

/** The key is good, and these models are there. Whether anything is paid for, one that asks finds out. */
export function connectionWorks(world: World, models: readonly string[], moment: Moment): Event[] {
  if (!isKnown(world)) return []
  const parked = parkedIn(world).filter((one) => !one.rehearsal || isCutOff(one))
  const isProven = (one: Agent) => {
    const kind = one.trouble?.failure.kind
    return kind === "model_not_found" ? models.includes(modelFor(world.settings, one).model) : kind !== "billing"
  }
  const tries = firstOfEach(
    world,
    parked.filter(({ trouble }) => trouble?.failure.kind === "billing"),
  )
  return goOn(
    world,
    [...parked.filter(isProven), ...tries],
    ["auth", "no_model", "model_not_found", "offline"],
    "The connection works.",
    moment,
  )
}

/** Nobody has to do anything about a network: when anything is answered, and be it a no, it is there again; until then it is looked for. */
export function connectionFails(world: World, failure: ModelFailure, moment: Moment): Event[] {
  const item = world.attention[offlineItem]
  if (item?.kind !== "provider") return []
  const parked = parkedIn(world).filter(isCutOff)
  if (!outOfReach.has(failure.kind) && (failure.kind !== "unknown" || failure.status !== null))
    return goOn(world, parked, ["offline"], "The network is back.", moment)
  const later = { ...item, until: lookedForAt(item.at, moment.at) }
  return [{ type: "attention.raised", agentId: item.agentId, item: later }, ...asksItself(world, parked, moment)]
}

const outOfReach: ReadonlySet<ModelFailureKind> = new Set(["offline", "stalled", "cut"])

/** Once in a long while, and always the one that has waited longest: an address may answer requests, and not that check. */
function asksItself(world: World, parked: readonly Agent[], moment: Moment): Event[] {
  const since = (one: Agent) => Date.parse(one.trouble?.at ?? moment.at)
  const newest = Math.max(...parked.map(since))
  const able = parked.filter((one) => !overBudget(world, one))
  const [longest] = able.sort((one, other) => since(one) - since(other))
  return longest && Date.parse(moment.at) - newest >= ASKS_ITSELF_MS ? goOn(world, [longest], [], "", moment) : []
}

const ASKS_ITSELF_MS = 10 * 60_000

/** Whoever asks another model now is not refused for the one before. */
export function modelsChanged(before: World, world: World, moment: Moment): Event[] {
  const item = world.attention[providerItem("model_not_found")]
  if (!item) return []
  const those = parkedIn(world).filter((one) => {
    const then = findAgent(before, one.id)
    const isOther = then && modelFor(before.settings, then).model !== modelFor(world.settings, one).model
    return isOther && one.trouble?.failure.kind === "model_not_found"
  })
  return those.length === 0 ? [] : goOn(world, those, ["model_not_found"], "Another model is asked now.", moment)
}

export function mayChangeModel(event: Event): boolean {
  if (event.type === "posture.changed") return event.axis === "modelMode"
  return event.type === "settings.changed" || event.type === "agent.model-chosen"
}

/** What was parked by a Kibitz that forgot to say so goes on. */
export function forgotten(world: World, moment: Moment): Event[] {
  const those = parkedIn(world).filter(({ trouble }) => trouble && !world.attention[providerItem(trouble.failure.kind)])
  return those.length === 0 ? [] : goOn(world, those, [], "", moment)
}

/** One after the other; before the user's eyes at once. Where nobody is left that waits for it, what is over is no longer said. */
function goOn(world: World, wanted: readonly Agent[], over: readonly ModelFailureKind[], note: string, moment: Moment): Event[] {
  // Without money it does not go on either: alone, it is sent on by the money.
  const broke = new Set(wanted.filter((one) => overBudget(world, one)))
  const those = wanted.filter((one) => !one.presence || !broke.has(one))
  const left = new Set(parkedIn(world).flatMap((one) => (those.includes(one) ? [] : [one.trouble?.failure.kind])))
  const alone = those.filter((one) => !one.presence && !broke.has(one))
  return [
    ...over.flatMap((kind) => (left.has(kind) ? [] : settled(world, providerItem(kind), note))),
    ...those.flatMap((one) => wakingUp(world, one, moment)),
    ...alone.map(
      ({ id: agentId }, place): Event => ({
        type: "agent.planned",
        agentId,
        due: { at: inLine(moment.at, place + 1), why: "restart" },
        waits: null,
      }),
    ),
  ]
}

/** Nobody is looked for where nothing was said: it is asked about at every reply. */
function isKnown({ attention }: World): boolean {
  return lasting.some((kind) => attention[providerItem(kind)])
}

function parkedIn(world: World): readonly Agent[] {
  return allAgents(world).filter(isParked)
}

function isRehearsed({ connection }: World, { rehearsal }: Agent): boolean {
  return rehearsal || connection.using === "rehearsal"
}

function firstOfEach({ settings }: World, those: readonly Agent[]): readonly Agent[] {
  const found = new Map<string, Agent>()
  for (const one of those) {
    const { model } = modelFor(settings, one)
    if (!found.has(model)) found.set(model, one)
  }
  return [...found.values()]
}
