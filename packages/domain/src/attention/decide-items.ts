// Owns: what the user does with an item besides answering it: put it off, have seen it, want quiet; and whether a usage limit wakes anybody.
import {
  type Agent,
  type AttentionItem,
  type CommandOf,
  type Event,
  fromInstant,
  type Instant,
  toInstant,
  type World,
} from "@kibitz/contract"
import { allAgents, findAgent } from "../agent/agents.ts"
import { wakingUp } from "../agent/lifecycle.ts"
import { moveTo } from "../agent/standing.ts"
import { resolved } from "../call/ask.ts"
import { visible } from "../gate/action.ts"
import { deletionStep } from "../gate/deletion.ts"
import { accept, type Decision, type Moment, reject } from "../outcome.ts"
import { inLine, limitItem } from "../turn/provider.ts"
import { itemOf } from "./decide.ts"
import { batchOf } from "./merge.ts"
import { isSnoozed, isTeamAtWork, snoozeUntil } from "./snooze.ts"

/** Looking at the others does not end them: amber is a promise (ux, principle 3). */
const endsWhenSeen: ReadonlySet<AttentionItem["kind"]> = new Set(["result", "your-turn"])

/** Equal ones are one to the user, and sleep together. */
export function decideSnooze(world: World, command: CommandOf<"attention.snooze">, moment: Moment): Decision {
  const item = itemOf(world, command.itemId)
  if (!item) return gone()
  if (command.until === "team" && !isTeamAtWork(world, item)) {
    return reject("not-allowed", "Nobody below that agent is at work, so there is nothing to wait for. Choose a time instead.")
  }
  const until = command.until === null ? null : snoozeUntil(command.until, moment.at, moment.zone ?? "UTC")
  const batch = batchOf(item)
  const equal = batch === null ? [item] : Object.values(world.attention).filter((other) => batchOf(other) === batch)
  return accept(
    ...equal
      .filter(({ snoozed = null }) => snoozed !== until)
      .map(({ id, agentId }): Event => ({ type: "attention.snoozed", agentId, itemId: id, until })),
  )
}

/** Back among what waits, if it has slept long enough by now. */
export function decideWakeItem(world: World, { itemId }: CommandOf<"attention.wake">, { at }: Moment): Decision {
  const item = itemOf(world, itemId)
  if (!item) return gone()
  if (item.snoozed == null || isSnoozed(world, item, at)) return accept()
  return accept({ type: "attention.snoozed", agentId: item.agentId, itemId, until: null })
}

/** Counted on the disk, for the card that asks: what would go is named by number. */
export function decideSurvey(world: World, { itemId, survey }: CommandOf<"approval.survey">): Decision {
  const item = itemOf(world, itemId)
  if (item?.kind !== "approval" || !item.destructive) return reject("stale", "That approval is not waiting any more.")
  const shown = { ...survey, first: survey.first.map(visible) }
  const stepTwo = deletionStep(survey) ?? item.stepTwo
  if (JSON.stringify(shown) === JSON.stringify(item.survey)) return accept()
  return accept({ type: "approval.surveyed", agentId: item.agentId, itemId, survey: shown, stepTwo })
}

export function decideSeen(world: World, command: CommandOf<"attention.seen">, { origin }: Moment): Decision {
  const item = itemOf(world, command.itemId)
  const agent = item && findAgent(world, item.agentId)
  if (!item || !agent) return gone()
  // A unit that waits for a look is ended by letting the agent go on, not by looking.
  if (!endsWhenSeen.has(item.kind) || (item.kind === "your-turn" && item.why === "unit")) {
    return reject("not-allowed", "That is not ended by looking at it. Answer it, or put it off.")
  }
  return accept(resolved(agent, item, "seen", "", { surface: origin.surface }))
}

export function decideQuiet({ quietUntil }: World, command: CommandOf<"attention.quiet">, { at }: Moment): Decision {
  const until = command.minutes === 0 ? null : toInstant(fromInstant(at).add({ minutes: command.minutes }))
  return until === quietUntil ? accept() : accept({ type: "attention.quieted", until })
}

/** Holds for the limit that is on now; those it has parked already are planned again when they may wake. */
export function decideWake(world: World, { wake }: CommandOf<"limit.wake">, moment: Moment): Decision {
  const { limit, attention } = world
  const item = attention[limitItem]
  if (!limit || item?.kind !== "provider") return reject("unknown-item", "No limit of the provider is on.")
  if (limit.wakes === wake) return accept()
  const asleep = wake ? allAgents(world).filter(isAsleep) : []
  const isOn = Date.parse(limit.until) > Date.parse(moment.at)
  const from = isOn ? limit.until : moment.at
  return accept(
    { type: "limit.changed", limit: { ...limit, wakes: wake } },
    { type: "attention.raised", agentId: item.agentId, item: { ...item, wakes: wake } },
    ...asleep.flatMap((agent, at): Event[] => [
      ...(agent.standing.kind === "paused" ? moveTo(agent, { kind: "open" }, "You let it wake after the limit.") : []),
      ...(agent.presence ? wakingUp(world, agent, moment) : [planned(agent, inLine(from, at), isOn)]),
    ]),
  )
}

function planned({ id: agentId, trouble }: Agent, at: Instant, isLimited: boolean): Event {
  const why = trouble ? "restart" : "continue"
  return { type: "agent.planned", agentId, due: { at, why, ...(isLimited ? { limited: true } : {}) }, waits: null }
}

/** Its turn was parked when the limit was over, or it was not started; and the user has not let it go on already. */
function isAsleep({ standing, due, trouble }: Agent): boolean {
  if (standing.kind === "paused") return standing.by === "limit"
  return standing.kind === "open" && !due && trouble?.parked === true && trouble.failure.kind === "rate_limited"
}

function gone(): Decision {
  return reject("unknown-item", "That is not waiting any more.")
}
