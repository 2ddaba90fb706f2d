import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readAnswer } from "./answer.ts"
import type { Schema } from "./define.ts"

const anything: Schema<unknown> = { safeParse: (value) => ({ success: true, data: value }) }
const never: Schema<unknown> = {
  safeParse: () => ({ success: false, error: { issues: [{ path: ["items", 0, "name"], message: "Expected text." }] } }),
}

describe("reading an answer", () => {
  it("finds any JSON value that is the whole text, or the one fenced block in it", () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (json, isPretty) => {
        const value: unknown = JSON.parse(json)
        const text = isPretty ? JSON.stringify(value, null, 2) : json
        expect(readAnswer(anything, ` \n${text}\n`)).toEqual({ value })
        expect(readAnswer(anything, `Here:\n\`\`\`json\n${text}\n\`\`\`\nThat is all.`)).toEqual({ value })
      }),
    )
  })

  it("does not take backticks inside the JSON for the end of the block", () => {
    const value = { code: "```\nls\n```" }
    expect(readAnswer(anything, `\`\`\`\`\n${JSON.stringify(value)}\n\`\`\`\``)).toEqual({ value })
  })

  it.each([
    ["", /^Your reply had no text\./],
    ["I think so.", /^Your reply is not JSON and has no fenced block/],
    ["```\n1\n```\n```\n2\n```", /^Your reply has 2 fenced blocks/],
    ["```json\n{ a }\n```", /^The fenced block in your reply is not valid JSON\./],
    ["```json\n{}", /^Your reply is not JSON and has no fenced block/],
  ])("names the problem: %j", (text, problem) => {
    expect(readAnswer(anything, text)).toEqual({ problem: expect.stringMatching(problem) })
  })

  it("names the place of what does not fit, in one sentence", () => {
    expect(readAnswer(never, "{}")).toEqual({
      problem: "Your answer does not fit: items.0.name: Expected text. Answer with one JSON value and nothing else.",
    })
  })
})
