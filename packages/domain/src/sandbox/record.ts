// Owns: whether commands can be confined on this machine, as the world knows it.
import { unknownSandbox } from "@kibitz/contract"
import { defineRecord } from "../kernel/concept.ts"

/** What is kept, folded and shown of sandbox: all of it that a screen needs. The rules are in module.ts. */
export const sandboxRecord = defineRecord({
  name: "sandbox",
  world: { sandbox: unknownSandbox },
  events: { "sandbox.recorded": (_, { status }) => ({ sandbox: status }) },
})
