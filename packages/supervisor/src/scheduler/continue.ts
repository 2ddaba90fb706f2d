// Owns: that an agent goes on when its time has come: once, not before, also when Kibitz was closed in between (OPM-6, OPM-11). The
// world says when; a ring that no longer fits it is dropped. Does not own: whether it goes on by itself at all (domain).
import { type AgentId, type Due, fromInstant, type Recorded, type World } from "@kibitz/contract"
import { allAgents, findAgent } from "@kibitz/domain"
import type { Clock } from "@kibitz/ports"
import type { Supervisor } from "../supervisor.ts"
import type { TimerQueue } from "./timer-queue.ts"

export type Continuations = {
  /** From here on, with all whose time is known. Those that should have gone on while Kibitz was closed go one after the other. */
  start(): void
  follow(batch: readonly Recorded[]): void
}

export type ContinuationNeeds = {
  readonly supervisor: Pick<Supervisor, "world" | "dispatch">
  readonly clock: Clock
  readonly timers: TimerQueue
}

const TRY_AGAIN_MS = 1_000

export function continueAgents({ supervisor, clock, timers }: ContinuationNeeds): Continuations {
  const cancels = new Map<AgentId, () => void>()
  let started = false

  const keyOf = (agentId: AgentId) => `continue/${agentId}`

  function plan(agentId: AgentId, due: Due | null): void {
    cancels.get(agentId)?.()
    cancels.delete(agentId)
    if (due)
      cancels.set(
        agentId,
        timers.at(due.at, keyOf(agentId), () => ring(agentId, due)),
      )
  }

  function ring(agentId: AgentId, due: Due): void {
    cancels.delete(agentId)
    if (!isStill(supervisor.world(), agentId, due)) return
    // The clock was set back: by what it says now, its time is still to come.
    if (isAhead(due.at)) return plan(agentId, due)
    // The limit is over for everybody in the same instant, and not everybody asks in it (A1).
    if (due.limited)
      return void cancels.set(
        agentId,
        timers.inLine(keyOf(agentId), () => void go(agentId, due)),
      )
    void go(agentId, due)
  }

  async function go(agentId: AgentId, due: Due): Promise<void> {
    cancels.delete(agentId)
    const outcome = await supervisor.dispatch({ type: "agent.continue", agentId })
    if (!("rejection" in outcome) || outcome.rejection.kind !== "storage-failed") return
    // Looked at again then: meanwhile it may have been given another time, or somebody may have come.
    if (isStill(supervisor.world(), agentId, due) && !cancels.has(agentId)) {
      cancels.set(
        agentId,
        timers.after(TRY_AGAIN_MS, keyOf(agentId), () => ring(agentId, due)),
      )
    }
  }

  function isAhead(moment: Due["at"]): boolean {
    return fromInstant(moment).epochMilliseconds > clock.now().epochMilliseconds
  }

  return {
    start() {
      started = true
      for (const { id, due } of allAgents(supervisor.world())) if (due) plan(id, due)
    },
    follow(batch) {
      if (!started) return
      for (const { event } of batch) {
        if (event.type === "agent.planned") plan(event.agentId, event.due)
      }
    },
  }
}

function isStill(world: World, agentId: AgentId, due: Due): boolean {
  return findAgent(world, agentId)?.due?.at === due.at
}
