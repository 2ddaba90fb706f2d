// Owns: whether commands can be confined on this machine, as the world knows it.
import { unknownSandbox } from "@kibitz/contract"
import { defineConcept } from "../kernel/concept.ts"
import { accept } from "../kernel/outcome.ts"

export const sandbox = defineConcept({
  name: "sandbox",
  world: { sandbox: unknownSandbox },
  commands: {
    "sandbox.record": (world, { status }) =>
      JSON.stringify(world.sandbox) === JSON.stringify(status) ? accept() : accept({ type: "sandbox.recorded", status }),
  },
  events: { "sandbox.recorded": (_, { status }) => ({ sandbox: status }) },
  audit: {
    "sandbox.recorded": ({ status: { state, name, because } }) => ({
      kind: "system",
      rule: "sandbox",
      because,
      facts: { state, name },
    }),
  },
})
