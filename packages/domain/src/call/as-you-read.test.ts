import type { CapabilityName } from "@kibitz/contract"
import { expect, test } from "vitest"
import { judge, unattended } from "../gate/judge.ts"
import { access, allAccess, inputs } from "../gate/test-access.ts"
import { asYouRead, keptInPlanning, saidNo } from "./as-you-read.ts"
import { notMade, tooMany } from "./decide.ts"

test("a no of the user's is read as their own", () => {
  expect(asYouRead(saidNo(""))).toBe("You said no.")
  expect(asYouRead(saidNo("the user is me"))).toBe("You said no: the user is me")
  expect(asYouRead(keptInPlanning)).toBe("You kept it in planning.")
})

test("what the phase stands in the way of is said as in ux 6, with the name where it is known", () => {
  const { because } = judge({ capability: "bash", input: { command: "npm test" }, access: access({ phase: "planning" }) })
  expect(asYouRead(because, "Ed")).toBe("Not in planning: bash. /execute switches Ed to execution.")
  expect(asYouRead(asYouRead(because), "Ed")).toBe("Not in planning: bash. /execute switches Ed to execution.")
})

test("no reason that the gate or a stopped turn gives speaks to the agent, or of the user as somebody else", () => {
  const judged = allAccess({}).flatMap((given) => [
    ...Object.entries(inputs).map(([capability, input]) =>
      judge({ capability: capability as CapabilityName, input, access: given }),
    ),
    judge({ capability: "read_file", input: { path: ".env" }, access: given }),
    judge({ capability: "bash", input: { command: "sudo ls" }, access: given }),
  ])
  const reasons = [
    ...judged.map(({ because }) => because),
    ...Object.values(notMade),
    tooMany.because,
    unattended({ rule: "manual", because: "Run control is manual." }).because,
  ]
  expect(reasons.length).toBeGreaterThan(100)
  for (const reason of reasons)
    expect(asYouRead(reason)).not.toMatch(
      /\bthe user\b|\b(find|go on|work without|wait for the|do without)\b|\byou (are|have had)\b/i,
    )
})
