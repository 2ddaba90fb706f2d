// Owns: what stops everybody at once: a key or bill that is refused, a network that is gone, and a usage limit with the time at which it ends
// (ux 2.5, tier 0).
import {
  type Agent,
  type AttentionItem,
  type Event,
  fromInstant,
  type Instant,
  type ItemId,
  type ModelFailure,
  toInstant,
  type World,
} from "@kibitz/contract"
import type { Moment } from "../kernel/outcome.ts"
import { allAgents } from "../team/agents.ts"
import { moveTo } from "../team/standing.ts"

/** A shorter wait is nobody's business: the agents simply go on after it. */
const LIMIT_MS = 60_000

const ofProvider: ReadonlySet<ModelFailure["kind"]> = new Set([
  "auth",
  "billing",
  "model_not_found",
  "no_model",
  "offline",
  "rate_limited",
])

export function isOfProvider({ kind }: ModelFailure): boolean {
  return ofProvider.has(kind)
}

/** Fixed, so that whoever meets the same trouble second finds what was said about it. */
export function providerItem(kind: ModelFailure["kind"]): ItemId {
  return `provider-${kind}` as ItemId
}

export const limitItem = providerItem("rate_limited")
export const offlineItem = providerItem("offline")

/** Known, it is not found out once more by everybody: whoever meets it waits with the others. */
export function isOffline({ attention }: World): boolean {
  return attention[offlineItem] !== undefined
}

const SOONEST_MS = 5_000
const LATEST_MS = 60_000

/** When the network is looked for again: after as long as it has been gone, so that each wait is twice the one before. */
export function lookedForAt(goneSince: Instant, at: Instant): Instant {
  const goneMs = Date.parse(at) - Date.parse(goneSince)
  return toInstant(fromInstant(at).add({ milliseconds: Math.min(LATEST_MS, Math.max(SOONEST_MS, goneMs)) }))
}

/** It stands still because the provider refuses it; not because the user holds it, and nobody has let it go on yet. */
export function isParked({ standing, turn, due, trouble }: Agent): boolean {
  return standing.kind === "open" && !turn && !due && trouble?.parked === true && isOfProvider(trouble.failure)
}

/** Stopped by the network, which is no fault of its own. */
export function isCutOff({ trouble }: Pick<Agent, "trouble">): boolean {
  return trouble?.parked === true && trouble.failure.kind === "offline"
}

/** Said once, whoever meets it first. */
export function askAboutProvider(
  world: World,
  agent: Agent,
  failure: ModelFailure,
  limit: Instant | null,
  moment: Moment,
): Event[] {
  if (!isOfProvider(failure)) return []
  const id = providerItem(failure.kind)
  const known = world.attention[id]
  if (known && id === offlineItem) return []
  const until = id === offlineItem ? lookedForAt(moment.at, moment.at) : limit
  if (known?.kind === "provider" && known.until === until) return []
  const item: AttentionItem = {
    kind: "provider",
    id,
    agentId: known?.agentId ?? agent.id,
    at: known?.at ?? moment.at,
    tier: 0,
    failure: failure.kind,
    message: failure.message,
    ...unknownModel(agent, failure),
    status: failure.status,
    until,
    wakes: world.limit?.wakes ?? world.settings.wakeAfterLimit,
  }
  return [{ type: "attention.raised", agentId: item.agentId, item }, ...(known ? [] : notOver(world, agent, failure))]
}

/** The name it was refused for: by the time somebody reads of it, the agent may ask for another. */
export function unknownModel({ turn }: Agent, { kind }: ModelFailure): { model?: string } {
  return kind === "model_not_found" && turn ? { model: turn.model } : {}
}

/** Those who were to go on because the trouble seemed to be over would only be refused one after the other; the user's word stands. */
function notOver(world: World, { id, rehearsal }: Agent, { kind }: ModelFailure): Event[] {
  const isMisled = ({ due, trouble }: Agent) => due && !due.byUser && trouble?.parked && trouble.failure.kind === kind
  return allAgents(world)
    .filter((one) => one.id !== id && one.rehearsal === rehearsal && isMisled(one))
    .map(({ id: agentId }) => ({ type: "agent.planned", agentId, due: null, waits: null }))
}

export function usageLimit(world: World, agent: Agent, failure: ModelFailure, until: Instant, moment: Moment): Event[] {
  const isLong = failure.kind === "rate_limited" && Date.parse(until) - Date.parse(moment.at) >= LIMIT_MS
  if (!isLong || (world.limit && Date.parse(world.limit.until) >= Date.parse(until) - LIMIT_MS)) return []
  const limit = { until, wakes: world.limit?.wakes ?? world.settings.wakeAfterLimit }
  return [{ type: "limit.changed", limit }, ...askAboutProvider(world, agent, failure, until, moment)]
}

/** Whoever it held back goes on, one after the other; or stays where it is, if that is what the user wanted. */
export function limitOver(world: World, moment: Moment): Event[] {
  const { limit } = world
  if (!limit) return []
  const held = allAgents(world).filter(({ due }) => due?.limited)
  return [
    { type: "limit.changed", limit: null },
    ...held.flatMap((agent, place): Event[] => {
      const byUser = agent.due?.byUser
      if (!limit.wakes && !byUser) return keptAsleep(agent, moment)
      const due = { at: inLine(moment.at, place + 1), why: agent.due?.why ?? "continue", ...(byUser ? { byUser } : {}) } as const
      return [{ type: "agent.planned", agentId: agent.id, due, waits: null }]
    }),
  ]
}

export function keptAsleep(agent: Agent, { at }: Moment): Event[] {
  return moveTo(agent, { kind: "paused", at, by: "limit" }, "The provider's limit was met; you said not to wake it.")
}

/** One after the other, so that the provider is not run over. */
export function inLine(from: Instant, place: number): Instant {
  return toInstant(fromInstant(from).add({ milliseconds: place * APART_MS }))
}

const APART_MS = 200

export function settled(world: World, id: ItemId, note: string): Event[] {
  const item = world.attention[id]
  if (!item) return []
  return [{ type: "attention.resolved", agentId: item.agentId, itemId: id, outcome: "resumed", note, visibleMs: 0 }]
}
