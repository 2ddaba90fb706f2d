// What every tool must do, whatever it is asked: end exactly once, last, and never throw.
import { CapabilityName, type Json } from "@kibitz/contract"
import type { ToolEvent, Tools } from "@kibitz/ports"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { testPermit } from "../permit.ts"

export async function runTool(
  tools: Tools,
  workspace: string,
  capability: string,
  input: Json,
  signal: AbortSignal = new AbortController().signal,
): Promise<ToolEvent[]> {
  const events: ToolEvent[] = []
  for await (const event of tools.run(testPermit(workspace, capability as CapabilityName, input), signal)) events.push(event)
  return events
}

/** `make` gives tools and a workspace that holds the file hello.txt. */
export function toolsContract(name: string, make: () => { tools: Tools; workspace: string }): void {
  describe(`${name} keeps the promises of tools`, () => {
    const expectOneEnd = (events: readonly ToolEvent[]) => {
      expect(events.map((event) => event.type).filter((type) => type === "end")).toEqual(["end"])
      const end = events.at(-1)
      if (end?.type !== "end") throw new Error("the last item is not the end")
      expect(end.output.isWellFormed()).toBe(true)
      expect(end.bytes).toBeGreaterThanOrEqual(0)
      if (!end.ok) expect(end.output).toMatch(/\S/)
      return end
    }

    test("a call that works ends well, once", async () => {
      const { tools, workspace } = make()
      expect(expectOneEnd(await runTool(tools, workspace, "read_file", { path: "hello.txt" })).ok).toBe(true)
    })

    test("a stopped call ends, and says that it did not work", async () => {
      const { tools, workspace } = make()
      for (const capability of CapabilityName.options) {
        expect(expectOneEnd(await runTool(tools, workspace, capability, { path: "hello.txt" }, AbortSignal.abort())).ok).toBe(
          false,
        )
      }
    })

    test("input of any shape ends in a sentence, never in an exception (T27)", async () => {
      const { tools, workspace } = make()
      const input = fc.oneof(fc.jsonValue(), fc.record({ path: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()) }))
      const capability = fc.oneof(
        fc.constantFrom(...CapabilityName.options),
        fc.constantFrom("nonsense", "__proto__", "toString"),
      )
      await fc.assert(
        fc.asyncProperty(capability, input, async (which, what) => {
          expectOneEnd(await runTool(tools, workspace, which, what as Json))
        }),
        { numRuns: 150 },
      )
    })

    test("a workspace that is gone is a sentence too", async () => {
      const { tools, workspace } = make()
      expect(expectOneEnd(await runTool(tools, `${workspace}/gone`, "read_file", { path: "hello.txt" })).ok).toBe(false)
    })
  })
}
