import { describe, expect, test } from "vitest"
import { historyFault } from "./history.ts"
import { signatureOf } from "./signature.ts"

const text = (said: string) => ({ type: "text", text: said })
const user = (...content: unknown[]) => ({ role: "user", content })
const assistant = (...content: unknown[]) => ({ role: "assistant", content })
const use = (id: unknown, more: object = {}) => ({ type: "tool_use", id, name: "read_file", input: { path: "a" }, ...more })
const result = (id: unknown) => ({ type: "tool_result", tool_use_id: id, content: "done" })
const thinking = (thought: string, signature: unknown = "signed") => ({ type: "thinking", thinking: thought, signature })
const redacted = { type: "redacted_thinking", data: "c2VjcmV0" }
const hi = user(text("hi"))
const called = (call: ReturnType<typeof use>) => [hi, assistant(call), user(result(call.id))]

describe("accepts", () => {
  test.each<[string, unknown[]]>([
    ["one message", [hi]],
    ["content as text", [{ role: "user", content: "hi" }]],
    ["an exchange", [hi, assistant(text("hello")), user(text("and?"))]],
    ["a call, its result, and words after it", [hi, assistant(use("t1")), user(result("t1"), text("and?"))]],
    ["two calls and their results", [hi, assistant(use("t1"), use("t2")), user(result("t2"), result("t1"))]],
    ["thinking before words", [hi, assistant(thinking("hm"), text("hello")), user(text("and?"))]],
    [
      "thinking before a call, and in between",
      [hi, assistant(thinking("hm"), use("t1"), redacted, use("t2")), user(result("t1"), result("t2"))],
    ],
    ["thinking that is kept to the provider", [hi, assistant(thinking(""), text("hello"))]],
    ["our own signature", [hi, assistant(thinking("hm", signatureOf("hm")), text("hello"))]],
    ["a paused turn", [hi, assistant({ type: "server_tool_use", id: "s", name: "web_search", input: {} })]],
    ["a block of a newer server", [hi, assistant({ type: "poem", lines: "Roses" }, text("are red"))]],
    ["an empty result", [hi, assistant(use("t1")), user({ type: "tool_result", tool_use_id: "t1" })]],
  ])("%s", (_what, messages) => expect(historyFault(messages)).toBeNull())
})

describe("refuses", () => {
  test.each<[string, unknown, string]>([
    ["no list", {}, "messages: "],
    ["nothing", [], "at least one message"],
    ["no object", ["hi"], "messages.0: "],
    ["an unknown role", [{ role: "system", content: "x" }], "messages.0.role"],
    ["the assistant first", [assistant(text("x"))], "first message"],
    ["two of the user in a row", [hi, hi], "messages.1: roles must alternate"],
    ["two of the assistant in a row", [hi, assistant(text("a")), assistant(text("b"))], "messages.2: roles must alternate"],
    ["empty content", [user()], "non-empty content"],
    ["an empty text", [user(text(""))], "messages.0.content.0.text: text content blocks must be non-empty"],
    ["a blank text", [user(text(" \n"))], "non-whitespace"],
    ["a blank reply", [hi, assistant(text("\t")), hi], "non-whitespace"],
    ["a text that is none", [user({ type: "text", text: 3 })], "valid string"],
    ["a lone surrogate (F28)", [user(text("a\ud800b"))], "lone surrogate"],
    ["a block without a type", [hi, assistant({}), hi], "messages.1.content.0: "],
    ["a block whose type is none", [hi, assistant({ type: 4 }), hi], "messages.1.content.0: "],
    ["a block that is none", [hi, assistant(null), hi], "messages.1.content.0: "],
    ["an unknown block of the user", [user({ type: "smell" })], "smell"],
    ["a call of the user", [user(use("t1"))], "only be in `assistant`"],
    ["a result of the assistant", [hi, assistant(result("t1"))], "only be in `user`"],
    ["thinking of the user", [user(thinking("hm"))], "only be in `assistant`"],
    ["a call without an id", called(use(undefined)), "messages.1.content.0.id"],
    ["an id that is a number", called(use(7)), "messages.1.content.0.id"],
    ["an empty id", called(use("")), "messages.1.content.0.id"],
    ["an id with forbidden characters", called(use("a.b")), "pattern"],
    ["an id of 65 characters", called(use("x".repeat(65))), "at most 64"],
    ["two equal ids in one message (T27)", [hi, assistant(use("t1"), use("t1")), user(result("t1"))], "unique"],
    [
      "two equal ids in two messages (T27)",
      [...called(use("t1")), assistant(use("t1")), user(result("t1"))],
      "messages.3.content.0: `tool_use` ids must be unique",
    ],
    ["a call without a name", called(use("t1", { name: undefined })), "messages.1.content.0.name"],
    ["a name that is a number", called(use("t1", { name: 4 })), "messages.1.content.0.name"],
    ["a name with a blank", called(use("t1", { name: "read file" })), "messages.1.content.0.name"],
    ["a name of 129 characters", called(use("t1", { name: "n".repeat(129) })), "messages.1.content.0.name"],
    ...[undefined, null, [], [1], "{}", 4, true].map((input): [string, unknown, string] => [
      `an input that is ${JSON.stringify(input)}`,
      called(use("t1", { input })),
      "dictionary",
    ]),
    ["an orphan call (A15)", [hi, assistant(use("t1"))], "messages.1: `tool_use` ids were found without"],
    ["an unanswered call (A15)", [hi, assistant(use("t1")), user(text("y"))], "without `tool_result`"],
    [
      "an answer one message late",
      [hi, assistant(use("t1")), hi, assistant(text("x")), user(result("t1"))],
      "without `tool_result`",
    ],
    ["half the results (A15)", [hi, assistant(use("t1"), use("t2")), user(result("t1"))], "t2"],
    ["an orphan result (A15)", [user(result("t9"))], "unexpected `tool_use_id`"],
    ["a result that came twice", [hi, assistant(use("t1")), user(result("t1"), result("t1"))], "unexpected `tool_use_id`"],
    ["words before the results (A15)", [hi, assistant(use("t1")), user(text("y"), result("t1"))], "without `tool_result`"],
    [
      "thinking without a signature",
      [hi, assistant({ type: "thinking", thinking: "hm" }, text("x"))],
      "signature: Field required",
    ],
    ["thinking with an empty signature", [hi, assistant(thinking("hm", ""), text("x"))], "signature: Field required"],
    ["thinking that was changed", [hi, assistant(thinking("hm", signatureOf("other")), text("x"))], "Invalid `signature`"],
    [
      "redacted thinking without data",
      [hi, assistant({ type: "redacted_thinking", data: "" }, text("x"))],
      "data: Field required",
    ],
    [
      "thinking alone",
      [hi, assistant(thinking("hm")), hi],
      "messages.1: The final block in an assistant message cannot be `thinking`",
    ],
    ["thinking at the end", [hi, assistant(thinking("hm"), text("x"), thinking("hm")), hi], "cannot be `thinking`"],
    ["redacted thinking alone", [hi, assistant(redacted), hi], "cannot be `redacted_thinking`"],
    ["thinking after words", [hi, assistant(text("x"), thinking("hm"), text("y")), hi], "the first block must be `thinking`"],
    ["a last reply that ends in a blank", [hi, assistant(text("so far "))], "trailing whitespace"],
  ])("%s", (_what, messages, why) => expect(historyFault(messages)).toContain(why))
})
