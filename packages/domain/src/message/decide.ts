import {
  type Agent,
  type CommandOf,
  type Event,
  type MessageId,
  QUEUE_LIMITS,
  type QueuedMessage,
  type TurnId,
  type World,
} from "@kibitz/contract"
import { breached } from "../cost/budget.ts"
import { accept, type Decision, type Moment, reject } from "../outcome.ts"
import { isSlash } from "../slash/read.ts"
import { delivered, startTurn } from "../turn/start.ts"
import { wellFormed } from "../well-formed.ts"

export function decideSend(world: World, agent: Agent, command: CommandOf<"message.send">, moment: Moment): Decision {
  const messageId = command.messageId ?? (moment.id("msg") as MessageId)
  if (agent.recentMessages.includes(messageId) || agent.queue.some((queued) => queued.id === messageId)) return accept()
  const message = { id: messageId, text: wellFormed(command.text) }
  // From the user only: an answer or a result may begin with a slash, and is no command.
  if (moment.origin.actor === "user" && isSlash(message.text)) return notAMessage(message.text)
  const tooDear = agent.turn ? null : overBudget(world, agent)
  if (tooDear) return tooDear
  if (agent.turn) {
    const { id, text } = message
    if (!fits([...agent.queue, message])) return full(agent)
    return accept({ type: "message.queued", agentId: agent.id, messageId: id, text, delivery: command.delivery })
  }
  return accept(...startTurn(world, agent, [...agent.queue, message], moment))
}

export function decideEdit(agent: Agent, command: CommandOf<"message.edit">): Decision {
  if (!queued(agent, command.messageId)) return taken(agent)
  const text = wellFormed(command.text)
  if (isSlash(text)) return notAMessage(text)
  if (!fits(agent.queue.map((message) => (message.id === command.messageId ? { text } : message)))) return full(agent)
  return accept({ type: "message.edited", agentId: agent.id, messageId: command.messageId, text })
}

export function decideWithdraw(agent: Agent, command: CommandOf<"message.withdraw">): Decision {
  if (!queued(agent, command.messageId)) return taken(agent)
  return accept({ type: "message.withdrawn", agentId: agent.id, messageId: command.messageId })
}

export function decideRelease(world: World, agent: Agent, command: CommandOf<"message.release">, moment: Moment): Decision {
  const message = queued(agent, command.messageId)
  if (!message) return taken(agent)
  if (!agent.turn) return overBudget(world, agent) ?? accept(...startTurn(world, agent, [message], moment))
  if (message.delivery === "now") return accept()
  return accept({ type: "message.released", agentId: agent.id, messageId: command.messageId })
}

/** What the agent takes at a step boundary inside a turn. */
export function deliverNow(agent: Agent, turnId: TurnId): Event[] {
  return agent.queue.filter((message) => message.delivery === "now").map((message) => delivered(agent, turnId, message))
}

function overBudget(world: World, agent: Agent): Decision | null {
  const holder = breached(world, agent)?.holder
  if (!holder) return null
  return reject("not-allowed", `The money set aside for ${holder.name} is spent. Raise the limit with /budget first.`)
}

function notAMessage(text: string): Decision {
  const word = text.split(/\s/, 1)[0] ?? ""
  return reject("unknown-command", `${word} is a command, not a message. Send it as slash.run; it never goes to the model.`)
}

function queued(agent: Agent, messageId: MessageId): QueuedMessage | undefined {
  return agent.queue.find((message) => message.id === messageId)
}

function fits(queue: readonly { readonly text: string }[]): boolean {
  const characters = queue.reduce((sum, { text }) => sum + text.length, 0)
  return queue.length <= QUEUE_LIMITS.messages && characters <= QUEUE_LIMITS.characters
}

function full(agent: Agent): Decision {
  const { messages, characters } = QUEUE_LIMITS
  return reject(
    "queue-full",
    `${agent.name} has too much waiting: at most ${messages} messages with ${characters} characters together. Wait until some are taken, or put long texts into a file.`,
  )
}

function taken(agent: Agent): Decision {
  return reject("unknown-message", `That message is not waiting any more: ${agent.name} has taken it, or it was removed.`)
}
