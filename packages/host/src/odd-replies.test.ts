// Whatever a provider answers, what is sent to it next is a conversation the API accepts, the agent goes on, and the user reads what was odd
// (A9, A12, A13, A15, T27). Over the real adapter and engine; the requests are judged by the rehearsal's reading of the API.
import { anthropicModel } from "@kibitz/adapters/anthropic"
import { jakeId } from "@kibitz/contract"
import { findAgent, foldTranscript, type TranscriptItem } from "@kibitz/domain"
import type { Tools } from "@kibitz/ports"
import { startEngine } from "@kibitz/supervisor"
import {
  countingIds,
  fixedChance,
  type MemoryJournal,
  manualClock,
  memoryDrafts,
  memoryJournal,
  recordingLog,
  untilFact,
} from "@kibitz/testkit"
import fc from "fast-check"
import { afterEach, describe, expect, test } from "vitest"
import { oddProvider, type SentBody, said, type WireBlock, type WireReply } from "./testing/odd-provider.ts"

const tools: Tools = {
  async *run() {
    yield { type: "end", ok: true, output: "done", bytes: 4 }
  },
}

const undo: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function opened({
  refuses,
  journal = memoryJournal(),
}: {
  refuses?: (body: SentBody) => string | null
  journal?: MemoryJournal
} = {}) {
  const provider = await oddProvider(refuses)
  const model = anthropicModel({ credentials: () => ({ apiKey: "key", baseUrl: provider.baseUrl }) })
  const clock = manualClock()
  const log = recordingLog()
  const needs = { journal, clock, ids: countingIds(), chance: fixedChance(0.5), model, tools, drafts: memoryDrafts(), log }
  const engine = startEngine({ ...needs, project: "/project" })
  undo.push(
    () => provider.close(),
    () => model.close(),
    () => engine.stop(),
  )
  await engine.open()
  const { supervisor } = engine
  const jake = () => findAgent(supervisor.world(), jakeId) ?? expect.fail("there is no Jake")
  return {
    provider,
    jake,
    log,
    lines: (): readonly TranscriptItem[] => foldTranscript([], journal.all()),
    /** Says it, and waits until Jake has stopped or a request was refused. */
    async say(text: string) {
      await supervisor.dispatch(
        { type: "message.send", agentId: jakeId, text, delivery: "queue" },
        { actor: "user", surface: "rpc" },
      )
      await untilFact("the turn is over", () => {
        const { turn } = jake()
        if (turn?.status.kind === "delayed") clock.advance(60_000)
        return turn === null || provider.faults.length > 0
      })
    },
  }
}
type App = Awaited<ReturnType<typeof opened>>

/** Jake is asked once more, answers, and nothing was refused in between. */
async function expectUseful({ provider, say, lines, log }: App): Promise<void> {
  expect(provider.faults).toEqual([])
  provider.says()
  await say("and now?")
  expect(provider.faults).toEqual([])
  const last = lines().findLast(({ kind }) => kind === "reply")
  expect(last).toMatchObject({ content: [{ type: "text", text: "fine" }] })
  expect(log.lines.filter(({ level }) => level === "error")).toEqual([])
}

/** What Kibitz says to the user in between: why a call was not made, that a turn failed, what was odd about a reply. */
function told(lines: readonly TranscriptItem[]): string {
  return lines
    .flatMap((item) => {
      if (item.kind === "app" || item.kind === "standing" || item.kind === "note") return [item.text]
      if (item.kind === "call" && item.status === "blocked") return [item.because]
      if (item.kind === "notice" && item.notice.type === "failed") return [item.notice.failure.message]
      if (item.kind === "reply" && item.stopReason === "max_tokens") return ["It reached the token limit."]
      return []
    })
    .join("\n")
}

const call = (start: object, json?: string, isClosed = true): WireBlock => ({
  start: { type: "tool_use", id: "toolu_1", name: "read_file", input: {}, ...start },
  deltas: json === undefined ? [] : [{ type: "input_json_delta", partial_json: json }],
  isClosed,
})
const path = '{"path":"a"}'
const calling = (...blocks: WireBlock[]): WireReply => ({ blocks, stop: "tool_use" })
const thinking = (signature: string | null = "signed"): WireBlock => ({
  start: { type: "thinking", thinking: "", signature: "" },
  deltas: [{ type: "thinking_delta", thinking: "hm" }, ...(signature === null ? [] : [{ type: "signature_delta", signature }])],
})
const redacted: WireBlock = { start: { type: "redacted_thinking", data: "c2VjcmV0" } }
const text = (words: string): WireBlock => ({
  start: { type: "text", text: "" },
  deltas: words === "" ? [] : [{ type: "text_delta", text: words }],
})
const ending = (stop: string, ...blocks: WireBlock[]): WireReply => ({ blocks, stop })

