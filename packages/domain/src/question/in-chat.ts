// Owns: questions that end without their card: what the user says in the chat answers what was open when they wrote it, and who has something
// else to do, or needs no answer any more, asks nothing. The same question of another agent stays.

import type { Agent, Event, EventOf, ItemId, World } from "@kibitz/contract"
import { resolved } from "../attention/items.ts"
import type { Moment } from "../kernel/outcome.ts"
import { findAgent } from "../team/agents.ts"
import { unneeded } from "./climb.ts"

export function answersQuestions(event: Event): event is EventOf<"message.delivered"> {
  return event.type === "message.delivered" && event.answers !== undefined
}

const LONGEST_NOTE = 500

/** Once the agent has read it: taken back before that, it has answered nothing. */
export function answeredInChat(world: World, event: Event, { origin }: Moment): Event[] {
  const agent = answersQuestions(event) ? findAgent(world, event.agentId) : undefined
  if (!agent || !answersQuestions(event)) return []
  const note = `Answered in the chat: ${event.text}`.slice(0, LONGEST_NOTE).toWellFormed()
  const surface = origin.actor === "user" ? origin.surface : null
  return [
    ...questionItems(world, agent, event.answers).map((item) => resolved(agent, item, "answered", note, { surface })),
    ...leaveParked(world, agent, "answered", note, event.answers),
  ]
}

/** Nobody waits for an answer any more. */
export function dropQuestions(world: World, agent: Agent, note: string): Event[] {
  return [
    ...questionItems(world, agent).map((item) => resolved(agent, item, "withdrawn", note)),
    ...leaveParked(world, agent, "withdrawn", note),
  ]
}

function questionItems({ attention }: World, { items }: Agent, among: readonly ItemId[] = items) {
  return items.flatMap((id) => (among.includes(id) && attention[id]?.kind === "question" ? [attention[id]] : []))
}

/** Those that are with an agent above, which has not to read them any more. */
function leaveParked(
  world: World,
  agent: Agent,
  outcome: "answered" | "withdrawn",
  note: string,
  among: readonly ItemId[] = agent.asking.map(({ id }) => id),
): Event[] {
  const held = agent.asking.filter(({ id }) => among.includes(id)).map((parked) => ({ agent, parked }))
  const left = held.map(({ parked }): Event => ({ type: "question.left", agentId: agent.id, itemId: parked.id, outcome, note }))
  const holders = new Set(held.flatMap(({ parked }) => findAgent(world, parked.holderId) ?? []))
  return [...left, ...[...holders].flatMap((holder) => unneeded(world, holder, held))]
}
