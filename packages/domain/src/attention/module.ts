import { defineConcept } from "../kernel/concept.ts"
import { putAgent } from "../team/agents.ts"
import { agentOf } from "../team/of-agent.ts"
import { decideQuiet, decideSeen, decideSnooze, decideWakeItem } from "./decide.ts"
import { evolveAttention, withAsking, withItem } from "./evolve.ts"
import { withCard } from "./items.ts"

export const attention = defineConcept({
  name: "attention",
  world: { attention: {}, quietUntil: null },
  commands: {
    "attention.snooze": decideSnooze,
    "attention.seen": decideSeen,
    "attention.quiet": decideQuiet,
    "attention.wake": decideWakeItem,
  },
  events: {
    "attention.raised": (world, event, at) => {
      const items = evolveAttention(world.attention, event)
      const agent = withItem(agentOf(world, event.agentId), event, at)
      return { attention: items, agents: putAgent(world.agents, withAsking(agent, items)) }
    },
    "attention.resolved": (world, event, at) => {
      const items = evolveAttention(world.attention, event)
      const agent = withItem(agentOf(world, event.agentId), event, at)
      return { attention: items, agents: putAgent(world.agents, withAsking(agent, items)) }
    },
    "attention.snoozed": (world, event) => {
      const items = evolveAttention(world.attention, event)
      return { attention: items, agents: putAgent(world.agents, withAsking(agentOf(world, event.agentId), items)) }
    },
    "attention.quieted": (_, { until }) => ({ quietUntil: until }),
  },
  completes: (events, { origin }) => withCard(events, origin),
  audit: {
    "attention.raised": ({ agentId, item }) => {
      if (item.kind !== "budget") return null
      const { holderId, limitUsd, spentUsd } = item
      const facts = { holderId, limitUsd, spentUsd }
      return { kind: "limit", agentId, rule: "budget-reached", because: "A limit was reached.", facts }
    },
    "attention.resolved": (event, _, before) => {
      const { agentId, itemId, outcome, note, visibleMs, callId, surface = null, pattern } = event
      const item = before?.attention[itemId]
      const asked = item ? { card: item.kind, ...("verdict" in item ? { rule: item.verdict.rule } : {}) } : {}
      const facts = { itemId, outcome, visibleMs, surface, ...asked, ...(pattern === undefined ? {} : { pattern }) }
      return { kind: "answer", agentId, ...(callId ? { callId } : {}), rule: outcome, because: note, facts }
    },
  },
})
