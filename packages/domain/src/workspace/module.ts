// Owns: the commit the project folder is at, as the world knows it. Approvals are bound to it.
import { defineConcept } from "../kernel/concept.ts"
import { accept } from "../kernel/outcome.ts"

export const workspace = defineConcept({
  name: "workspace",
  world: { head: null },
  commands: {
    "workspace.record-head": (world, { head }) =>
      head === world.head ? accept() : accept({ type: "workspace.head-recorded", head }),
  },
  events: { "workspace.head-recorded": (_, { head }) => ({ head }) },
  audit: {
    "workspace.head-recorded": ({ head }) => ({
      kind: "system",
      rule: "head",
      because: "The project stands on another commit.",
      facts: { head },
    }),
  },
})
