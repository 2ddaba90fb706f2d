import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Json } from "@kibitz/contract"
import { runTool } from "@kibitz/testkit/contracts"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { fileTools } from "./tools.ts"

let base: string
let workspace: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-files-")))
  workspace = join(base, "project")
  mkdirSync(workspace)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function put(path: string, content: string | Uint8Array) {
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), content)
}
async function ask(capability: string, input: Json, tools = fileTools(), signal = new AbortController().signal) {
  const [end] = await runTool(tools, workspace, capability, input, signal)
  if (end?.type !== "end") throw new Error("no end")
  return end
}
const search = async (text: string, more: { [key: string]: Json } = {}) => (await ask("search_files", { text, ...more })).output
const glob = async (pattern: string, path?: string) =>
  (await ask("glob", { pattern, ...(path === undefined ? {} : { path }) })).output

describe("searching files", () => {
  test("finds text literally, in any case unless told, and names file and line", async () => {
    put("a.txt", "one\nTwo (x)\nthree\r\ntwo (x) two (x)\n")
    put("src/b.ts", "two (x)")
    expect(await search("two (x)")).toBe("a.txt:2: Two (x)\na.txt:4: two (x) two (x)\nsrc/b.ts:1: two (x)")
    expect(await search("two (x)", { matchCase: true })).toBe("a.txt:4: two (x) two (x)\nsrc/b.ts:1: two (x)")
    expect(await search("three\ntwo")).toBe("a.txt:3: three")
    expect(await search("two", { path: "src" })).toBe("src/b.ts:1: two (x)")
    expect(await search("two", { path: "a.txt", matchCase: true })).toBe("a.txt:4: two (x) two (x)")
    expect(await search("two", { files: "*.ts" })).toBe("src/b.ts:1: two (x)")
    expect(await search("two", { files: "src/**" })).toBe("src/b.ts:1: two (x)")
    expect(await search("four")).toBe("[nothing found in 2 files]")
  })

  test("takes JavaScript expressions, line by line, and says what is wrong with one", async () => {
    put("a.txt", "const x = 1\nlet y = 22\n\nend\n🦉")
    expect(await search("^(const|let) \\w = \\d+$", { regex: true })).toBe("a.txt:1: const x = 1\na.txt:2: let y = 22")
    expect(await search("(?<=let )y", { regex: true })).toBe("a.txt:2: let y = 22")
    expect(await search("^.$", { regex: true })).toBe("a.txt:5: 🦉")
    expect(await search("\\-|LET", { regex: true })).toBe("a.txt:2: let y = 22")
    expect(await search("$", { regex: true })).toContain("a.txt:3: \n")
    expect(await ask("search_files", { text: "(", regex: true })).toMatchObject({
      ok: false,
      output: expect.stringContaining("does not parse"),
    })
  })

  test("an expression that would run for ever is ended, and the app goes on meanwhile", async () => {
    put("a.txt", "needle\n")
    put("b.txt", `${"a".repeat(5000)}!`)
    let ticks = 0
    const ticking = setInterval(() => ticks++, 10)
    const output = await search("^(a+)+$|needle", { regex: true })
    clearInterval(ticking)
    expect(output).toBe(
      "a.txt:1: needle\n[not everything was searched: the expression takes too long in b.txt; write a simpler one]",
    )
    expect(ticks).toBeGreaterThan(50)
  })

  test("skips binary files, secrets, git's own files, packages, links, what git ignores and the app's data (T9, T13, T15)", async () => {
    const secret = "needle"
    for (const path of [
      ".git/config",
      ".env",
      "keys/id_rsa",
      "node_modules/p/a.js",
      "sub/node_modules/a.js",
      "dist/a.js",
      "data/k.txt",
    ]) {
      put(path, secret)
    }
    put("image.bin", `needle\0${secret}`)
    put(".gitignore", "dist/\n*.log\n!keep.log\n")
    put("a.log", secret)
    put("keep.log", secret)
    put("sub/.gitignore", "/local\n")
    put("sub/local", secret)
    put("sub/deep/local", secret)
    writeFileSync(join(base, "outside.txt"), secret)
    symlinkSync(join(base, "outside.txt"), join(workspace, "link.txt"))
    symlinkSync(base, join(workspace, "up"))
    put("name\nwith break.txt", "needle \u001b[31m")
    const tools = fileTools({ closed: [join(workspace, "data")] })
    expect((await ask("search_files", { text: "needle" }, tools)).output).toBe(
      "keep.log:1: needle\nname\\x0awith break.txt:1: needle \\x1b[31m\nsub/deep/local:1: needle",
    )
    expect((await ask("glob", { pattern: "**" }, tools)).output).toBe(
      ".gitignore\nimage.bin\nkeep.log\nname\\x0awith break.txt\nsub/.gitignore\nsub/deep/local",
    )
    expect(await search("needle", { path: "dist" })).toBe("dist/a.js:1: needle")
    expect(await search("needle", { path: "sub/deep", files: "*" })).toBe("sub/deep/local:1: needle")
    for (const path of ["..", "up", ".git", "link.txt"]) {
      expect([path, (await ask("search_files", { text: "needle", path })).ok]).toEqual([path, false])
      expect([path, (await ask("glob", { pattern: "**", path })).ok]).toEqual([path, false])
    }
  })

  test("is bounded, and says what was cut", async () => {
    put("many.txt", "x\n".repeat(600))
    const many = (await search("x")).split("\n")
    expect(many).toHaveLength(501)
    expect(many.at(-1)).toBe("[not everything was searched: there are more than 500 matching lines]")
    expect(await search("x", { regex: true })).toBe(many.join("\n"))
    put("many.txt", Buffer.alloc(2 * 2 ** 20 + 1, "x"))
    expect(await search("x")).toBe("[nothing found in 0 files]\n[1 file of more than 2,097,152 bytes not searched]")
    put("many.txt", `${"y".repeat(5000)}needle${"z".repeat(5000)}`)
    expect(await search("needle")).toBe(`many.txt:1: …${"y".repeat(80)}needle${"z".repeat(214)}…`)
  })

  test("stops when it is told to", async () => {
    for (let n = 0; n < 300; n++) put(`f${n}.txt`, "x".repeat(1000))
    for (const [capability, input] of [
      ["search_files", { text: "needle" }],
      ["search_files", { text: "(x+)+y", regex: true }],
      ["glob", { pattern: "**/none" }],
    ] as const) {
      const stop = new AbortController()
      const ended = ask(capability, input, fileTools(), stop.signal)
      stop.abort()
      expect(await ended).toMatchObject({ ok: false, output: expect.stringContaining("stopped") })
    }
  })
})

