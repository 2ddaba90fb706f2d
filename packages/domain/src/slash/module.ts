import { defineConcept } from "../kernel/concept.ts"
import { ofAgent } from "../team/of-agent.ts"
import { decideSlash } from "./decide.ts"
import { lookupsIn, preparationsIn } from "./needs.ts"
import { slashRecord } from "./record.ts"

export const slash = defineConcept({
  ...slashRecord,
  commands: { "slash.run": ofAgent(decideSlash) },
  lookups: { "slash.run": lookupsIn },
  preparations: { "slash.run": preparationsIn },
})
