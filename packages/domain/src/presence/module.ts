import { defineConcept } from "../kernel/concept.ts"
import { ofAgent, onAgent } from "../team/of-agent.ts"
import { decideFocus, decideJoin, decideLeave, decideLose } from "./decide.ts"
import { evolveFocus, evolvePanes, evolvePresence } from "./evolve.ts"
import { decideKnock } from "./knock.ts"
import { decideConsent, decideSurfaces } from "./surfaces.ts"

export const presence = defineConcept({
  name: "presence",
  world: { panes: {}, focus: {}, consents: [], surfaces: [] },
  commands: {
    "presence.join": ofAgent(decideJoin),
    "presence.leave": decideLeave,
    "presence.lose": decideLose,
    "focus.set": decideFocus,
    "knock.answer": decideKnock,
    "consent.set": ofAgent(decideConsent),
    "surfaces.record": (world, command) => decideSurfaces(world, command),
  },
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
  audit: {
    "presence.joined": ({ agentId, cause, surface }) => ({
      kind: "agent",
      agentId,
      rule: "joined",
      because: "user joined",
      facts: { cause, surface },
    }),
    "presence.left": ({ agentId, cause, stayedMs }) => ({
      kind: "agent",
      agentId,
      rule: "left",
      because: "user left",
      facts: { cause, stayedMs },
    }),
    "consent.set": ({ agentId, given }) => ({
      kind: "grant",
      agentId,
      rule: "background-tab",
      because: given ? "Its team may open a background tab." : "Its team may not open a background tab any more.",
      facts: { given },
    }),
    "surfaces.changed": ({ surfaces }) => ({
      kind: "system",
      rule: "surfaces",
      because: "Who is connected has changed.",
      facts: { surfaces },
    }),
  },
})
