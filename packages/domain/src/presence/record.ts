import { defineRecord } from "../kernel/concept.ts"
import { onAgent } from "../team/of-agent.ts"
import { evolveFocus, evolvePanes, evolvePresence } from "./evolve.ts"

/** What is kept, folded and shown of presence: all of it that a screen needs. The rules are in module.ts. */
export const presenceRecord = defineRecord({
  name: "presence",
  world: { panes: {}, focus: {}, consents: [], surfaces: [] },
  events: {
    "pane.moved": ({ panes }, event) => ({ panes: evolvePanes(panes, event) }),
    "focus.changed": ({ focus }, event) => ({ focus: evolveFocus(focus, event) }),
    "presence.joined": onAgent(evolvePresence),
    "presence.left": onAgent(evolvePresence),
    "consent.set": ({ consents }, { agentId, given }) => {
      const others = consents.filter((id) => id !== agentId)
      return { consents: given ? [...others, agentId] : others }
    },
    "surfaces.changed": (_, { surfaces }) => ({ surfaces }),
  },
  transcript: {
    "presence.joined": (items, _, line) => {
      items.push({ kind: "presence", ...line, what: "joined" })
    },
    "presence.left": (items, { stayedMs, cause }, line) => {
      items.push({ kind: "presence", ...line, what: "left", stayedMs, cause })
    },
  },
})
