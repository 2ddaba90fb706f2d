// Owns: whether the agents that a usage limit of the provider holds back wake up when it is over.
import type { Agent, CommandOf, Event, Instant, World } from "@kibitz/contract"
import { wakingUp } from "../agent/lifecycle.ts"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { inLine, limitItem } from "../provider/provider.ts"
import { allAgents } from "../team/agents.ts"
import { moveTo } from "../team/standing.ts"

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
