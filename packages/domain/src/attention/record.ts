import { defineRecord } from "../kernel/concept.ts"
import { putAgent } from "../team/agents.ts"
import { agentOf } from "../team/of-agent.ts"
import { evolveAttention, withAsking, withItem } from "./evolve.ts"

/** What is kept, folded and shown of attention: all of it that a screen needs. The rules are in module.ts. */
export const attentionRecord = defineRecord({
  name: "attention",
  world: { attention: {}, quietUntil: null },
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
})
