import fc from "fast-check"
import { expect, test } from "vitest"
import { classifyLink } from "./classify-link.ts"

test("https is offered with the host that will really be called", () => {
  expect(classifyLink("https://example.org/a?b=c#d")).toEqual({
    kind: "web",
    url: "https://example.org/a?b=c#d",
    host: "example.org",
  })
  expect(classifyLink("HTTPS://Example.ORG:8443/")).toMatchObject({ kind: "web", host: "example.org:8443" })
})

test("look-alike letters show as what they are", () => {
  expect(classifyLink("https://аpple.com/")).toMatchObject({ kind: "web", host: "xn--pple-43d.com" })
})

test("mail keeps the address and drops what a mail program might obey", () => {
  expect(classifyLink("mailto:ann@example.org?attach=/etc/passwd&bcc=x@y.z")).toEqual({
    kind: "mail",
    url: "mailto:ann@example.org",
    address: "ann@example.org",
  })
})

const corpus = [
  "http://example.org/",
  "file:///etc/passwd",
  "file://server/share",
  "smb://server/share",
  "\\\\server\\share",
  "//example.org/x",
  "/etc/passwd",
  "C:\\windows\\system32\\calc.exe",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "vbscript:x",
  "data:text/html,<script>alert(1)</script>",
  "blob:app://kibitz/1",
  "about:blank",
  "chrome://settings",
  "app://kibitz/index.html",
  "ms-settings:",
  "ms-msdt:/id PCWDiagnostic",
  "ms-officecmd:%7B%7D",
  "search-ms:query=x",
  "vscode://file/etc/passwd",
  "ssh://host",
  "tel:+123",
  "x-apple.systempreferences:",
  "https://a@b.example/",
  "https://example.org@evil.example/",
  "https://user:pass@example.org/",
  "https://example.org\u202e/gpj.exe",
  "https://exam\u200bple.org/",
  "https://example.org/\nfile:///etc/passwd",
  "https://example.org\\@evil.example/",
  "https://",
  "https:///",
  "mailto:",
  "mailto:a@b.c,d@e.f",
  "mailto:a@b.c%0d%0abcc:x@y.z",
  "mailto:%22quoted%22@b.c",
  `https://example.org/${"a".repeat(2_000)}`,
  "",
]

test.each(corpus)("1a-15: refuses %j", (text) => {
  expect(classifyLink(text).kind).toBe("refused")
})

test("1a-15: whatever is given, only https without credentials or a bare mail address comes out", () => {
  const scheme = fc.constantFrom(
    "https:",
    "https://",
    "http://",
    "file://",
    "mailto:",
    "javascript:",
    "data:",
    "smb://",
    "ms-x:",
    "app://",
    "",
  )
  const piece = fc.oneof(
    fc.constantFrom("a@b", "@", ":", "/", "\\", "..", "%2f", "example.org", "\u202e", "\t", "\n", "?", "#"),
    fc.string(),
  )
  fc.assert(
    fc.property(scheme, fc.array(piece, { maxLength: 6 }), (start, pieces) => {
      const link = classifyLink(start + pieces.join(""))
      if (link.kind === "refused") return
      const url = new URL(link.url)
      expect(["https:", "mailto:"]).toContain(url.protocol)
      expect([url.username, url.password]).toEqual(["", ""])
      if (link.kind === "web") expect(url.host).toBe(link.host)
      else expect(link.url).toBe(`mailto:${link.address}`)
    }),
    { numRuns: 5000 },
  )
})

test("1a-15: well-formed https addresses pass unchanged in meaning", () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ["https"] }), (text) => {
      const link = classifyLink(text)
      expect(link).toEqual({ kind: "web", url: new URL(text).href, host: new URL(text).host })
    }),
  )
})
