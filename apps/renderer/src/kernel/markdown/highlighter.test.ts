import { expect, test } from "vitest"
import { colourerFor } from "./highlighter.ts"

const code = `/* a comment
   of two lines */
export function greet(name: string): string {
  return \`hello \${name}\`
}`

test("a growing text is coloured line by line as the whole text is", async () => {
  const whole = (await colourerFor("typescript"))(code, false)
  const growing = await colourerFor("typescript")
  for (let end = 5; end < code.length; end += 5) {
    const lines = growing(code.slice(0, end), true)
    expect(lines).toEqual(whole.slice(0, lines.length))
  }
  expect(growing(code, false)).toEqual(whole)
})

test("pieces keep every character and carry class names, never HTML or colours", async () => {
  const lines = (await colourerFor("typescript"))(code, false)
  expect(lines.map((line) => line.map((piece) => piece.text).join("")).join("\n")).toBe(code)
  const classes = new Set(lines.flatMap((line) => line.map((piece) => piece.className) ?? []))
  expect(classes).toContain("token-keyword")
  expect(classes).toContain("token-comment")
  for (const name of classes) expect(name ?? "token-").toMatch(/^token-/)
})

test.each([
  "bash",
  "diff",
  "json",
  "python",
  "sql",
  "yaml",
  "rust",
  "go",
  "css",
  "html",
  "markdown",
  "tsx",
  "javascript",
] as const)("%s has its grammar", async (language) => {
  const lines = (await colourerFor(language))("a: 1\n+ b", false)
  expect(lines).toHaveLength(2)
})