describe("calls of the wrong shape", () => {
  test.each<[string, WireReply, RegExp]>([
    ["without an id", calling(call({ id: undefined }, path)), /an id of its own/],
    ["with a number for an id", calling(call({ id: 7 }, path)), /an id of its own/],
    ["with an object for an id", calling(call({ id: {} }, path)), /an id of its own/],
    ["with an empty id", calling(call({ id: "" }, path)), /an id of its own/],
    ["with forbidden characters in its id", calling(call({ id: "a b/ü" }, path)), /an id of its own/],
    ["with an id of 65 characters", calling(call({ id: "x".repeat(65) }, path)), /an id of its own/],
    ["with the id of another", calling(call({}, path), call({}, '{"path":"b"}')), /an id of its own/],
    ["without a name", calling(call({ name: undefined }, path)), /no capability called ""/],
    ["with a number for a name", calling(call({ name: 4 }, path)), /no capability called "4"/],
    ["with an empty name", calling(call({ name: "" }, path)), /no capability called ""/],
    ["with forbidden characters in its name", calling(call({ name: "read file" }, path)), /no capability called "read file"/],
    ["with a name of 200 characters", calling(call({ name: "n".repeat(200) }, path)), /no capability called "nnn/],
    ["with a list for an input", calling(call({ input: [1] })), /input of read_file is not valid/],
    ["with a text for an input", calling(call({ input: "a" })), /input of read_file is not valid/],
    ["with a number for an input", calling(call({ input: 4 })), /input of read_file is not valid/],
    ["with null for an input", calling(call({ input: null })), /input of read_file is not valid/],
    ["that writes a list", calling(call({}, "[1]")), /input of read_file is not valid/],
    ["that writes null", calling(call({}, "null")), /input of read_file is not valid/],
    ["that writes nonsense", calling(call({}, "{a}")), /input of read_file is not valid/],
    ["with everything wrong", calling(call({ id: null, name: [], input: "x" })), /no capability called "\[\]"/],
  ])("%s", async (_what, reply, why) => {
    const app = await opened()
    app.provider.says(reply)
    await app.say("go")
    expect(told(app.lines())).toMatch(why)
    await expectUseful(app)
  })
})

describe("replies without a word", () => {
  test.each<[string, WireReply, RegExp, RegExp]>([
    ["thinking only, at its end", ending("end_turn", thinking()), /only thought/, /no words/],
    ["thinking only, at the token limit", ending("max_tokens", thinking()), /token limit/, /cut off/],
    ["thinking without a signature", ending("end_turn", thinking(null)), /only thought/, /no words/],
    ["redacted thinking only", ending("end_turn", redacted), /only thought/, /no words/],
    ["thinking, then an empty text", ending("end_turn", thinking(), text("")), /only thought/, /no words/],
    [
      "thinking, then a cut call",
      ending("max_tokens", thinking(), call({ name: "write_file" }, '{"path":"a', true)),
      /write_file/,
      /write_file/,
    ],
    [
      "thinking, then a call that was never closed",
      ending("tool_use", thinking(), call({ name: "write_file" }, path, false)),
      /write_file/,
      /write_file/,
    ],
    ["nothing", ending("end_turn"), /empty/, /no words/],
    ["nothing, though it wants a call", ending("tool_use"), /empty/, /no words/],
    ["nothing, though it is only paused", ending("pause_turn"), /empty/, /no words/],
    ["blanks", ending("end_turn", text(" \n\t")), /empty/, /no words/],
    ["blanks at the token limit", ending("max_tokens", text("\n")), /token limit/, /cut off/],
  ])("%s", async (_what, reply, forUser, forModel) => {
    const app = await opened()
    app.provider.says(reply)
    await app.say("go")
    expect(told(app.lines())).toMatch(forUser)
    await expectUseful(app)
    expect(JSON.stringify(app.provider.sent.at(-1)?.messages)).toMatch(forModel)
  })

  test("words, then thinking; words with unsigned thinking: the words stay, and the user is told", async () => {
    const app = await opened()
    app.provider.says(ending("end_turn", thinking(), text("so"), thinking()))
    await app.say("go")
    expect(told(app.lines())).toMatch(/ended in thinking/)
    app.provider.says(ending("end_turn", thinking(null), text("it is")))
    await app.say("go on")
    expect(told(app.lines())).toMatch(/not signed/)
    await expectUseful(app)
    expect(JSON.stringify(app.provider.sent.at(-1)?.messages)).toMatch(/so.*it is/)
  })

  test("a block without a type, or of no type: it is left out, and the user is told", async () => {
    for (const start of [{}, { type: 4 }, { type: "" }, { type: "text", text: 5 }, { type: "thinking" }]) {
      const app = await opened()
      app.provider.says(ending("end_turn", { start }, text("so")))
      await app.say("go")
      await expectUseful(app)
      if (start.type === undefined || start.type === 4 || start.type === "")
        expect(told(app.lines())).toMatch(/could not be read/)
    }
  })
})

test("a server that takes back neither thinking nor blocks of its own: asked again without them, it answers", async () => {
  const plain = new Set(["text", "tool_use", "tool_result"])
  const refuses = ({ messages }: SentBody) => {
    const odd = messages.flatMap(({ content }) => content).find(({ type }) => !plain.has(type as string))
    return odd ? `${odd.type} is not taken here` : null
  }
  const app = await opened({ refuses })
  app.provider.says(ending("end_turn", thinking(), { start: { type: "poem", lines: "Roses" } }, text("are red")))
  await app.say("go")
  app.provider.says(calling(call({}, path)), said("fine"))
  await app.say("read it")
  await expectUseful(app)
  // Refused once in each turn, and not at every step of it.
  expect(app.provider.sent).toHaveLength(1 + 3 + 2)
})

const id = fc.oneof(fc.constantFrom<unknown>("t1", "t1", "t2", "", "a b", "x".repeat(70), null, 4, {}), fc.string())
const name = fc.oneof(fc.constantFrom<unknown>("read_file", "write_file", "rm -rf", "", null, 4, []), fc.string())
const json = fc.oneof(fc.constantFrom('{"path":"a"}', "{", "", "null", "[]", '"x"', '{"a":"\\ud800"}'), fc.json())
const words = fc.constantFrom("", " ", "\n\n", "hello", "a\ud800b", "trailing ")
const block: fc.Arbitrary<WireBlock> = fc.oneof(
  words.map(text),
  fc
    .tuple(id, name, fc.oneof(fc.constant({}), fc.jsonValue()), fc.option(json, { nil: undefined }), fc.boolean())
    .map(([ownId, ownName, input, written, isClosed]) => call({ id: ownId, name: ownName, input }, written, isClosed)),
  fc.constantFrom<string | null>("signed", null, "", "other").map(thinking),
  fc.constant(redacted),
  fc
    .constantFrom<unknown>({ type: "redacted_thinking" }, { type: "redacted_thinking", data: "" }, {}, null, [], "x", {
      type: null,
    })
    .map((start) => ({ start })),
  fc.record({
    start: fc.record({ type: fc.constantFrom("poem", "server_tool_use", "tool_result", "image"), text: fc.jsonValue() }),
  }),
)
const stop = fc.constantFrom<unknown>(
  "end_turn",
  "tool_use",
  "max_tokens",
  "stop_sequence",
  "pause_turn",
  "refusal",
  "new_reason",
  null,
  4,
)
const reply: fc.Arbitrary<WireReply> = fc.record({ blocks: fc.array(block, { maxLength: 5 }), stop })

test("whatever is answered, every later request is one the API accepts, and nobody is left without a word", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 4 }), async (replies) => {
      const app = await opened()
      for (const [at, odd] of replies.entries()) {
        app.provider.says(odd)
        await app.say(`go ${at}`)
        expect(app.provider.faults).toEqual([])
      }
      await expectUseful(app)
      // A reply in which nothing can be seen is never the last thing before the user's next word.
      const lines = app.lines()
      for (const [at, item] of lines.entries()) {
        if (item.kind !== "user" || at === 0) continue
        const before = lines.slice(0, at).filter(({ kind }) => kind !== "presence")
        const from = before.findLastIndex(({ kind }) => kind === "user")
        const shown = before.slice(from + 1)
        const isSeen = shown.some(
          (one) =>
            one.kind !== "reply" ||
            one.content.some(
              ({ type, ...rest }) => type === "opaque" || (type === "text" && "text" in rest && rest.text.trim() !== ""),
            ),
        )
        expect([isSeen || told(shown) !== "", JSON.stringify(shown)]).toEqual([true, expect.any(String)])
      }
      for (const step of undo.splice(0).reverse()) await step()
    }),
    { numRuns: 150 },
  )
})
