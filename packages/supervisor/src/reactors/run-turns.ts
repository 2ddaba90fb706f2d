// Owns: one machine per turn under way, fed from the committed world. The machine waits; the world decides; this only introduces them.
import type { AgentId, Recorded, Turn, TurnId, World } from "@kibitz/contract"
import { findAgent, liveEndOf } from "@kibitz/domain"
import { type ActorRefFrom, createActor } from "xstate"
import { msLeftSince } from "../machines/time-left.ts"
import type { TurnEvent, turnMachine } from "../machines/turn-machine.ts"
import { effectiveMachine, machineClock, type TurnEffectsNeeds } from "./turn-effects.ts"

type Running = { readonly turnId: TurnId; readonly actor: ActorRefFrom<typeof turnMachine>; told: string }

export function runTurns(needs: TurnEffectsNeeds): { follow(batch: readonly Recorded[], world: World): void; stop(): void } {
  const { supervisor, live, histories, words, clock } = needs
  const running = new Map<AgentId, Running>()
  const { machine, cutAll } = effectiveMachine(needs)
  const machinesClock = machineClock(needs.timers, clock)
  const timeLeft = msLeftSince(supervisor.world(), clock)

  function begin(agentId: AgentId, turnId: TurnId): Running {
    const actor = createActor(machine, { input: { agentId, turnId }, clock: machinesClock })
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
    // The talk that is under way waits for its place itself; told again, it would begin a second time.
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
        if (liveEndOf(event)) live.end(event.agentId)
      }
      for (const agentId of touched) attend(agentId, world)
    },
    stop() {
      cutAll()
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
