import type { Agent, AgentId, Event, EventOf, Instant, MessageId, TurnId, World } from "@kibitz/contract"
import type { Moment } from "../outcome.ts"
import { atNextUnit } from "../posture/steer.ts"
import { modelFor } from "../prompt/model-for.ts"

export type Incoming = {
  readonly id: MessageId
  readonly text: string
  /** When it was put into the queue; left out = just now. */
  readonly at?: Instant | undefined
  readonly from?: AgentId | undefined
  readonly tainted?: boolean | undefined
}

export function startTurn(world: World, agent: Agent, messages: readonly Incoming[], moment: Moment): Event[] {
  const turnId = moment.id("turn") as TurnId
  return [
    { type: "turn.started", agentId: agent.id, turnId, model: modelFor(world.settings, atNextUnit(world, agent)).model },
    ...messages.map((message) => delivered(agent, turnId, message)),
  ]
}

export function delivered(agent: Agent, turnId: TurnId, message: Incoming): Event {
  const { id, text, from } = message
  const taint = taintOf(agent, message)
  return {
    type: "message.delivered",
    agentId: agent.id,
    turnId,
    messageId: id,
    text,
    ...(from ? { from } : {}),
    ...(taint ? { taint } : {}),
  }
}

/** Only what the user says after the agent has read from the network can vouch for what it read (T15). */
function taintOf({ taintedAt }: Agent, { from, tainted, at }: Incoming): EventOf<"message.delivered">["taint"] {
  if (from) return tainted ? "brings" : "keeps"
  return taintedAt !== null && at !== undefined && at <= taintedAt ? "keeps" : undefined
}