describe("finding files by a glob", () => {
  test("fits the whole path below the folder, in order", async () => {
    for (const path of ["a.ts", "b.test.ts", "src/c.ts", "src/deep/d.test.ts", "src/.hidden.ts", "docs/e.md"]) put(path, "")
    expect(await glob("*.ts")).toBe("a.ts\nb.test.ts")
    expect(await glob("**/*.test.ts")).toBe("b.test.ts\nsrc/deep/d.test.ts")
    expect(await glob("./src/*.ts")).toBe("src/.hidden.ts\nsrc/c.ts")
    expect(await glob("*.ts", "src")).toBe("src/.hidden.ts\nsrc/c.ts")
    expect(await glob("{src,docs}/**/*.{md,ts}")).toBe("docs/e.md\nsrc/.hidden.ts\nsrc/c.ts\nsrc/deep/d.test.ts")
    expect(await glob("*.py")).toBe("[no file fits *.py]")
    for (const pattern of ["../*", "/etc/*", "src/../../*"]) expect(await glob(pattern)).toContain("leads outside")
    expect(await glob("*", "a.ts")).toBe("a.ts is a file, not a folder to look in.")
  })

  test("is bounded, also against a pattern made to run for ever", async () => {
    for (let n = 0; n < 1001; n++) put(`f${String(n).padStart(4, "0")}`, "")
    expect(await glob("*")).toMatch(/f0999\n\[the first 1000 files; a narrower pattern shows the others\]$/)
    rmSync(workspace, { recursive: true })
    put(`${"a/".repeat(40)}${"a".repeat(200)}`, "")
    const started = performance.now()
    for (const pattern of [
      `${"*a".repeat(200)}b`,
      `${"**/a/".repeat(80)}b`,
      "{a,b}".repeat(90),
      `${"*(".repeat(160)}a${")".repeat(160)}`,
    ]) {
      expect(await glob(pattern)).toContain("[no file fits")
    }
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
