// Owns: the brief without a model: Kibitz runs the checks itself, and what they amount to ends the unit (OPM-8, VER-1).
import type { CallId } from "@kibitz/contract"
import type { WorkBrief } from "../brief/define.ts"
import { verified } from "../turn/unit-end.ts"
import { advanceVerification, checksFor, isCheck, startVerification } from "../verification/verify.ts"

export const verification: WorkBrief = {
  kind: "verification",
  byKibitz: true,
  tools: ["bash"],
  next(world, agent, turn, ended, moment) {
    const index = turn.checks.findIndex(({ callId }) => callId === ended.callId)
    if (!isCheck(turn, ended) || turn.outcomes.length > index) return []
    const events = advanceVerification(world, agent, turn, ended, moment)
    const end = events.find((one) => one.type === "verification.ended")
    return end ? [...events, ...verified(world, { ...agent, turn: null }, turn, end, moment)] : events
  },
  // Half a verification proves nothing.
  again(world, agent, turn, moment) {
    const now = checksFor(world, agent, moment)
    // By the checks of today; with none left, by those it was to be held to, or it would never come to an end.
    const checks = now.length > 0 ? now : turn.checks.map((check) => ({ ...check, callId: moment.id("call") as CallId }))
    return [
      { type: "verification.cut-off", agentId: agent.id, turnId: turn.id },
      ...startVerification(world, agent, checks, turn.said, moment),
    ]
  },
}
