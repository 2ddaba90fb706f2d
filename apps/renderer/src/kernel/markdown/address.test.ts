import fc from "fast-check"
import { expect, test } from "vitest"
import { classifyAddress } from "./address.ts"

test("T21: an https address may be opened, and shows the host that would be reached", () => {
  expect(classifyAddress("https://example.org/a?b=c#d")).toEqual({
    kind: "open",
    href: "https://example.org/a?b=c#d",
    where: "example.org",
  })
  expect(classifyAddress("https://пример.example/")).toMatchObject({ kind: "open", where: "xn--e1afmkfd.example" })
  expect(classifyAddress("HTTPS://EXAMPLE.ORG:8443/")).toMatchObject({ kind: "open", where: "example.org:8443" })
})

test("plain http is shown and copied, never opened", () => {
  expect(classifyAddress("http://localhost:3000/health")).toEqual({
    kind: "copy",
    href: "http://localhost:3000/health",
    where: "localhost:3000",
  })
})

test("of a mail address only the recipient is kept", () => {
  expect(classifyAddress("mailto:ed@example.org?subject=x&attach=/etc/passwd")).toEqual({
    kind: "open",
    href: "mailto:ed@example.org",
    where: "ed@example.org",
  })
})

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,<script>1</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "smb://server/share",
  "\\\\server\\share",
  "//example.org/x",
  "/etc/passwd",
  "blob:https://example.org/1",
  "https://user@example.org/",
  "https://a@b",
  "https://example.org@evil.example/",
  "https://example.org\\@evil.example/",
  "https://exam\u200bple.org/",
  "https://example.org/\u202egpj.exe",
  "https:example.org",
  "https://",
  "mailto:",
  "mailto:a@b,c@d",
  "mailto:%22a%22@b",
  "ms-msdt:/id",
  "",
  `https://example.org/${"a".repeat(3000)}`,
])("T21: %j is shown as text", (written) => {
  expect(classifyAddress(written)).toEqual({ kind: "text" })
})

test("T21: whatever is written, only https and mailto are opened, without a name or password", () => {
  const part = fc.constantFrom(
    "https:",
    "http:",
    "javascript:",
    "file:",
    "mailto:",
    "//",
    "/",
    "\\",
    "@",
    "a",
    "b.c",
    ":",
    "\t",
    "\n",
    "%0a",
    "?",
    "#",
    "\u202e",
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(part, { maxLength: 12 }).map((parts) => parts.join("")),
        fc.string(),
        fc.webUrl(),
      ),
      (written) => {
        const address = classifyAddress(written)
        if (address.kind === "text") return
        const url = new URL(address.href)
        expect(url.username + url.password).toBe("")
        expect(address.kind === "open" ? ["https:", "mailto:"] : ["http:"]).toContain(url.protocol)
        expect(address.where).toBe(url.protocol === "mailto:" ? url.pathname : url.host)
      },
    ),
    { numRuns: 2000 },
  )
})
