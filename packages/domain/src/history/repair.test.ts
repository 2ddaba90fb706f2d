import type { ContentBlock } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fitHistory, historySize } from "./fit.ts"
import { asRequest } from "./from-events.ts"
import { repairHistory } from "./repair.ts"
import type { HistoryMessage, HistoryUserBlock } from "./state.ts"
import { invalidity } from "./valid.ts"

const callId = fc.constantFrom("c1", "c2", "c3", "c4")
const words = fc.constantFrom("hello", "", "  ", "a\ud800b", "fine")
const userBlock: fc.Arbitrary<HistoryUserBlock> = fc.oneof(
  words.map((text) => ({ type: "text" as const, text })),
  fc.record({ type: fc.constant("tool_result" as const), callId, output: fc.string({ maxLength: 4000 }), isError: fc.boolean() }),
)
const replyBlock = fc.oneof(
  words.map((text) => ({ type: "text" as const, text })),
  callId.map((id) => ({ type: "tool_use" as const, id, name: "read_file", input: { path: "a" } })),
) as fc.Arbitrary<ContentBlock>
const history: fc.Arbitrary<HistoryMessage[]> = fc.array(
  fc.oneof(
    fc.record({ role: fc.constant("user" as const), content: fc.array(userBlock, { maxLength: 4 }) }),
    fc.record({ role: fc.constant("assistant" as const), content: fc.array(replyBlock, { maxLength: 4 }) }),
  ),
  { maxLength: 12 },
)

describe("repairHistory", () => {
  it("A15 makes any history valid", () => {
    fc.assert(
      fc.property(history, (messages) => {
        expect(invalidity(repairHistory(messages))).toBeNull()
      }),
      { numRuns: 2000 },
    )
  })

  it("A15 changes nothing the second time", () => {
    fc.assert(
      fc.property(history, (messages) => {
        const once = repairHistory(messages)
        expect(repairHistory(once)).toEqual(once)
      }),
      { numRuns: 1000 },
    )
  })

  it("A15 keeps what is already valid", () => {
    const valid = [
      { role: "user", content: [{ type: "text", text: "read it" }] },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "read_file", input: { path: "a" } }] },
      { role: "user", content: [{ type: "tool_result", callId: "c1", output: "text", isError: false }] },
      { role: "assistant", content: [{ type: "text", text: "done" }] },
    ] as HistoryMessage[]
    expect(repairHistory(valid)).toEqual(valid)
  })

  it("A15 gives a lost result a sentence instead of leaving the call open", () => {
    const open = [
      { role: "user", content: [{ type: "text", text: "read it" }] },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "read_file", input: {} }] },
    ] as HistoryMessage[]
    expect(repairHistory(open).at(-1)).toEqual({
      role: "user",
      content: [{ type: "tool_result", callId: "c1", output: "No result was recorded for this call.", isError: true }],
    })
  })
})

describe("fitHistory", () => {
  it("A6 stays valid whatever is cut, and is never larger", () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 6000 }), (messages, limit) => {
        const repaired = repairHistory(messages)
        const fitted = repairHistory(fitHistory(repaired, limit))
        expect(invalidity(fitted)).toBeNull()
        expect(historySize(fitted)).toBeLessThanOrEqual(historySize(repaired) + 60 * messages.length)
      }),
      { numRuns: 1000 },
    )
  })

  it("A6 cuts long results before it drops what was said", () => {
    const long = { type: "tool_result", callId: "c1", output: "x".repeat(10_000), isError: false } as const
    const messages = [
      { role: "user", content: [{ type: "text", text: "first" }] },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "read_file", input: {} }] },
      { role: "user", content: [long] },
      { role: "assistant", content: [{ type: "text", text: "ok" }] },
      { role: "user", content: [{ type: "text", text: "second" }] },
    ] as HistoryMessage[]
    const fitted = fitHistory(messages, 4_000)
    expect(fitted).toHaveLength(5)
    expect(historySize(fitted)).toBeLessThan(4_000)
    expect(fitHistory(messages, 50)).toEqual([messages[4]])
  })
})

it("A10 a paused turn is sent back as it is; otherwise the user has the last word", () => {
  const paused = [
    { role: "user", content: [{ type: "text", text: "go" }] },
    { role: "assistant", content: [{ type: "text", text: "so far" }] },
  ] as HistoryMessage[]
  expect(asRequest(paused, true)).toBe(paused)
  expect(asRequest(paused, false).at(-1)?.role).toBe("user")
})
