import type {
  Agent,
  AgentId,
  Brief,
  Event,
  EventOf,
  Instant,
  ItemId,
  KibitzNote,
  MessageId,
  TurnCause,
  TurnId,
  World,
} from "@kibitz/contract"
import { conversationBrief } from "../brief/cause.ts"
import { asAsked, briefNamed, causeOf, inputOf, modelBriefOf } from "../brief/registry.ts"
import { bug, type Moment } from "../kernel/outcome.ts"
import { modelFor } from "../posture/model-for.ts"
import { atNextUnit } from "../posture/steer.ts"
import { findAgent } from "../team/agents.ts"

export type Incoming = {
  readonly id: MessageId
  readonly text: string
  /** When it was put into the queue; left out = just now. */
  readonly at?: Instant | undefined
  readonly from?: AgentId | undefined
  readonly tainted?: boolean | undefined
  readonly note?: KibitzNote | undefined
  readonly answers?: ItemId[] | undefined
}

/**
 * A turn in which a model is asked. What Kibitz has to say comes first, in the order it happened, then the messages. A turn that is apart takes none
 * of them.
 */
export function startTurn(
  world: World,
  agent: Agent,
  messages: readonly Incoming[],
  moment: Moment,
  brief: Brief = conversationBrief,
  cause: TurnCause = causeOf(brief),
): Event[] {
  const turnId = moment.id("turn") as TurnId
  const asked = brief.kind === "conversation" ? null : asAsked(brief)
  if (asked?.byKibitz) bug(`a ${brief.kind} asks no model`)
  const { model } = modelFor(world.settings, asked?.apart ? speakingIn(agent, brief) : atNextUnit(world, agent))
  const isRehearsal = agent.spell === 0 && !agent.rehearsal && world.connection.using === "rehearsal"
  return [
    {
      type: "turn.started",
      agentId: agent.id,
      turnId,
      model,
      ...(cause === "message" ? {} : { cause }),
      ...(asked ? { brief: asked } : {}),
      ...(cause === "message" && isCounted(world, agent, messages) ? { woken: true } : {}),
      ...(isRehearsal ? { rehearsal: true } : {}),
    },
    ...(asked?.apart ? [] : deliverNotices(agent, turnId)),
    ...(asked?.apart ? [] : messages.map((message) => delivered(agent, turnId, message))),
  ]
}

/** A turn with what the brief itself has to say, after what others have said. */
export function askTurn(world: World, agent: Agent, brief: Brief, messages: readonly Incoming[], moment: Moment): Event[] {
  const known = modelBriefOf({ brief })
  if (!known?.opens) return startTurn(world, agent, messages, moment, brief)
  const id = moment.id("msg") as MessageId
  const opening = known.opens(world, agent, inputOf(known, brief), id)
  return startTurn(world, agent, [...messages, { id, ...opening }], moment, brief)
}

/** The brief of the turn that failed, where it was apart from the conversation: trying again asks it again. */
export function briefToAskAgain({ trouble }: Agent): Brief | null {
  return trouble?.brief && briefNamed(trouble.brief.kind) ? trouble.brief : null
}

/** The agent with the model that the brief wants, where it wants another than the agent's own. */
function speakingIn(agent: Agent, brief: Brief): Agent {
  const modelMode = modelBriefOf({ brief })?.modelMode
  return modelMode === undefined ? agent : { ...agent, model: null, posture: { ...agent.posture, modelMode } }
}

/** Other agents have something to say, and the user has not. What an agent was started for, or is to do instead, is a beginning. */
export function isWakeUp({ spell }: Agent, messages: readonly Incoming[]): boolean {
  const isBeginning = ({ from, note }: Incoming) => (!from && !note) || note === "redirected"
  return spell > 0 && messages.some(({ from }) => from) && !messages.some(isBeginning)
}

/**
 * Those who set each other going come to an end by being counted. The first that each child says of its own work is not: whoever leads two
 * hundred hears that two hundred times. What it says after others have spoken to it is.
 */
function isCounted(world: World, agent: Agent, messages: readonly Incoming[]): boolean {
  const isFirstWord = ({ from, note }: Incoming) => note === "report" && from && !findAgent(world, from)?.run.woken
  return isWakeUp(agent, messages) && messages.some((message) => message.from && !isFirstWord(message))
}

export function deliverNotices(agent: Agent, turnId: TurnId): Event[] {
  return agent.notices.map((notice) => delivered(agent, turnId, notice))
}

export function delivered(agent: Agent, turnId: TurnId, message: Incoming): Event {
  const { id, text, from, note, answers } = message
  const taint = taintOf(agent, message)
  return {
    type: "message.delivered",
    agentId: agent.id,
    turnId,
    messageId: id,
    text,
    ...(from ? { from } : {}),
    ...(note ? { note } : {}),
    ...(taint ? { taint } : {}),
    ...(answers ? { answers } : {}),
  }
}

/** Only what the user says after the agent has read from the network can vouch for what it read (T15). */
function taintOf({ taintedAt }: Agent, { from, note, tainted, at }: Incoming): EventOf<"message.delivered">["taint"] {
  if (from || note) return tainted ? "brings" : "keeps"
  return taintedAt !== null && at !== undefined && at <= taintedAt ? "keeps" : undefined
}
