import { type CapabilityName, capabilities, type Json } from "@kibitz/contract"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { Access } from "../gate/access.ts"
import { judge } from "../gate/judge.ts"

const names = Object.keys(capabilities) as CapabilityName[]
const access = fc.record<Access>({
  phase: fc.constantFrom("planning", "execution"),
  profile: fc.constantFrom("restricted", "normal", "trusted", "unrestricted"),
  runControl: fc.constantFrom("manual", "assisted", "autonomous"),
  attended: fc.boolean(),
  sandboxed: fc.boolean(),
  planningNetwork: fc.boolean(),
  tainted: fc.boolean(),
  grants: fc.constant([]),
})
const input = fc.constantFrom<Json[]>({ path: "a.txt" }, { command: "ls" }, { question: "?" }, { path: "a.txt", content: "" }, {})

it("a list of tools never widens what the gate allows: it refuses the rest, and changes nothing else", () => {
  fc.assert(
    fc.property(access, fc.subarray(names), fc.constantFrom(...names), input, (who, tools, capability, given) => {
      const alone = judge({ capability, input: given, access: who })
      const listed = judge({ capability, input: given, access: { ...who, tools } })
      if (tools.includes(capability)) expect(listed).toEqual(alone)
      else expect(listed).toMatchObject({ effect: "deny", rule: "brief" })
    }),
  )
})
