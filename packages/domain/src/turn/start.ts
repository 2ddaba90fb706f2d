import type { Agent, AgentId, Event, MessageId, TurnId, World } from "@kibitz/contract"
import type { Moment } from "../outcome.ts"
import { atNextUnit } from "../posture/steer.ts"
import { modelFor } from "../prompt/model-for.ts"

export type Incoming = { readonly id: MessageId; readonly text: string; readonly from?: AgentId | undefined }

export function startTurn(world: World, agent: Agent, messages: readonly Incoming[], moment: Moment): Event[] {
  const turnId = moment.id("turn") as TurnId
  return [
    { type: "turn.started", agentId: agent.id, turnId, model: modelFor(world.settings, atNextUnit(world, agent)).model },
    ...messages.map((message) => delivered(agent, turnId, message)),
  ]
}

export function delivered(agent: Agent, turnId: TurnId, { id, text, from }: Incoming): Event {
  return { type: "message.delivered", agentId: agent.id, turnId, messageId: id, text, ...(from ? { from } : {}) }
}
