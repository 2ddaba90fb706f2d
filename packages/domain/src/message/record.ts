import type { EventOf } from "@kibitz/contract"
import { defineRecord } from "../kernel/concept.ts"
import { onAgent } from "../team/of-agent.ts"
import { evolveMessages } from "./evolve.ts"

/** An agent that takes no turn is not told about every visit for ever. */
const NOTICES = 50

/** What is kept, folded and shown of message: all of it that a screen needs. The rules are in module.ts. */
export const messageRecord = defineRecord({
  name: "message",
  events: {
    "message.queued": onAgent(evolveMessages),
    "message.edited": onAgent(evolveMessages),
    "message.withdrawn": onAgent(evolveMessages),
    "message.released": onAgent(evolveMessages),
    "message.delivered": onAgent(evolveMessages),
    "agent.noticed": onAgent((agent, { notice }: EventOf<"agent.noticed">) => ({
      ...agent,
      notices: [...agent.notices, notice].slice(-NOTICES),
    })),
  },
  transcript: {
    "message.delivered": (items, { messageId, text, from = null, note }, line) => {
      // Coming and going has a line of its own.
      if (note === "joined" || note === "left") return
      if (note === undefined) items.push({ kind: "user", ...line, messageId, text, from })
      else items.push({ kind: "note", ...line, messageId, note, text, from })
    },
  },
  lean: { "message.delivered": (event) => ({ ...event, text: "" }) },
})
