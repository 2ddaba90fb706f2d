import { defineConcept } from "../kernel/concept.ts"
import { ofAgent } from "../team/of-agent.ts"
import { decideFocus, decideJoin, decideLeave, decideLose } from "./decide.ts"
import { decideKnock } from "./knock.ts"
import { presenceRecord } from "./record.ts"
import { decideConsent, decideSurfaces } from "./surfaces.ts"

export const presence = defineConcept({
  ...presenceRecord,
  commands: {
    "presence.join": ofAgent(decideJoin),
    "presence.leave": decideLeave,
    "presence.lose": decideLose,
    "focus.set": decideFocus,
    "knock.answer": decideKnock,
    "consent.set": ofAgent(decideConsent),
    "surfaces.record": (world, command) => decideSurfaces(world, command),
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
