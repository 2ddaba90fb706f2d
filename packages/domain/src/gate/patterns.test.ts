import { GrantPattern, type Json } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { allRows } from "./corpus/all.ts"
import { showPattern } from "./pattern-text.ts"
import { parsePattern, patternMatches, suggestPatterns } from "./patterns.ts"
import { readCommand } from "./shell/reader/read-command.ts"
import { access } from "./test-access.ts"

const normal = access({ phase: "execution", profile: "normal" })
const suggested = (command: string, given = normal) =>
  suggestPatterns({ capability: "bash", input: { command }, access: given }).map(showPattern)

describe("suggested patterns", () => {
  it("start with the whole command and widen by words", () => {
    expect(suggested("npm install jose@5")).toEqual(["npm install jose@5", "npm install <any>"])
    expect(suggested("npm test")).toEqual(["npm test"])
    expect(suggested("npm run build -- --watch")).toEqual(["npm run build -- --watch", "npm run build <any>"])
    expect(suggested("pytest -k foo")).toEqual(["pytest -k foo", "pytest <any>"])
    expect(suggested("cargo build --release")).toEqual(["cargo build --release", "cargo build <any>"])
    expect(suggested("ls && npm test | tail -3")).toEqual(["npm test"])
  })

  it("offer no blank cheque behind a program that runs others", () => {
    for (const command of [
      "bash build.sh",
      "python a.py",
      "npx cowsay hi",
      "node -e 1",
      "env npm test",
      "make test",
      "curl https://a.org",
    ]) {
      expect(suggested(command).filter((pattern) => pattern.endsWith("<any>"))).toEqual([])
    }
  })

  it("offer nothing for what destroys, is unknown, is refused, has no sandbox or is not simple", () => {
    for (const command of [
      "rm -rf x",
      "$x",
      "sudo ls",
      "npm test > log",
      "A=1 npm test",
      "npm test && make",
      "npm install $x",
      "ls",
    ])
      expect(suggested(command)).toEqual([])
    expect(suggested("npm test", access({ ...normal, sandboxed: false }))).toEqual([])
    expect(suggested("npm test", access({ ...normal, phase: "planning" }))).toEqual([])
  })

  it("for files go from the file to its folder, and stay at the file where it is sensitive", () => {
    const restricted = access({ phase: "execution", profile: "restricted" })
    const write = (path: string) =>
      suggestPatterns({ capability: "write_file", input: { path, content: "" }, access: restricted }).map(showPattern)
    expect(write("src/a/b.ts")).toEqual(["src/a/b.ts", "src/a/"])
    expect(write("a.ts")).toEqual(["a.ts"])
    expect(write(".github/workflows/ci.yml")).toEqual([".github/workflows/ci.yml"])
  })

  it("for the web name the host", () => {
    const restricted = access({ phase: "execution", profile: "restricted" })
    expect(
      suggestPatterns({ capability: "web_fetch", input: { url: "https://Docs.Example.org/a" }, access: restricted }).map(
        showPattern,
      ),
    ).toEqual(["docs.example.org", "web_fetch"])
  })

  it("always cover what they were made for, are valid, and survive being shown and read again", () => {
    const profiles = ["restricted", "normal", "trusted"] as const
    fc.assert(
      fc.property(fc.constantFrom(...allRows), fc.constantFrom(...profiles), ([command], profile) => {
        const input: Json = { command }
        for (const pattern of suggestPatterns({ capability: "bash", input, access: access({ phase: "execution", profile }) })) {
          expect(GrantPattern.safeParse(pattern).success).toBe(true)
          expect(patternMatches(pattern, "bash", input)).toBe(true)
          expect(parsePattern(showPattern(pattern), "bash")).toEqual(pattern)
          expect(["edit", "build", "any"]).toContain(readCommand(command).class)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe("what the user writes", () => {
  it("is read as words, not as an expression", () => {
    expect(parsePattern("npm install <any>", "bash")).toEqual({ kind: "command", words: ["npm", "install"], rest: true })
    expect(parsePattern("git commit -m 'a b'", "bash")).toEqual({
      kind: "command",
      words: ["git", "commit", "-m", "a b"],
      rest: false,
    })
    for (const text of [
      "",
      "npm test; rm x",
      "npm test > x",
      "$x",
      "npm $(x)",
      "npm *",
      "bash <any>",
      "<any>",
      "npm test | cat",
      "npm 'unclosed",
    ]) {
      expect([text, parsePattern(text, "bash")]).toEqual([text, null])
    }
  })

  it("is read for files and the web", () => {
    expect(parsePattern("src/", "write_file")).toEqual({ kind: "path", capability: "write_file", path: "src/" })
    expect(parsePattern("./src/../a.ts", "write_file")).toEqual({ kind: "path", capability: "write_file", path: "a.ts" })
    expect(parsePattern("../x", "write_file")).toBeNull()
    expect(parsePattern("/etc/", "write_file")).toBeNull()
    expect(parsePattern("https://Example.org/a", "web_fetch")).toEqual({
      kind: "host",
      capability: "web_fetch",
      host: "example.org",
    })
    expect(parsePattern("a@b.org", "web_fetch")).toBeNull()
  })
})

describe("matching", () => {
  it("compares hosts as a whole", () => {
    const pattern: GrantPattern = { kind: "host", capability: "web_fetch", host: "example.org" }
    const at = (url: string) => patternMatches(pattern, "web_fetch", { url })
    expect(["https://example.org/", "https://EXAMPLE.org:8443/a", "https://example.org./a"].map(at)).toEqual([true, true, true])
    expect(
      [
        "https://example.org.evil.org",
        "https://a.example.org",
        "https://evil.org/example.org",
        "https://example.org@evil.org",
        "https://example.org\\.evil.org",
      ].map(at),
    ).toEqual([false, false, false, false, false])
    expect(patternMatches(pattern, "web_search", { query: "x" })).toBe(false)
  })

  it("a pattern for one capability covers no other, and none but a command covers a command", () => {
    expect(patternMatches({ kind: "capability", capability: "bash" }, "bash", { command: "ls" })).toBe(false)
    expect(patternMatches({ kind: "path", capability: "write_file", path: "a" }, "edit_file", { path: "a" })).toBe(false)
    expect(patternMatches({ kind: "command", words: ["ls"], rest: true }, "read_file", { path: "ls" })).toBe(false)
    expect(patternMatches({ kind: "command", words: ["rm"], rest: true }, "bash", { command: "rm -rf x" })).toBe(false)
  })
})
