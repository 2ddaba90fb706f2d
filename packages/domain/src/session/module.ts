import { defineConcept } from "../kernel/concept.ts"
import { decideSession } from "./decide.ts"

export const session = defineConcept({
  name: "session",
  commands: { "session.begin": decideSession, "session.end": decideSession },
})
