import type { AgentId, Event, World } from "@kibitz/contract"
import { defineConcept } from "../kernel/concept.ts"
import { followUp } from "../kernel/follow-ups.ts"
import { agentOf, ofAgent, onAgent } from "../team/of-agent.ts"
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
    "call.finish": ofAgent((_, agent, command, moment) => decideFinish(agent, command, moment)),
    "calls.hold": ofAgent((_, agent, command) => decideHoldCalls(agent, command)),
    "call.release": ofAgent(decideReleaseCall),
  },
  events: {
    "call.asked": onAgent(evolveCall),
    "call.allowed": onAgent(evolveCall),
    "calls.held": onAgent(evolveCall),
    "call.released": onAgent(evolveCall),
    "call.blocked": onAgent(evolveCall),
    "call.finished": onAgent(evolveCall),
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

/** Those that wait for an answer which was asked for under another posture, another grant, another sandbox or another commit. */
function toJudgeAgain(world: World, events: readonly Event[]): readonly AgentId[] {
  const changed = new Set(events.flatMap((event) => (event.type === "posture.changed" ? [event.agentId] : [])))
  const everybody = events.some(({ type }) => type !== "posture.changed")
  if (!everybody && changed.size === 0) return []
  const waiting = new Set(Object.values(world.attention).map(({ agentId }) => agentId))
  return [...waiting].filter((id) => everybody || changed.has(id))
}
