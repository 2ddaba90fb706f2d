import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { htmlToText } from "./html-to-text.ts"

const base = new URL("https://example.com/docs/page")
const text = (html: string) => htmlToText(html, base, 100_000).text

describe("a page becomes text that can be read", () => {
  test("headings, paragraphs, lists, tables and links; no scripts, styles or comments", () => {
    const page = htmlToText(
      `<!doctype html><html><head><title>The &amp; title</title><style>p { color: red }</style><meta charset=utf-8></head>
      <body><!-- hidden > --><script>if (a < b) document.write("<p>no</p>")</script>
      <h1>Hello,   <em>world</em></h1>
      <p>One <b>two</b>,<br>three&nbsp;&lt;four&gt; &#x1F989; &#229; &unknown;</p>
      <ul><li>first<li>second <a href="../up?a=1&amp;b=2">up there</a></ul>
      <table><tr><th>Name</th><th>Size</th></tr><tr><td>a</td><td>1</td></tr></table>
      <pre>  keep
    this</pre><a href="javascript:alert(1)">not a link</a> <a href="#top">top</a> <a href="/x"><img src=x alt="A picture"></a>
      <svg><text>drawn</text></svg><noscript>turn it on</noscript></body></html>`,
      base,
      100_000,
    )
    expect(page.title).toBe("The & title")
    expect(page.text).toBe(
      `# Hello, world

One two,
three <four> 🦉 å &unknown;

- first
- second [up there](https://example.com/up?a=1&b=2)

Name | Size
a | 1

  keep
    this

not a link top [[image: A picture]](https://example.com/x)`,
    )
    expect(page.cut).toBe(false)
  })

  test("broken pages are read as far as they go", () => {
    expect(text("a <b>c")).toBe("a c")
    expect(text("1 < 2 and 3 <4")).toBe("1 < 2 and 3 <4")
    expect(text('before <a href="never closed>text')).toBe("before")
    expect(text("before <script>never closed")).toBe("before")
    expect(text("before <!-- never closed")).toBe("before")
    expect(text('<p title="a > b">inside</p>')).toBe("inside")
    expect(text("<SCRIPT>x</SCRIPT >after")).toBe("after")
    expect(text("<a href=/x>one<a href=/y>two")).toBe("[one](https://example.com/x)[two](https://example.com/y)")
    expect(text("İ<script>x</script>y")).toBe("İy")
  })

  test("a link cannot break out of its own brackets", () => {
    expect(text('<a href="https://a.example/) [x](https://evil.example">good</a>')).toBe(
      "[good](https://a.example/%29%20[x]%28https://evil.example)",
    )
  })

  test("a long page is cut, and says so", () => {
    const page = htmlToText("<p>word</p>".repeat(1000), base, 100)
    expect([page.text.length, page.cut]).toEqual([100, true])
  })

  test("no page takes more than one look at each character (T2)", () => {
    const size = 1_000_000
    for (const piece of [
      "<",
      "<a ",
      "<!--",
      "<script>",
      "<a href='",
      '<a "',
      "&",
      "&#",
      "</",
      "<a/",
      "<p><a href=x>",
      "< >",
      "<pre>\n",
      "<td>",
      "<!",
      "<a b=",
      "a\n ",
    ]) {
      const began = performance.now()
      htmlToText(piece.repeat(Math.ceil(size / piece.length)), base, 1_000_000)
      expect(performance.now() - began, piece).toBeLessThan(5_000)
    }
  }, 60_000)

  test("whatever the page is, the answer is text without tags it invented", () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      "/",
      "a",
      "p",
      "script",
      " ",
      '"',
      "'",
      "=",
      "href",
      "<!--",
      "-->",
      "&lt;",
      "&",
      "pre",
      "\n",
      "é",
      "\0",
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { text: found, title } = htmlToText(pieces.join(""), base, 1000)
        expect([found.isWellFormed(), title.isWellFormed(), found === found.trim()]).toEqual([true, true, true])
      }),
      { numRuns: 500 },
    )
  })
})
