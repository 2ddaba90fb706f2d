import type { Agent, Event, MessageId, TurnId, World } from "@kibitz/contract"
import type { Moment } from "../outcome.ts"

export function startTurn(
  world: World,
  agent: Agent,
  messages: readonly { readonly id: MessageId; readonly text: string }[],
  moment: Moment,
): Event[] {
  const turnId = moment.id("turn") as TurnId
  return [
    { type: "turn.started", agentId: agent.id, turnId, model: world.settings.models[world.settings.modelMode] },
    ...messages.map(
      (message): Event => ({ type: "message.delivered", agentId: agent.id, turnId, messageId: message.id, text: message.text }),
    ),
  ]
}
