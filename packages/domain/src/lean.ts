import type { Event, Recorded } from "@kibitz/contract"

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
