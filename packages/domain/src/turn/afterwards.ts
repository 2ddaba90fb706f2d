// Owns: what an agent does after a turn that was no part of its conversation. Messages waited until it was over, and are taken now.
import type { Agent, Event, World } from "@kibitz/contract"
import type { Moment } from "../kernel/outcome.ts"
import { startTurn } from "../message/start.ts"
import { mayTake } from "../message/wake.ts"

export type Situation = {
  readonly world: World
  /** Whose money is spent, and what asks for more. */
  readonly holder: Agent | null
  readonly money: readonly Event[]
  readonly moment: Moment
}

/** `then`: what the brief has made of it. Where that already decides what the agent does, nothing is added. */
export function continueAfter(situation: Situation, ended: Agent, then: readonly Event[]): readonly Event[] {
  if (isOver(ended, then)) return []
  return takesQueue(situation.world, ended) ? nextWords(situation, ended) : situation.money
}

export function takesQueue(world: World, agent: Agent): boolean {
  return agent.queue.length > 0 && agent.standing.kind === "open" && mayTake(world, agent, agent.queue)
}

export function nextWords({ world, holder, money, moment }: Situation, ended: Agent): readonly Event[] {
  return holder ? money : startTurn(world, ended, ended.queue, moment)
}

/** Done, stuck or in another turn already: the user is not asked to pay for an agent that does not continue. */
export function isOver({ id }: Agent, events: readonly Event[]): boolean {
  return events.some((event) => "agentId" in event && event.agentId === id && decidesNext(event))
}

function decidesNext(event: Event): boolean {
  return event.type === "turn.started" || (event.type === "agent.moved" && event.standing.kind !== "open")
}
