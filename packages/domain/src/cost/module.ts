import { defineConcept } from "../kernel/concept.ts"
import { ofAgent, onAgent } from "../team/of-agent.ts"
import { chargeAbove } from "./charge.ts"
import { decideBudget } from "./decide.ts"
import { promisesAfter } from "./promise.ts"

export const cost = defineConcept({
  name: "cost",
  commands: { "agent.set-budget": ofAgent(decideBudget) },
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
  audit: {
    "agent.budgeted": ({ agentId, limitUsd }) => ({
      kind: "limit",
      agentId,
      rule: "budget",
      because: "A limit was set.",
      facts: { limitUsd },
    }),
  },
})
