import { Reply } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readReply } from "./reply.ts"

function read(...events: readonly unknown[]) {
  const reader = readReply()
  const deltas = events.map((event) => reader.take(event)).filter((delta) => delta !== null)
  return { reader, deltas, reply: reader.reply("asked-for", null) }
}
const toolUse = (input: unknown = {}) => ({
  type: "content_block_start",
  index: 0,
  content_block: { type: "tool_use", id: "t", name: "read_file", input },
})
const json = (partial_json: string) => ({
  type: "content_block_delta",
  index: 0,
  delta: { type: "input_json_delta", partial_json },
})
const closed = { type: "content_block_stop", index: 0 }
const stop = (stop_reason: string) => ({ type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 3 } })
const end = { type: "message_stop" }

describe("A9: a call is part of the reply only when its input arrived whole", () => {
  test.each<[string, unknown[], unknown]>([
    ["whole", [toolUse(), json('{"a":'), json("1}"), closed, stop("tool_use")], { a: 1 }],
    ["whole, though the limit was reached right behind it", [toolUse(), json('{"a":1}'), closed, stop("max_tokens")], { a: 1 }],
    ["without input", [toolUse(), closed, stop("tool_use")], {}],
    ["given at the start", [toolUse({ a: 2 }), closed, stop("max_tokens")], { a: 2 }],
    ["cut inside", [toolUse(), json('{"a":'), closed, stop("max_tokens")], undefined],
    ["cut before its first character", [toolUse(), closed, stop("max_tokens")], undefined],
    ["never closed", [toolUse(), json('{"a":1}'), stop("tool_use")], undefined],
    ["cut by a refusal", [toolUse(), json('{"a'), closed, stop("refusal")], undefined],
    [
      "T27: nonsense, though the model says it is done",
      [toolUse(), json("{a}"), closed, stop("tool_use")],
      { malformed_input: "{a}" },
    ],
    ["T27: not an object", [toolUse(), json("[1]"), closed, stop("tool_use")], { malformed_input: "[1]" }],
  ])("%s", (_title, events, input) => {
    const { content } = read(...events, end).reply
    expect(content).toEqual(input === undefined ? [] : [{ type: "tool_use", id: "t", name: "read_file", input }])
  })
})

test("A13: a block nobody knows grows by its deltas and is kept", () => {
  const { reply } = read(
    { type: "content_block_start", index: 0, content_block: { type: "server_tool_use", id: "s", name: "web_search", input: {} } },
    json('{"query":"kites"}'),
    closed,
    { type: "content_block_start", index: 1, content_block: { type: "poem", lines: "Roses" } },
    { type: "content_block_delta", index: 1, delta: { type: "poem_delta", lines: " are", metre: "iamb" } },
    { type: "content_block_stop", index: 1 },
    stop("pause_turn"),
    end,
  )
  expect(reply.content).toEqual([
    { type: "opaque", value: { type: "server_tool_use", id: "s", name: "web_search", input: { query: "kites" } } },
    { type: "opaque", value: { type: "poem", lines: "Roses are", metre: "iamb" } },
  ])
})

test("indices with gaps do not make holes", () => {
  const text = (index: number, text: string) => ({ type: "content_block_start", index, content_block: { type: "text", text } })
  const { deltas, reply } = read(text(3, "a"), text(7, "b"), stop("end_turn"), end)
  expect(deltas.map((delta) => delta.block)).toEqual([0, 1])
  expect(reply.content).toEqual([
    { type: "text", text: "a" },
    { type: "text", text: "b" },
  ])
})

test("A13, A14: whatever events come, nothing is thrown and the reply is one that can be recorded", () => {
  const type = fc.constantFrom(
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
    "x",
  )
  const block = fc.oneof(
    fc.jsonValue(),
    fc.record({
      type: fc.constantFrom("text", "thinking", "tool_use", "redacted_thinking", "new"),
      id: fc.constant("t"),
      name: fc.string(),
      text: fc.jsonValue(),
      thinking: fc.jsonValue(),
    }),
  )
  const delta = fc.oneof(
    fc.jsonValue(),
    fc.record({
      type: fc.string(),
      text: fc.jsonValue(),
      partial_json: fc.jsonValue(),
      stop_reason: fc.jsonValue(),
      stop_details: fc.jsonValue(),
    }),
  )
  const usage = fc.record(
    { input_tokens: fc.oneof(fc.double(), fc.jsonValue()), output_tokens: fc.oneof(fc.integer(), fc.jsonValue()) },
    { requiredKeys: [] },
  )
  const event = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        type,
        index: fc.oneof(fc.nat({ max: 2 }), fc.jsonValue()),
        content_block: block,
        delta,
        message: fc.oneof(fc.jsonValue(), fc.record({ model: fc.jsonValue(), usage })),
        usage,
      },
      { requiredKeys: ["type"] },
    ),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (events) => {
      expect(Reply.safeParse(JSON.parse(JSON.stringify(read(...events).reply)))).toMatchObject({ success: true })
    }),
    { numRuns: 500 },
  )
})
