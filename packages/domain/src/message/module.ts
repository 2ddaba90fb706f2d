import { defineConcept } from "../kernel/concept.ts"
import { findAgent } from "../team/agents.ts"
import { ofAgent } from "../team/of-agent.ts"
import { decideEdit, decideRelease, decideSaid, decideWithdraw, holdsMessage } from "./decide.ts"

import { messageRecord } from "./record.ts"

export const message = defineConcept({
  ...messageRecord,
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
  history: { "message.delivered": ({ text }) => [{ role: "user", content: [{ type: "text", text }] }] },
})
