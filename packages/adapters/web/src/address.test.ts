import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { hostOf, isSameSite, readAddress } from "./address.ts"

const open = { allowPrivate: false }
const read = (text: string, reach = open) => {
  const found = readAddress(text, reach)
  return found.ok ? found.url.href : found.because
}

describe("which addresses may be asked for (T16, T18)", () => {
  test.each([
    ["https://example.com", "https://example.com/"],
    ["https://example.com:443/a?b=c#d", "https://example.com/a?b=c"],
    ["https://example.com:8443/", "https://example.com:8443/"],
    ["https://EXAMPLE.com/%41", "https://example.com/%41"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
  ])("%s is read as %s", (text, href) => {
    expect(read(text)).toBe(href)
  })

  test.each([
    ["http://example.com/", "only https"],
    ["http://127.0.0.1/", "only https"],
    ["ftp://example.com/", "only https"],
    ["file:///etc/passwd", "only https"],
    ["javascript:alert(1)", "only https"],
    ["data:text/html,x", "only https"],
    ["example.com", "not an address"],
    ["", "not an address"],
    ["https://", "not an address"],
    ["https://user:secret@example.com/", "user name or password"],
    ["https://allowed.example@evil.example/", "user name or password"],
    ["https://example.com:22/", "port 22"],
    ["https://example.com:6379/", "port 6379"],
    ["https://example.com:99999/", "not an address"],
    ["https://a b.example/", "characters that no address has"],
    ["https://example.com/\r\nHost: evil.example", "characters that no address has"],
    ["https://exa\tmple.com/", "characters that no address has"],
    ["https://exam\u200bple.com/", "characters that no address has"],
    ["https://example.com/\u202egpj.exe", "characters that no address has"],
    ["https:\\\\evil.example\\@good.example", "characters that no address has"],
  ])("%j is refused: %s", (text, because) => {
    expect(read(text)).toContain(because)
  })

  test("the SOCKS trick: a NUL in the host, raw or escaped, never leads to the part before or after it", () => {
    for (const text of [
      "https://evil.example\0.allowed.example/",
      "https://evil.example%00.allowed.example/",
      "https://evil.example%2F.allowed.example/",
    ]) {
      expect(readAddress(text, open).ok).toBe(false)
    }
  })

  test("odd spellings of an address are read once, and what was read is what will be dialled", () => {
    for (const text of [
      "https://127.1/",
      "https://0x7f.0.0.1/",
      "https://2130706433/",
      "https://0177.0.0.1/",
      "https://127.0.0.1./",
    ]) {
      const found = readAddress(text, open)
      expect(found.ok && hostOf(found.url)).toBe("127.0.0.1")
    }
    const mapped = readAddress("https://[::ffff:127.0.0.1]/", open)
    expect(mapped.ok && hostOf(mapped.url)).toBe("::ffff:7f00:1")
  })

  test("for tests, http is for this computer only", () => {
    const all = { allowPrivate: true }
    expect(read("http://127.0.0.1:8080/x", all)).toBe("http://127.0.0.1:8080/x")
    expect(read("http://[::1]:81/", all)).toBe("http://[::1]:81/")
    expect(read("http://localhost:81/", all)).toBe("http://localhost:81/")
    expect(read("http://192.168.1.1/", all)).toContain("only https")
    expect(read("http://localhost.evil.example/", all)).toContain("only https")
  })

  test("hosts are compared by their labels, not by how they begin", () => {
    const same = (one: string, other: string) => isSameSite(new URL(one), new URL(other))
    expect(same("https://example.com/a", "https://www.example.com/b")).toBe(true)
    expect(same("https://example.com", "https://example.com.evil.example")).toBe(false)
    expect(same("https://example.com", "https://evilexample.com")).toBe(false)
    expect(same("https://example.com", "https://sub.example.com")).toBe(false)
  })

  test("whatever the text is, the answer is an https address without credentials, or a sentence (T27)", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc
        .tuple(fc.constantFrom("https://", "https:/", "https:", "HTTPS://", "http://"), fc.string())
        .map((parts) => parts.join("")),
    )
    fc.assert(
      fc.property(text, (any) => {
        const found = readAddress(any, open)
        if (found.ok)
          expect([found.url.protocol, found.url.username, found.url.password, found.url.hash]).toEqual(["https:", "", "", ""])
        else expect(found.because).toMatch(/\.$/)
      }),
      { numRuns: 500 },
    )
  })
})
