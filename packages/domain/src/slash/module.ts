import { defineConcept } from "../kernel/concept.ts"
import { ofAgent } from "../team/of-agent.ts"
import { decideSlash } from "./decide.ts"
import { lookupsIn, preparationsIn } from "./needs.ts"

export const slash = defineConcept({
  name: "slash",
  commands: { "slash.run": ofAgent(decideSlash) },
  lookups: { "slash.run": lookupsIn },
  preparations: { "slash.run": preparationsIn },
  events: { "slash.answered": () => ({}) },
  transcript: {
    "slash.answered": (items, event, line) => {
      items.push({ kind: "app", ...line, line: event.line, text: event.text })
    },
  },
  lean: { "slash.answered": (event) => ({ ...event, text: "" }) },
})
