import { type CapabilityName, capabilities, type Json } from "@kibitz/contract"
import type { ToolEvent } from "@kibitz/ports"
import { testPermit } from "@kibitz/testkit"
import fc from "fast-check"
import { expect, test } from "vitest"
import { noSandbox } from "../sandbox/no-sandbox.ts"
import { inside, newStage, run, toolsFor } from "../testing/stage.ts"

const stage = newStage()
const none = noSandbox("a test", "")

test("T27: input of any shape ends exactly once, in a sentence, never in an exception", async () => {
  const capability = fc.constantFrom(...(Object.keys(capabilities) as CapabilityName[]), "nonsense" as CapabilityName)
  const input = fc.oneof(fc.jsonValue(), fc.record({ command: fc.oneof(fc.constant("a\0b"), fc.integer(), fc.constant("")) }))
  await fc.assert(
    fc.asyncProperty(capability, input, async (name, what) => {
      const events: ToolEvent[] = []
      const permit = { ...testPermit(stage.workspace, name, what as Json), confinement: inside }
      for await (const event of toolsFor(stage, none).run(permit, new AbortController().signal)) events.push(event)
      expect(events).toEqual([{ type: "end", ok: false, output: expect.stringMatching(/\S/), bytes: expect.any(Number) }])
    }),
  )
})

test("a permit that does not say what the command may reach runs nothing", async () => {
  const { ok, output } = await run(stage, none, "echo hi", { confinement: null, knownToBeOff: () => true })
  expect({ ok, output }).toEqual({ ok: false, output: "The permit does not say what the command may reach." })
})

test("a project folder that is gone is a sentence", async () => {
  const { ok } = await run({ ...stage, workspace: `${stage.workspace}/gone` }, none, "echo hi", { knownToBeOff: () => true })
  expect(ok).toBe(false)
})
