// Owns: that a question an agent above does not answer in time climbs on (OPM-9).
import type { AgentId, ItemId, ParkedQuestion, Recorded, World } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import type { Report } from "./report.ts"

export function climbQuestions(
  timers: TimerQueue,
  report: Report,
): { start(world: World): void; follow(batch: readonly Recorded[]): void } {
  const cancels = new Map<ItemId, () => void>()

  function plan(agentId: AgentId, { id, climbsAt }: ParkedQuestion): void {
    const climb = () => {
      cancels.delete(id)
      report({ type: "question.climb", agentId, itemId: id })
    }
    cancels.get(id)?.()
    cancels.set(id, timers.at(climbsAt, `climb/${id}`, climb))
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
