import type { EventOf } from "@kibitz/contract"
import { defineConcept } from "../kernel/concept.ts"
import { findAgent } from "../team/agents.ts"
import { ofAgent, onAgent } from "../team/of-agent.ts"
import { decideEdit, decideRelease, decideSaid, decideWithdraw, holdsMessage } from "./decide.ts"
import { evolveMessages } from "./evolve.ts"

/** An agent that takes no turn is not told about every visit for ever. */
const NOTICES = 50

export const message = defineConcept({
  name: "message",
  commands: {
    "message.send": ofAgent(decideSaid),
    "message.edit": ofAgent((_, agent, command) => decideEdit(agent, command)),
    "message.withdraw": ofAgent((_, agent, command) => decideWithdraw(agent, command)),
    "message.release": ofAgent(decideRelease),
  },
  lookups: {
    "message.send": ({ agentId, messageId }, world) => {
      if (messageId === undefined || holdsMessage(findAgent(world, agentId), messageId)) return []
      return [{ kind: "message-sent", agentId, messageId }]
    },
  },
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
  history: { "message.delivered": ({ text }) => [{ role: "user", content: [{ type: "text", text }] }] },
  lean: { "message.delivered": (event) => ({ ...event, text: "" }) },
})
