import type { Tokens } from "marked"
import { expect, test } from "vitest"
import { cellTokens, FIRST_ROWS, lex } from "./lex.ts"

const LENGTH = 60_000
const fill = (piece: string) => piece.repeat(LENGTH / piece.length)

// Each of these took the bare lexer between a tenth of a second and two minutes, or its whole stack.
const hostile: Record<string, string> = {
  emphasis: fill("*a.*b "),
  underscores: fill("_a"),
  stars: fill("a*"),
  strong: fill("**a "),
  strikes: fill("~~a"),
  "mail addresses": `${fill("a.b-c_d+")}@x`,
  "mail addresses without marks": `${fill("a.b-c+")}@x`,
  backticks: fill("`a``b"),
  brackets: fill("["),
  images: fill("!["),
  links: fill("[a]("),
  tags: fill("<a "),
  comments: fill("<!--"),
  quotes: fill("> "),
  "numbered in numbered": fill("1. "),
  "bullets in bullets": fill("- "),
  "stairs of bullets": Array.from({ length: 300 }, (_, n) => `${" ".repeat(n * 2)}- x`).join("\n"),
  "stairs up to the limit": fill(`${Array.from({ length: 30 }, (_, n) => `${" ".repeat(n * 2)}- x`).join("\n")}\n\n`),
  tables: fill("|a|\n|-|\n"),
  definitions: fill("[a]: b\n"),
  "fences in lists": fill("- ```\n"),
  "many paragraphs of just not too much": fill(`${"*a.*b ".repeat(100)}\n\n`),
  "many paragraphs of brackets": fill(`${"[".repeat(290)}\n\n`),
  "many paragraphs of links": fill(`${"[a](b ".repeat(95)}\n\n`),
}

test.each(Object.keys(hostile))("T21: %s cannot freeze the window, and no word is lost", (name) => {
  const text = hostile[name] ?? ""
  // What would take for ever runs into the test's own limit.
  const tokens = lex(text)
  const kept = tokens.map((token) => token.raw).join("")
  expect(kept.replace(/\s+/g, "")).toBe(text.replace(/\s+/g, ""))
})

test("T21: what is in the cells of a long table is read when their row is shown, and reads the same then", () => {
  const text = `| a | b |\n|---|---|\n${"| **1** | `2` |\n".repeat(10_000)}`
  const table = lex(text)[0] as Tokens.Table
  const [first, last] = [table.rows[0], table.rows.at(-1)].map((row) => row ?? expect.fail("no row"))
  expect(table.rows).toHaveLength(10_000)
  expect(table.rows.filter((row) => row.some(({ tokens }) => tokens.length > 0))).toHaveLength(FIRST_ROWS)
  expect(last?.map((cell) => cellTokens(cell))).toEqual(first?.map(({ tokens }) => tokens))
})
