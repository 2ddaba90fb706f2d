import fc from "fast-check"
import { expect, test } from "vitest"
import { createBlockReader, lexBlocks } from "./blocks.ts"

const raws = (blocks: ReturnType<typeof lexBlocks>) => blocks.map((block) => block.token.raw)

/** White space between blocks is the lexer's own affair. */
const shape = (blocks: ReturnType<typeof lexBlocks>) =>
  blocks.filter(({ token }) => token.type !== "space").map(({ token }) => [token.type, token.raw.trim()])

const piece = fc.constantFrom(
  "# Title\n",
  "A paragraph with *words* and `code`.\n",
  "\n",
  "\n\n",
  "- one\n",
  "- two\n  more\n",
  "  nested text\n",
  "1. first\n",
  "```ts\nconst a = 1\n",
  "```\n",
  "> quoted\n",
  "| a | b |\n|---|---|\n",
  "| 1 | 2 |\n",
  "---\n",
  "===\n",
  "    indented\n",
  "<div>html</div>\n",
  "[x]: https://example.org\n",
  "text",
  " ",
  "*",
  "\\",
  "שלום\n",
)

test("reading a growing text gives the blocks of the whole text, whatever the cuts", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), (pieces, step) => {
      const text = pieces.join("")
      const reader = createBlockReader()
      for (let end = step; end < text.length; end += step) reader.read(text.slice(0, end))
      expect(shape(reader.read(text))).toEqual(shape(lexBlocks(text)))
    }),
    { numRuns: 400 },
  )
})

test("blocks before the last one keep their identity while the text grows", () => {
  const reader = createBlockReader()
  const before = reader.read("# One\n\nTwo is done.\n\nThree grows")
  const after = reader.read("# One\n\nTwo is done.\n\nThree grows on")
  expect(after.length).toBe(before.length)
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1))
  for (const [index, block] of before.slice(0, -1).entries()) expect(after[index]).toBe(block)
  expect(after.at(-1)).not.toBe(before.at(-1))
})

test("the work per growth does not depend on what is already finished", () => {
  const reader = createBlockReader()
  const paragraphs = Array.from({ length: 2000 }, (_, n) => `Paragraph ${n} with **some** \`words\` in it.`).join("\n\n")
  reader.read(paragraphs)
  const before = reader.read(paragraphs)
  let last = before
  for (let n = 0; n < 200; n++) last = reader.read(`${paragraphs}\n\n${"word ".repeat(n)}`)
  // The very same blocks: what did not change was not read again.
  for (let n = 0; n < before.length - 1; n++) expect(last[n]).toBe(before[n])
})

test("one enormous growing block is not read again for every word", () => {
  const reader = createBlockReader()
  let text = `\`\`\`\n${"a line of code\n".repeat(4000)}`
  reader.read(text)
  for (let n = 0; n < 300; n++) {
    text += "more\n"
    const blocks = reader.read(text)
    expect(raws(blocks).join("").length).toBe(text.length)
  }
})
