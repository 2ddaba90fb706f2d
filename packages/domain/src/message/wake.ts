// Owns: that agents which set each other going come to an end, like one that is continued (OPM-6): by the caps of an assignment.
import type { Agent, World } from "@kibitz/contract"
import { capped } from "../perseverance/stuck.ts"
import { type Incoming, isWakeUp } from "./start.ts"

/** Not by another agent once it has had as much as an assignment may take. The user who is there sees for themselves. */
export function mayBeWoken({ settings }: World, agent: Agent): boolean {
  return agent.presence !== null || capped(settings, agent) === null
}

/** Whether it may begin a turn with these. */
export function mayTake(world: World, agent: Agent, messages: readonly Incoming[]): boolean {
  return mayBeWoken(world, agent) || !isWakeUp(agent, messages)
}
