import { type AgentId, type Event, projectWorkspaceId, type WorkspaceId, type World } from "@kibitz/contract"
import { defineConcept } from "../kernel/concept.ts"
import { followUp } from "../kernel/follow-ups.ts"
import { putAgent } from "../team/agents.ts"
import { agentOf, ofAgent, onAgent } from "../team/of-agent.ts"
import { hasTaintedFiles } from "../workspace/workspaces.ts"
import { tellJudged, tellRun } from "./audit.ts"
import { decideFinish, judgeAgain } from "./decide.ts"
import { evolveCall } from "./evolve.ts"
import { blockedHistory, resultHistory } from "./history.ts"
import { decideHoldCalls, decideReleaseCall } from "./hold.ts"
import { leanCall } from "./lean.ts"
import { showCall, showEnd, showRunning } from "./transcript.ts"

export const call = defineConcept({
  name: "call",
  commands: {
    "call.finish": ofAgent(decideFinish),
    "calls.hold": ofAgent((_, agent, command) => decideHoldCalls(agent, command)),
    "call.release": ofAgent(decideReleaseCall),
  },
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
  followUps: [
    followUp({
      stage: "changes",
      on: ["posture.changed", "grant.given", "grants.ended", "sandbox.recorded", "workspace.head-recorded", "settings.changed"],
      find: (events, world) => {
        const ids = toJudgeAgain(world, events)
        return ids.length > 0 ? [ids] : []
      },
      run: (world, ids, moment) =>
        judgeAgain(
          world,
          ids.map((id) => agentOf(world, id)),
          "What it may do has changed.",
          moment,
        ),
    }),
  ],
  transcript: {
    "call.asked": showCall,
    "call.allowed": showCall,
    "call.blocked": showCall,
    "calls.held": (items, { callIds }) => showRunning(items, new Set(callIds), "held"),
    "call.released": (items, { callId }) => showRunning(items, new Set([callId]), "running"),
    "call.finished": showEnd,
  },
  history: { "call.finished": resultHistory, "call.blocked": blockedHistory },
  audit: { "call.asked": tellJudged, "call.allowed": tellJudged, "call.blocked": tellJudged, "call.finished": tellRun },
  lean: {
    "call.asked": leanCall,
    "call.allowed": leanCall,
    "call.blocked": leanCall,
    "call.finished": (event) => ({ ...event, result: { ...event.result, output: "" } }),
  },
})

/** Agents whose waiting requests were made under another posture, grant, sandbox or setting, or on another commit of their workspace. */
function toJudgeAgain(world: World, events: readonly Event[]): readonly AgentId[] {
  let everybody = false
  const agents = new Set<AgentId>()
  const workspaces = new Set<WorkspaceId>()
  for (const event of events) {
    if (event.type === "posture.changed") agents.add(event.agentId)
    else if (event.type === "workspace.head-recorded") workspaces.add(event.workspaceId ?? projectWorkspaceId)
    else everybody = true
  }
  const isConcerned = (id: AgentId) => {
    if (everybody || agents.has(id)) return true
    return workspaces.size > 0 && workspaces.has(agentOf(world, id).workspaceId)
  }
  const waiting = new Set(Object.values(world.attention).map(({ agentId }) => agentId))
  return [...waiting].filter(isConcerned)
}
