import { defineConcept } from "../kernel/concept.ts"
import { ofAgent } from "../team/of-agent.ts"
import { decideBudget } from "./decide.ts"
import { costRecord } from "./record.ts"

export const cost = defineConcept({
  ...costRecord,
  commands: { "agent.set-budget": ofAgent(decideBudget) },
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
