import {
  type Agent,
  type AgentId,
  type CommandOf,
  type Event,
  type ItemId,
  type MessageId,
  QUEUE_LIMITS,
  type QueuedMessage,
  type TurnId,
  type World,
} from "@kibitz/contract"
import { settleItems } from "../attention/items.ts"
import { answerable } from "../attention/open-questions.ts"
import { breached } from "../cost/budget.ts"
import { wasSentBefore } from "../kernel/lookups.ts"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { isSlash } from "../kernel/slash-line.ts"
import { wellFormed } from "../kernel/well-formed.ts"
import { surfaceNoted } from "../posture/steer.ts"
import { moveTo } from "../team/standing.ts"
import { isFromUser } from "./from-agents.ts"
import { delivered, deliverNotices, startTurn } from "./start.ts"

/** What a client says to an agent, and over which surface it was said. A message that is already there changes nothing. */
export function decideSaid(world: World, agent: Agent, command: CommandOf<"message.send">, moment: Moment): Decision {
  const sent = decideSend(world, agent, command, moment)
  if ("rejection" in sent || sent.events.length === 0) return sent
  return accept(...surfaceNoted(agent, moment.origin.surface), ...sent.events)
}

/** `asked`: the questions it answers once it is read; what is said on the card of something else answers that. */
export function decideSend(
  world: World,
  agent: Agent,
  command: CommandOf<"message.send">,
  moment: Moment,
  asked: readonly ItemId[] = moment.origin.card ? [] : answerable(world, agent),
): Decision {
  if (command.messageId !== undefined && wasSent(agent, command.messageId, moment)) return accept()
  const messageId = command.messageId ?? (moment.id("msg") as MessageId)
  const answers = asked.length > 0 ? { answers: [...asked] } : {}
  const message = { id: messageId, text: wellFormed(command.text), ...answers }
  // From the user only: an answer or a result may begin with a slash, and is no command.
  if (moment.origin.actor === "user" && isSlash(message.text)) return notAMessage(message.text)
  if (agent.standing.kind === "dismissed")
    return reject("illegal-move", `${agent.name} has been dismissed. Start another agent instead.`)
  // A message that comes during a turn waits for its end. An agent that the user holds stays held: the message waits with the rest, unless it is
  // to be heard now.
  const waits = agent.turn !== null || (isHeld(agent) && command.delivery === "queue")
  const tooDear = waits ? null : overBudget(world, agent)
  if (tooDear) return tooDear
  if (waits) {
    const { id, text } = message
    if (!fits([...agent.queue.filter(isFromUser), message])) return full(agent)
    return accept({ type: "message.queued", agentId: agent.id, messageId: id, text, delivery: command.delivery, ...answers })
  }
  return accept(...spokenTo(world, agent), ...startTurn(world, agent, [...agent.queue, message], moment))
}

/** The world holds only what waits and the newest ids. The journal knows all of them, also those that were withdrawn. */
function wasSent(agent: Agent, messageId: MessageId, moment: Moment): boolean {
  return holdsMessage(agent, messageId) || wasSentBefore(moment, agent.id, messageId)
}

export function holdsMessage(agent: Agent | undefined, messageId: MessageId): boolean {
  return agent !== undefined && (agent.recentMessages.includes(messageId) || queued(agent, messageId) !== undefined)
}

/** Whether this event is how the agent was sent that message. */
export function sendsMessage(event: Event, agentId: AgentId, messageId: MessageId): boolean {
  if (event.type !== "message.queued" && event.type !== "message.delivered") return false
  return event.agentId === agentId && event.messageId === messageId
}

/** Not stopped in the middle of something, nor by a limit: there a word of the user's is what it waits for. */
function isHeld({ standing }: Agent): boolean {
  return standing.kind === "paused" && standing.by === "user"
}

/** Who is spoken to is open again, and what waited for a word of the user does not wait any more. */
export function spokenTo(world: World, agent: Agent): Event[] {
  return [
    ...moveTo(agent, { kind: "open" }, "You spoke to it."),
    ...settleItems(world, agent, ["help", "stuck", "your-turn", "result"], "resumed", "You spoke to it."),
  ]
}

export function decideEdit(agent: Agent, command: CommandOf<"message.edit">): Decision {
  if (!queued(agent, command.messageId)) return taken(agent)
  const text = wellFormed(command.text)
  if (isSlash(text)) return notAMessage(text)
  const own = agent.queue.filter((message) => isFromUser(message) || message.id === command.messageId)
  if (!fits(own.map((message) => (message.id === command.messageId ? { text } : message)))) return full(agent)
  return accept({ type: "message.edited", agentId: agent.id, messageId: command.messageId, text })
}

export function decideWithdraw(agent: Agent, command: CommandOf<"message.withdraw">): Decision {
  if (!queued(agent, command.messageId)) return taken(agent)
  return accept({ type: "message.withdrawn", agentId: agent.id, messageId: command.messageId })
}

export function decideRelease(world: World, agent: Agent, command: CommandOf<"message.release">, moment: Moment): Decision {
  const message = queued(agent, command.messageId)
  if (!message) return taken(agent)
  if (!agent.turn) {
    return overBudget(world, agent) ?? accept(...spokenTo(world, agent), ...startTurn(world, agent, [message], moment))
  }
  if (message.delivery === "now") return accept()
  return accept({ type: "message.released", agentId: agent.id, messageId: command.messageId })
}

/** What the agent takes at a step boundary inside a turn. */
export function deliverNow(agent: Agent, turnId: TurnId): Event[] {
  return [
    ...deliverNotices(agent, turnId),
    ...agent.queue.filter((message) => message.delivery === "now").map((message) => delivered(agent, turnId, message)),
  ]
}

/** Whether somebody wants to be heard before the turn ends. What Kibitz has to say can wait for the next one. */
export function saidNow({ queue }: Agent): boolean {
  return queue.some(({ delivery }) => delivery === "now")
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
    `${agent.name} has too much of yours waiting: at most ${messages} messages with ${characters} characters together. Wait until some are taken, or put long texts into a file.`,
  )
}

function taken(agent: Agent): Decision {
  return reject("unknown-message", `That message is not waiting any more: ${agent.name} has taken it, or it was removed.`)
}
