// Owns: one machine per turn under way, fed from the committed world. The machine waits; the world decides; this only introduces them.
import { type AgentId, type Recorded, type Turn, type TurnId, toInstant, type World } from "@kibitz/contract"
import { attemptsAt, findAgent, isOffline } from "@kibitz/domain"
import type { Chance, Clock } from "@kibitz/ports"
import { type ActorRefFrom, createActor } from "xstate"
import { askedFor, retryPlan } from "../machines/retry-policy.ts"
import { msLeftSince } from "../machines/time-left.ts"
import { type TurnEvent, turnMachine } from "../machines/turn-machine.ts"
import { LONG_WAIT_MS } from "./rate-limit.ts"
import type { Report } from "./report.ts"
import { type TalkNeeds, talkTo } from "./talk.ts"

type Running = { readonly turnId: TurnId; readonly actor: ActorRefFrom<typeof turnMachine>; told: string }

export type RunTurnsNeeds = TalkNeeds & { readonly clock: Clock; readonly chance: Chance; readonly report: Report }

export function runTurns(needs: RunTurnsNeeds): { follow(batch: readonly Recorded[], world: World): void; stop(): void } {
  const { supervisor, live, histories, words, limit, clock, chance, report, timers } = needs
  const running = new Map<AgentId, Running>()
  /** How to cut off what is being asked, by turn. */
  const talks = new Map<TurnId, () => void>()
  let timersSet = 0
  const timeLeft = msLeftSince(supervisor.world(), clock)
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
      giveUpOrDelay: ({ context: { agentId, turnId } }, { failure }) => {
        const world = supervisor.world()
        const isKnown = failure.kind === "offline" && isOffline(world)
        const attempt = isKnown ? attemptsAt("offline") : (findAgent(world, agentId)?.turn?.attempt ?? 1)
        const plan = retryPlan(failure, attempt, chance.next())
        const draft = live.draft(agentId)
        if (plan.kind === "fail") return report({ type: "turn.fail", agentId, turnId, failure, parked: plan.parked, draft })
        if (failure.kind === "rate_limited") limit.hold(failure.retryAfterMs === null ? plan.ms : askedFor(failure))
        report({ type: "turn.delay", agentId, turnId, failure, delayMs: plan.ms, draft })
      },
      tryAgain: ({ context: { agentId, turnId } }) => tryAgain(agentId, turnId),
      stop: ({ context: { agentId, turnId } }) => report({ type: "turn.stop", agentId, turnId, draft: live.draft(agentId) }),
    },
  })
  const machineClock = {
    setTimeout(callback: (...args: never[]) => void, ms: number) {
      const key = `turn/${timersSet++}`
      const ring = callback as () => void
      return ms < LONG_WAIT_MS
        ? timers.after(ms, key, ring)
        : timers.at(toInstant(clock.now().add({ milliseconds: Math.ceil(ms) })), key, ring)
    },
    clearTimeout: (cancel: unknown) => (cancel as (() => void) | undefined)?.(),
  }

  function tryAgain(agentId: AgentId, turnId: TurnId): void {
    const again = () => report({ type: "turn.retry-step", agentId, turnId })
    const status = findAgent(supervisor.world(), agentId)?.turn?.status
    // Never earlier than the provider said, and never all in the same instant (A1).
    if (status?.kind === "delayed" && status.failure.kind === "rate_limited") timers.inLine(`wake/${turnId}`, again)
    else again()
  }

  function begin(agentId: AgentId, turnId: TurnId): Running {
    const actor = createActor(machine, { input: { agentId, turnId }, clock: machineClock })
    actor.start()
    const started = { turnId, actor, told: "" }
    running.set(agentId, started)
    return started
  }

  function end(agentId: AgentId, turn: Running): void {
    turn.actor.send({ type: "turn.over" })
    running.delete(agentId)
    live.end(agentId)
    histories.forget(agentId)
    words.forget(agentId)
  }

  function attend(agentId: AgentId, world: World): void {
    const turn = findAgent(world, agentId)?.turn ?? null
    let known = running.get(agentId)
    if (known && known.turnId !== turn?.id) {
      end(agentId, known)
      known = undefined
    }
    if (!turn) return
    known ??= begin(agentId, turn.id)
    // The talk that is under way waits for its place itself; told anew, it would begin a second time.
    const kind = turn.status.kind === "held" ? "asking" : turn.status.kind
    const where = `${turn.step}/${turn.attempt}/${kind}`
    if (known.told === where) return
    known.told = where
    // After a reply the machine waits for the journal already; that tools run meanwhile makes no difference to it.
    if (turn.status.kind === "calling" && known.actor.getSnapshot().matches("settling")) return
    known.actor.send(whereItStands(turn, timeLeft))
  }

  return {
    follow(batch, world) {
      const touched = new Set<AgentId>()
      for (const { event } of batch) {
        if (!("agentId" in event)) continue
        touched.add(event.agentId)
        if (event.type === "turn.replied" || event.type === "turn.delayed") live.end(event.agentId)
      }
      for (const agentId of touched) attend(agentId, world)
    },
    stop() {
      for (const cut of talks.values()) cut()
      talks.clear()
      for (const { actor } of running.values()) actor.stop()
      running.clear()
    },
  }
}

function whereItStands(turn: Turn, timeLeft: ReturnType<typeof msLeftSince>): TurnEvent {
  switch (turn.status.kind) {
    case "asking":
    case "held":
      return { type: "turn.asking" }
    case "calling":
      return { type: "turn.calling" }
    case "stopping":
      return { type: "turn.stopping" }
    case "delayed":
      return { type: "turn.delayed", delayMs: timeLeft(turn.id, turn.status) }
  }
}
