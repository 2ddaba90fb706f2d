import { defineConcept } from "../kernel/concept.ts"
import { ofAgent } from "../team/of-agent.ts"
import { decideApply } from "./apply.ts"

export const capability = defineConcept({
  name: "capability",
  commands: { "call.apply": ofAgent(decideApply) },
})
