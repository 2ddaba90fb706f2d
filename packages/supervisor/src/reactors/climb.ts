// Owns: that a question an agent above does not answer in time climbs on (OPM-9).
import { type AgentId, fromInstant, type ItemId, type ParkedQuestion, type Recorded, type World } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import type { Clock } from "@kibitz/ports"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import type { Report } from "./report.ts"

export function climbQuestions(
  timers: TimerQueue,
  clock: Clock,
  report: Report,
): { start(world: World): void; follow(batch: readonly Recorded[]): void } {
  const cancels = new Map<ItemId, () => void>()

  function plan(agentId: AgentId, question: ParkedQuestion): void {
    const { id, climbsAt } = question
    cancels.get(id)?.()
    cancels.set(
      id,
      timers.at(climbsAt, `climb/${id}`, () => ring(agentId, question)),
    )
  }

  function ring(agentId: AgentId, question: ParkedQuestion): void {
    const { id, climbsAt } = question
    cancels.delete(id)
    // The clock was set back meanwhile: by what it says now, there is time left to answer.
    if (fromInstant(climbsAt).epochMilliseconds > clock.now().epochMilliseconds) return plan(agentId, question)
    report({ type: "question.climb", agentId, itemId: id })
  }

  return {
    start(world) {
      for (const agent of allAgents(world)) for (const question of agent.asking) plan(agent.id, question)
    },
    follow(batch) {
      for (const { event } of batch) {
        if (event.type === "question.parked") plan(event.agentId, event.question)
        if (event.type !== "question.left") continue
        cancels.get(event.itemId)?.()
        cancels.delete(event.itemId)
      }
    },
  }
}
