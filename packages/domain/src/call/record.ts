import { defineRecord } from "../kernel/concept.ts"
import { putAgent } from "../team/agents.ts"
import { agentOf, onAgent } from "../team/of-agent.ts"
import { hasTaintedFiles } from "../workspace/workspaces.ts"
import { evolveCall } from "./evolve.ts"
import { leanCall } from "./lean.ts"
import { showCall, showEnd, showRunning } from "./transcript.ts"

/** What is kept, folded and shown of call: all of it that a screen needs. The rules are in module.ts. */
export const callRecord = defineRecord({
  name: "call",
  events: {
    "call.asked": onAgent(evolveCall),
    "call.allowed": onAgent(evolveCall),
    "calls.held": onAgent(evolveCall),
    "call.released": onAgent(evolveCall),
    "call.blocked": onAgent(evolveCall),
    "call.finished": (world, event, at) => {
      const agent = agentOf(world, event.agentId)
      return { agents: putAgent(world.agents, evolveCall(agent, event, at, hasTaintedFiles(world, agent))) }
    },
  },
  transcript: {
    "call.asked": showCall,
    "call.allowed": showCall,
    "call.blocked": showCall,
    "calls.held": (items, { callIds }) => showRunning(items, new Set(callIds), "held"),
    "call.released": (items, { callId }) => showRunning(items, new Set([callId]), "running"),
    "call.finished": showEnd,
  },
  beginsLines: {
    "call.asked": ({ callId }) => [callId],
    "call.allowed": ({ callId }) => [callId],
    "call.blocked": ({ callId }) => [callId],
  },
  completesLine: { "call.finished": ({ callId }) => callId },
  lean: {
    "call.asked": leanCall,
    "call.allowed": leanCall,
    "call.blocked": leanCall,
    "call.finished": (event) => ({ ...event, result: { ...event.result, output: "" } }),
  },
})
