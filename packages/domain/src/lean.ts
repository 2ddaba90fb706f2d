// Owns: what a screen that shows no transcript is spared: long texts that only a transcript shows.
import type { Agent, Call, Event, Json, Recorded, WorldSnapshot } from "@kibitz/contract"

/** The event without the text that only a transcript shows. Folding it gives the same world; sending it costs a fraction. */
export function lean(recorded: Recorded): Recorded {
  const event = leanEvent(recorded.event)
  return event === recorded.event ? recorded : { ...recorded, event }
}

function leanEvent(event: Event): Event {
  switch (event.type) {
    case "message.delivered":
      return { ...event, text: "" }
    case "turn.replied":
      return { ...event, reply: { ...event.reply, content: [] } }
    case "call.asked":
    case "call.allowed":
    case "call.blocked":
      return { ...event, input: leanInput(event.input) }
    case "slash.answered":
      return { ...event, text: "" }
    case "call.finished":
      return { ...event, result: { ...event.result, output: "" } }
    case "turn.delayed":
    case "turn.interrupted":
    case "turn.failed":
    case "turn.recovered":
      return event.draft === "" ? event : { ...event, draft: "" }
    default:
      return event
  }
}

/** The world as a screen gets it: the file an agent is about to write is not in it. */
export function leanSnapshot(snapshot: WorldSnapshot): WorldSnapshot {
  const agents = Object.fromEntries(Object.entries(snapshot.agents).map(([id, agent]) => [id, leanAgent(agent)]))
  return { ...snapshot, agents }
}

function leanAgent(whole: Agent): Agent {
  const agent = withoutDraft(whole)
  if (!agent.turn || agent.turn.calls.length === 0) return agent
  const calls = agent.turn.calls.map((call): Call => ({ ...call, input: leanInput(call.input) }))
  return { ...agent, turn: { ...agent.turn, calls } }
}

function withoutDraft(agent: Agent): Agent {
  if (agent.lastTurn?.draft === undefined) return agent
  const { draft: _, ...lastTurn } = agent.lastTurn
  return { ...agent, lastTurn }
}

/** Enough to say what is being done. */
const SHORT = 2_000

function leanInput(input: Json): Json {
  return JSON.stringify(input).length <= SHORT ? input : {}
}
