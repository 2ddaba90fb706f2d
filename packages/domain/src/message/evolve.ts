import { type Agent, type EventOf, freshRun, type Instant } from "@kibitz/contract"

/** The ids of the newest messages. A client that sends again at once is recognised without a look into the journal, which knows all ids. */
const RECENT = 32

type MessageEvent = EventOf<"message.queued" | "message.edited" | "message.withdrawn" | "message.released" | "message.delivered">

export function evolveMessages(agent: Agent, event: MessageEvent, at: Instant): Agent {
  switch (event.type) {
    case "message.queued":
      return {
        ...agent,
        queue: [
          ...agent.queue,
          {
            id: event.messageId,
            text: event.text,
            delivery: event.delivery,
            at,
            ...(event.from ? { from: event.from } : {}),
            ...(event.tainted ? { tainted: true } : {}),
            ...(event.note ? { note: event.note } : {}),
            ...(event.answers ? { answers: event.answers } : {}),
          },
        ],
      }
    case "message.edited":
      return {
        ...agent,
        queue: agent.queue.map((m) =>
          m.id === event.messageId ? { ...m, text: event.text, ...(event.tainted ? { tainted: true } : {}) } : m,
        ),
      }
    case "message.released":
      return { ...agent, queue: agent.queue.map((m) => (m.id === event.messageId ? { ...m, delivery: "now" as const } : m)) }
    case "message.withdrawn":
      return { ...agent, queue: agent.queue.filter((m) => m.id !== event.messageId) }
    case "message.delivered":
      return {
        ...agent,
        queue: agent.queue.filter((m) => m.id !== event.messageId),
        // The user has looked, and speaks: what it read before is no longer the last word (T15).
        taintedAt: event.taint === "brings" ? (agent.taintedAt ?? at) : event.taint === "keeps" ? agent.taintedAt : null,
        recentMessages: [...agent.recentMessages, event.messageId].slice(-RECENT),
        notices: agent.notices.length === 0 ? agent.notices : agent.notices.filter(({ id }) => id !== event.messageId),
        // The user has spoken: that is an obligation (OPM-4), and a new beginning for what is counted.
        ...(event.from || event.note ? {} : { addressed: true, run: freshRun }),
      }
  }
}
