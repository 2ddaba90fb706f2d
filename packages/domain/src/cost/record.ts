import { defineRecord } from "../kernel/concept.ts"
import { onAgent } from "../team/of-agent.ts"
import { chargeAbove } from "./charge.ts"
import { promisesAfter } from "./promise.ts"

/** What is kept, folded and shown of cost: all of it that a screen needs. The rules are in module.ts. */
export const costRecord = defineRecord({
  name: "cost",
  events: { "agent.budgeted": onAgent((agent, { limitUsd }) => ({ ...agent, limitUsd })) },
  totals: [
    {
      on: ["turn.replied"],
      keep: (_, after, event) => (event.type === "turn.replied" ? chargeAbove(after, event.agentId, event.costUsd ?? 0) : after),
    },
    {
      on: ["agent.founded", "agent.budgeted", "agent.moved", "turn.replied"],
      keep: (before, after, event) => ("agentId" in event ? promisesAfter(before, after, event.agentId) : after),
    },
  ],
})
