import type { Agent, Event, ItemId, World } from "@kibitz/contract"
import type { Moment } from "../kernel/outcome.ts"

/** Once for each limit, whoever meets it first. */
export function askForMoney(paid: World, agent: Agent, holder: Agent, moment: Moment): Event[] {
  const limitUsd = holder.limitUsd ?? 0
  if (Object.values(paid.attention).some((item) => item.kind === "budget" && item.holderId === holder.id)) return []
  const raised: Event = {
    type: "attention.raised",
    agentId: agent.id,
    item: {
      kind: "budget",
      id: moment.id("item") as ItemId,
      agentId: agent.id,
      at: moment.at,
      tier: 0,
      holderId: holder.id,
      limitUsd,
      spentUsd: holder.spentUsd + holder.spentBelowUsd,
    },
  }
  return [raised]
}
