// Owns: what the machine of a turn does: asking the model, recording what came back, waiting, giving up. Does not own: when (turn-machine).
import { type ModelFailure, type TurnId, toInstant } from "@kibitz/contract"
import { attemptsAt, findAgent, isOffline } from "@kibitz/domain"
import type { Chance, Clock } from "@kibitz/ports"
import { askedFor, retryPlan } from "../machines/retry-policy.ts"
import { type TurnInput, turnMachine } from "../machines/turn-machine.ts"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import { LONG_WAIT_MS } from "./rate-limit.ts"
import type { Report } from "./report.ts"
import { type TalkNeeds, talkTo } from "./talk.ts"

export type TurnEffectsNeeds = TalkNeeds & { readonly clock: Clock; readonly chance: Chance; readonly report: Report }

/** The machine that every turn runs on. `cutAll` ends all requests that are out. */
export function effectiveMachine(needs: TurnEffectsNeeds): { machine: typeof turnMachine; cutAll(): void } {
  const { live, report } = needs
  /** How to cut off what is being asked, by turn. */
  const talks = new Map<TurnId, () => void>()
  const machine = turnMachine.provide({
    actions: {
      ask: ({ context: { agentId, turnId }, self }) =>
        void talks.set(
          turnId,
          talkTo(needs, { agentId, turnId }, (event) => self.send(event)),
        ),
      cut: ({ context: { turnId } }) => {
        talks.get(turnId)?.()
        talks.delete(turnId)
      },
      record: ({ context: { agentId, turnId } }, { reply }) => report({ type: "turn.reply", agentId, turnId, reply }),
      giveUpOrDelay: ({ context }, { failure }) => giveUpOrDelay(needs, context, failure),
      tryAgain: ({ context }) => tryAgain(needs, context),
      stop: ({ context: { agentId, turnId } }) => report({ type: "turn.stop", agentId, turnId, draft: live.draft(agentId) }),
    },
  })
  return {
    machine,
    cutAll() {
      for (const cut of talks.values()) cut()
      talks.clear()
    },
  }
}

function giveUpOrDelay(needs: TurnEffectsNeeds, { agentId, turnId }: TurnInput, failure: ModelFailure): void {
  const { supervisor, live, limit, chance, report } = needs
  const world = supervisor.world()
  const isKnown = failure.kind === "offline" && isOffline(world)
  const attempt = isKnown ? attemptsAt("offline") : (findAgent(world, agentId)?.turn?.attempt ?? 1)
  const plan = retryPlan(failure, attempt, chance.next())
  const draft = live.draft(agentId)
  if (plan.kind === "fail") return report({ type: "turn.fail", agentId, turnId, failure, parked: plan.parked, draft })
  if (failure.kind === "rate_limited") limit.hold(failure.retryAfterMs === null ? plan.ms : askedFor(failure))
  report({ type: "turn.delay", agentId, turnId, failure, delayMs: plan.ms, draft })
}

function tryAgain({ supervisor, timers, report }: TurnEffectsNeeds, { agentId, turnId }: TurnInput): void {
  const again = () => report({ type: "turn.retry-step", agentId, turnId })
  const status = findAgent(supervisor.world(), agentId)?.turn?.status
  // Never earlier than the provider said, and never all in the same instant (A1).
  if (status?.kind === "delayed" && status.failure.kind === "rate_limited") timers.inLine(`wake/${turnId}`, again)
  else again()
}

/** The clock of all machines, over the one timer queue. Long waits are by the wall clock, so that they end in time after a suspend. */
export function machineClock(timers: TimerQueue, clock: Clock) {
  let timersSet = 0
  return {
    setTimeout(callback: (...args: never[]) => void, ms: number) {
      const key = `turn/${timersSet++}`
      const ring = callback as () => void
      return ms < LONG_WAIT_MS
        ? timers.after(ms, key, ring)
        : timers.at(toInstant(clock.now().add({ milliseconds: Math.ceil(ms) })), key, ring)
    },
    clearTimeout: (cancel: unknown) => (cancel as (() => void) | undefined)?.(),
  }
}
