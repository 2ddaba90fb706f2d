// Owns: what the user does with an item besides answering it: put it off, have seen it, want quiet; and whether a usage limit wakes anybody.

import { type AttentionItem, type CommandOf, type Event, fromInstant, toInstant, type World } from "@kibitz/contract"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { findAgent } from "../team/agents.ts"
import { itemOf, resolved } from "./items.ts"
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

function gone(): Decision {
  return reject("unknown-item", "That is not waiting any more.")
}
