import { defineConcept } from "../kernel/concept.ts"
import { accept } from "../kernel/outcome.ts"
import { sandboxRecord } from "./record.ts"

export const sandbox = defineConcept({
  ...sandboxRecord,
  commands: {
    "sandbox.record": (world, { status }) =>
      JSON.stringify(world.sandbox) === JSON.stringify(status) ? accept() : accept({ type: "sandbox.recorded", status }),
  },
  audit: {
    "sandbox.recorded": ({ status: { state, name, because } }) => ({
      kind: "system",
      rule: "sandbox",
      because,
      facts: { state, name },
    }),
  },
})
