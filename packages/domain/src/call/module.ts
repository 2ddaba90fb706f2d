import { type AgentId, type Event, projectWorkspaceId, type WorkspaceId, type World } from "@kibitz/contract"
import { defineConcept } from "../kernel/concept.ts"
import { followUp } from "../kernel/follow-ups.ts"
import { agentOf, ofAgent } from "../team/of-agent.ts"
import { tellJudged, tellRun } from "./audit.ts"
import { decideFinish, judgeAgain } from "./decide.ts"
import { blockedHistory, resultHistory } from "./history.ts"
import { decideHoldCalls, decideReleaseCall } from "./hold.ts"
import { callRecord } from "./record.ts"

export const call = defineConcept({
  ...callRecord,
  commands: {
    "call.finish": ofAgent(decideFinish),
    "calls.hold": ofAgent((_, agent, command) => decideHoldCalls(agent, command)),
    "call.release": ofAgent(decideReleaseCall),
  },
  followUps: [
    followUp({
      name: "judge waiting calls again",
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
  beginsCalls: { "call.allowed": ({ callId }) => [callId] },
  historyMarks: { "call.finished": () => ({ mayBeAhead: true }) },
  history: { "call.finished": resultHistory, "call.blocked": blockedHistory },
  audit: { "call.asked": tellJudged, "call.allowed": tellJudged, "call.blocked": tellJudged, "call.finished": tellRun },
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
