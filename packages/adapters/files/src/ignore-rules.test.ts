import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { isIgnored, parseIgnoreRules } from "./ignore-rules.ts"

/** As the walk asks: a file below an ignored folder is never reached. */
function leavesOut(rules: string, path: string): boolean {
  const layers = [parseIgnoreRules(rules, 0)]
  const segments = path.split("/")
  return segments.some((_, n) => isIgnored(layers, segments.slice(0, n + 1), n < segments.length - 1))
}

describe("what a .gitignore leaves out", () => {
  test("is what git leaves out, for rules of every kind", () => {
    const folder = mkdtempSync(join(tmpdir(), "kibitz-ignore-"))
    try {
      execFileSync("git", ["init", "-q", folder])
      // Plain letters only: to git `?` is one byte, here it is one character.
      const name = fc.constantFrom("a", "b", "ab", "x.log", ".dot", "a b", "A", "[")
      const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"))
      const piece = fc.constantFrom(
        "a",
        "b",
        "ab",
        "*",
        "?",
        "**",
        "*.log",
        ".dot",
        "[ab]",
        "[!a]",
        "[^b]",
        "a*",
        "\\a",
        "[[:lower:]]",
        "a b",
        "{a,b}",
      )
      const rule = fc
        .tuple(
          fc.constantFrom("", "", "!", "\\!", "#"),
          fc.constantFrom("", "/"),
          fc.array(piece, { minLength: 1, maxLength: 3 }),
          fc.constantFrom("", "", "/", " ", "/**", "\\ "),
        )
        .map(([sign, anchor, pieces, end]) => `${sign}${anchor}${pieces.join("/")}${end}`)
      fc.assert(
        fc.property(
          fc.array(rule, { minLength: 1, maxLength: 5 }),
          fc.uniqueArray(path, { minLength: 30, maxLength: 60 }),
          (rules, paths) => {
            const text = `${rules.join("\n")}\n`
            writeFileSync(join(folder, ".gitignore"), text)
            const { stdout } = spawnSync("git", ["-C", folder, "check-ignore", "--no-index", "-z", "--stdin"], {
              input: paths.join("\0"),
              encoding: "utf8",
            })
            const byGit = new Set(stdout.split("\0"))
            expect([text, paths.filter((each) => leavesOut(text, each))]).toEqual([text, paths.filter((each) => byGit.has(each))])
          },
        ),
        { numRuns: 150 },
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test("is found quickly, whatever a repository has written there", () => {
    const hostile = [`${"**/a/".repeat(190)}b`, `${"*a".repeat(400)}b`, `${"[a-z]*".repeat(150)}9`, `${"a/**/".repeat(160)}b`]
    const started = performance.now()
    for (const rule of hostile)
      for (const path of [`${"a/".repeat(90)}c`, "a".repeat(255)]) expect(leavesOut(rule, path)).toBe(false)
    expect(performance.now() - started).toBeLessThan(3000)
  })
})
