import type { ContentBlock } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { HistoryMessage, HistoryUserBlock } from "../kernel/history-message.ts"
import { fitHistory, historySize } from "./fit.ts"
import { repairHistory } from "./repair.ts"
import { asRequest, plainHistory } from "./request.ts"
import { requestFault } from "./testing/request-fault.ts"

const callId = fc.constantFrom("c1", "c2", "c3", "c4")
const words = fc.constantFrom("hello", "", "  ", "a\ud800b", "fine")
const userBlock: fc.Arbitrary<HistoryUserBlock> = fc.oneof(
  words.map((text) => ({ type: "text" as const, text })),
  fc.record({ type: fc.constant("tool_result" as const), callId, output: fc.string({ maxLength: 4000 }), isError: fc.boolean() }),
)
/** What a journal may hold, also one from a version that believed a provider more than this one does. */
const replyBlock = fc.oneof(
  { arbitrary: words.map((text) => ({ type: "text", text })), weight: 2 },
  { arbitrary: callId.map((id) => ({ type: "tool_use", id, name: "read_file", input: { path: "a" } })), weight: 2 },
  fc.record({
    type: fc.constant("tool_use"),
    id: fc.constantFrom("c1", "", "a b", "ü", "x".repeat(65)),
    name: fc.constantFrom("read_file", "", "rm -rf /", "n".repeat(300), "ü"),
    input: fc.oneof(fc.constant({}), fc.jsonValue()),
  }),
  fc.record({ type: fc.constant("thinking"), thinking: words, signature: fc.constantFrom("signed", "", "signed") }),
  fc.constantFrom("data", "").map((data) => ({ type: "redacted_thinking", data })),
  fc
    .oneof(fc.jsonValue(), fc.record({ type: fc.constantFrom("poem", "text", "thinking", "tool_use", "", 4), text: fc.string() }))
    .map((value) => ({ type: "opaque", value })),
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
      fc.property(history, fc.boolean(), (messages, isPaused) => {
        expect(requestFault(repairHistory(messages), isPaused)).toBeNull()
        expect(requestFault(repairHistory(plainHistory(messages)), isPaused)).toBeNull()
      }),
      { numRuns: 3000 },
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

const hi: HistoryMessage = { role: "user", content: [{ type: "text", text: "hi" }] }
const replied = (...content: object[]): HistoryMessage => ({ role: "assistant", content: content as ContentBlock[] })
const signed = { type: "thinking", thinking: "hm", signature: "signed" }
const fine = { type: "text", text: "fine" }

describe("what of a reply is sent back", () => {
  it.each<[string, object[], object[]]>([
    ["signed thinking before words", [signed, fine], [signed, fine]],
    ["thinking alone", [signed], []],
    ["redacted thinking alone", [{ type: "redacted_thinking", data: "x" }], []],
    ["thinking, then blanks", [signed, { type: "text", text: " \n" }], []],
    ["thinking at the end", [signed, fine, signed], [signed, fine]],
    ["thinking after words", [fine, signed, fine], [fine, fine]],
    ["thinking of which a part is not signed", [signed, { ...signed, signature: "" }, fine], [fine]],
    ["a call with an id the API does not know", [{ type: "tool_use", id: "a b", name: "read_file", input: {} }, fine], [fine]],
    [
      "a call whose name no tool can have, and whose input is none",
      [{ type: "tool_use", id: "c1", name: "rm -rf /", input: [1] }],
      [{ type: "tool_use", id: "c1", name: "rm_-rf__", input: { malformed_input: "[1]" } }],
    ],
    [
      "a call without a name",
      [{ type: "tool_use", id: "c1", name: "", input: {} }],
      [{ type: "tool_use", id: "c1", name: "unnamed", input: {} }],
    ],
    ["a call that came as something unknown", [{ type: "opaque", value: { type: "tool_use", id: 4 } }, fine], [fine]],
    ["something without a type", [{ type: "opaque", value: {} }, fine], [fine]],
    ["something new", [{ type: "opaque", value: { type: "poem" } }], [{ type: "opaque", value: { type: "poem" } }]],
  ])("%s", (_what, came, sent) => {
    const reply = repairHistory([hi, replied(...came), hi]).find(({ role }) => role === "assistant")
    expect(reply?.content ?? []).toEqual(sent)
  })

  it("blocks with nothing wrong stay the same objects, so that what was made of them is used again", () => {
    const blocks = [signed, fine, { type: "tool_use", id: "c1", name: "read_file", input: {} }]
    const reply = repairHistory([hi, replied(...blocks), hi])[1]
    for (const [at, block] of blocks.entries()) expect(reply?.content[at]).toBe(block)
  })

  it("a paused reply does not end in a blank", () => {
    expect(asRequest([hi, replied({ type: "text", text: "so far \n" })], true)[1]).toEqual(
      replied({ type: "text", text: "so far" }),
    )
  })
})

describe("fitHistory", () => {
  it("A6 stays valid whatever is cut, and is never larger", () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 6000 }), (messages, limit) => {
        const repaired = repairHistory(messages)
        const fitted = repairHistory(fitHistory(repaired, limit))
        expect(requestFault(fitted)).toBeNull()
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
