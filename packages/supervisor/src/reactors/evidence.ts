// Owns: signs of life that are not in the journal, and their absence (OPM-7). Text that streams and a tool that prints are noted now and
// then, all in one transaction; of one that should be working and gives no sign it is said so, once. One timer, only while somebody works.
import type { Agent, AgentId, Recorded, World } from "@kibitz/contract"
import { allAgents, findAgent, isRunning, SILENT_MS } from "@kibitz/domain"
import type { Clock } from "@kibitz/ports"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import type { Report } from "./report.ts"

const NOTED_EVERY_MS = 30_000
/** By the journal's clock it must be over as well, which counts whole milliseconds: refused as too early, it would never be said. */
const TOLD_AFTER_MS = SILENT_MS + 50

type Watched = { lastSign: number; told: boolean }

export type Evidence = {
  /** Called for every piece of text: must cost next to nothing. */
  saw(agentId: AgentId, what: string): void
  start(world: World): void
  follow(batch: readonly Recorded[], world: World): void
}

export function gatherEvidence(timers: TimerQueue, clock: Clock, report: Report): Evidence {
  const watched = new Map<AgentId, Watched>()
  const signs = new Map<AgentId, string>()
  let expected = 0
  let cancel: (() => void) | null = null

  function attend(agent: Agent | undefined, agentId: AgentId): void {
    // What the journal has just said is newer than any sign before it: noted later, that would pass for a sign of what runs now.
    signs.delete(agentId)
    if (agent && isWorking(agent)) watched.set(agentId, { lastSign: clock.monotonic(), told: false })
    else watched.delete(agentId)
  }

  function arm(): void {
    if (watched.size === 0) {
      cancel?.()
      cancel = null
    } else if (!cancel) {
      const ms = untilNext(clock.monotonic())
      expected = clock.monotonic() + ms
      cancel = timers.after(ms, "evidence", look)
    }
  }

  /** Whoever falls silent before the next look is told of when that is, and not up to half a minute later. */
  function untilNext(now: number): number {
    let next = NOTED_EVERY_MS
    for (const { lastSign, told } of watched.values()) {
      if (!told) next = Math.min(next, lastSign + TOLD_AFTER_MS - now)
    }
    return Math.max(0, next)
  }

  function look(): void {
    cancel = null
    const now = clock.monotonic()
    // While the computer slept nobody could give a sign.
    const slept = Math.max(0, now - expected)
    for (const [agentId, one] of watched) {
      one.lastSign += slept
      const what = signs.get(agentId)
      if (what !== undefined) {
        watched.set(agentId, { lastSign: now, told: false })
        report({ type: "evidence.record", agentId, what })
      } else if (!one.told && now - one.lastSign >= TOLD_AFTER_MS) {
        one.told = true
        report({ type: "agent.record-silence", agentId })
      }
    }
    signs.clear()
    arm()
  }

  return {
    saw: (agentId, what) => void signs.set(agentId, what),
    start(world) {
      for (const agent of allAgents(world)) if (agent.turn) attend(agent, agent.id)
      arm()
    },
    follow(batch, world) {
      const touched = new Set<AgentId>()
      for (const { event } of batch) if ("turnId" in event) touched.add(event.agentId)
      if (touched.size === 0) return
      for (const agentId of touched) attend(findAgent(world, agentId), agentId)
      arm()
    },
  }
}

/** A request is out, or a tool runs. Held, delayed, or waiting for the user is not working, and nothing is to be heard of it. */
function isWorking({ turn }: Agent): boolean {
  if (turn?.status.kind === "asking") return true
  return turn?.status.kind === "calling" && turn.calls.some(isRunning)
}
