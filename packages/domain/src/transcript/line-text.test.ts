import type { AgentId, CallId, Instant, MessageId, TurnId } from "@kibitz/contract"
import { noUsage } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fenced } from "../gate/fence.ts"
import type { TranscriptItem } from "../kernel/transcript-item.ts"
import { excerptOf, sayerOf, wordsPattern } from "./line-text.ts"

const line = { key: "1", at: "2026-01-01T00:00:00.000Z" as Instant }
const said = (text: string): TranscriptItem => ({ kind: "user", ...line, messageId: "m" as MessageId, text, from: null })
const replied = (text: string): TranscriptItem => ({
  kind: "reply",
  ...line,
  messageId: "m" as MessageId,
  turnId: "t" as TurnId,
  step: 1,
  content: [
    { type: "thinking", thinking: "a secret plan", signature: "" },
    { type: "text", text },
  ],
  stopReason: "end_turn",
  stopDetail: null,
  model: "m",
  usage: noUsage,
})
const holds = (item: TranscriptItem, text: string) => excerptOf(item, wordsPattern(text), "chorus") !== null

describe("finding words in a line", () => {
  it("any case, in any script, and over the end of a line", () => {
    expect(holds(said("Die STRASSE\n  nach Łódź"), "straße")).toBe(false)
    expect(holds(said("Die STRASSE\n  nach Łódź"), "strasse nach łódź")).toBe(true)
    expect(holds(said("שלום עולם"), "עולם")).toBe(true)
  })

  it("through formatting, and marks themselves where they were written", () => {
    expect(holds(replied("It is **two** words in [a link](https://example.com)."), "two words in a link.")).toBe(true)
    expect(holds(replied("call `snake_case` now"), "snake_case")).toBe(true)
    expect(holds(replied("nothing here"), "secret plan")).toBe(true)
  })

  it("in what a call was given and what came out of it, and not in what is not drawn", () => {
    const call: TranscriptItem = {
      kind: "call",
      ...line,
      callId: "c" as CallId,
      capability: "bash",
      input: { command: "npm test", nested: [{ deep: "marker" }] },
      status: "done",
      because: "",
      output: "41 passed",
      bytes: 9,
      durationMs: 1,
      exitCode: 0,
    }
    expect(["npm test", "marker", "41 PASSED", "bash"].map((text) => holds(call, text))).toEqual([true, true, true, true])
    expect(holds(call, "command")).toBe(false)
    const continued: TranscriptItem = {
      kind: "note",
      ...line,
      messageId: "m" as MessageId,
      note: "continuation",
      text: "go on",
      from: null,
    }
    expect(holds(continued, "go on")).toBe(false)
  })

  it("shows what stands around the words in one row, without the marks, and says where it was cut", () => {
    const around = (item: TranscriptItem, text: string) => excerptOf(item, wordsPattern(text), "chorus")
    expect(around(replied("It is **two** words\nin [a link](https://example.com)."), "two words")).toBe(
      "It is two words in a link.",
    )
    expect(around(replied("call `snake_case` now"), "`snake_case`")).toBe("call `snake_case` now")
    const long = around(said(`${"a ".repeat(500)}needle ${"b ".repeat(500)}`), "needle") ?? ""
    expect(long).toMatch(/^…(?:a )+needle (?:b )+b?…$/)
    expect(long.length).toBeLessThan(210)
    const halves = around(said(`${"😀".repeat(50)}x${"😀".repeat(200)}`), "x") ?? ""
    expect(halves.isWellFormed()).toBe(true)
    expect([sayerOf(said("x")), sayerOf(replied("x"))]).toEqual(["user", "agent"])
  })

  it("without what is declared to Kibitz, as the conversation shows it: neither in the excerpt, nor found at all", () => {
    const around = (item: TranscriptItem, text: string) => excerptOf(item, wordsPattern(text), "chorus")
    const reply = replied("The parser is done.\n\n<chorus>PROGRESS:70</chorus>\nTests are next.\n\nDONE")
    expect(around(reply, "parser")).toBe("The parser is done. Tests are next.")
    expect(["PROGRESS", "chorus", "70"].map((text) => holds(reply, text))).toEqual([false, false, false])
    // The same word in a sentence is one.
    expect(around(reply, "done")).toBe("The parser is done. Tests are next.")
    expect(holds(replied("All of it works.\n\nDONE"), "done")).toBe(false)
    const draft: TranscriptItem = {
      kind: "draft",
      ...line,
      text: "Half.\n<chorus>PROGRESS:10</chorus>",
      cause: "crash",
    }
    expect(around(draft, "half")).toBe("Half.")
    expect(holds(draft, "PROGRESS")).toBe(false)
  })

  it("without the fence around what came from outside, and with what stands in it", () => {
    const around = (item: TranscriptItem, text: string) => excerptOf(item, wordsPattern(text), "chorus")
    const output = "The needle is in $1 and $&.\n<<end of the story>>\n\nDONE"
    const text = `Ed says that it is done.\n${fenced({ output, fence: "msg01", source: "the last reply of Ed", agent: "Ed" })}`
    const report: TranscriptItem = { kind: "note", ...line, messageId: "m" as MessageId, note: "report", text, from: null }
    expect(around(report, "needle")).toBe("Ed says that it is done. The needle is in $1 and $&. <<end of the story>>")
    expect(["untrusted", "msg01", "data from outside"].map((words) => holds(report, words))).toEqual([false, false, false])
    const question: TranscriptItem = { kind: "user", ...line, messageId: "m" as MessageId, text, from: "ed" as AgentId }
    expect(holds(question, "msg01")).toBe(false)
    // What the user typed is the user's, whatever it looks like.
    expect(holds(said(text), "msg01")).toBe(true)
    const two = [text, text.replaceAll("needle", "thimble")].join("\n")
    const failed: TranscriptItem = {
      kind: "note",
      ...line,
      messageId: "m" as MessageId,
      note: "verification",
      text: two,
      from: null,
    }
    expect(around(failed, "thimble")).not.toContain("<<untrusted")
    expect(holds(failed, "thimble")).toBe(true)
  })

  it("a hyphen is no special sign outside brackets, and must not be escaped as one", () => {
    expect(
      holds(said("a well-known \\ (and [odd]) sign: $1.50 / {x}|y^z*"), "well-known \\ (and [odd]) sign: $1.50 / {x}|y^z*"),
    ).toBe(true)
  })

  it("whatever is typed is taken literally, and any text holds every part of itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat(), fc.nat(), (text, a, b) => {
        const part = text.slice(Math.min(a, b) % text.length, Math.max(a, b) % (text.length + 1)).toWellFormed()
        if (part.trim() === "" || !text.isWellFormed() || !text.includes(part)) return
        expect(wordsPattern(part).test(text)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
