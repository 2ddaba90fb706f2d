import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Json } from "@kibitz/contract"
import { runTool } from "@kibitz/testkit/contracts"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { fileTools } from "./tools.ts"

let workspace: string
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), "kibitz-files-"))
})
afterEach(() => rmSync(workspace, { recursive: true, force: true }))

async function ask(capability: string, input: Json) {
  const [end] = await runTool(fileTools(), workspace, capability, input)
  if (end?.type !== "end") throw new Error("no end")
  return end
}
const put = (name: string, content: string | Uint8Array) => writeFileSync(join(workspace, name), content)
const readAll = (path: string, page: { from?: number; lines?: number } = {}) => ask("read_file", { path, ...page })
/** Without the last line, which has tests of its own. */
async function read(path: string, page: { from?: number; lines?: number } = {}) {
  const end = await readAll(path, page)
  return { ...end, output: end.output.replace(/\n\[(no )?content hash[^\n]*\]$/, "") }
}
const hashOf = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex").slice(0, 16)
const numbered = (lines: readonly string[], from = 1) =>
  lines.map((line, n) => `${String(from + n).padStart(6)}\t${line}`).join("\n")

describe("reading a file", () => {
  test("gives numbered lines; a last line without a break counts, a break at the end adds none", async () => {
    put("a.txt", "one\ntwo\n\nfour")
    put("b.txt", "one\r\ntwo\r\n")
    put("c.txt", "")
    put("d.txt", "\n")
    expect(await read("a.txt")).toMatchObject({ type: "end", ok: true, output: numbered(["one", "two", "", "four"]), bytes: 82 })
    expect((await read("b.txt")).output).toBe(numbered(["one", "two"]))
    expect((await read("c.txt")).output).toBe("[the file is empty]")
    expect((await read("d.txt")).output).toBe(numbered([""]))
  })

  test("ends with the hash of the whole content, also of a page, as long as the file is small enough to be edited (F22)", async () => {
    put("a.txt", "one\r\ntwo\nthree")
    const line = `[content hash ${hashOf("one\r\ntwo\nthree")}; 3 lines]`
    expect((await readAll("a.txt")).output).toBe(`${numbered(["one", "two", "three"])}\n${line}`)
    expect((await readAll("a.txt", { from: 2, lines: 1 })).output).toBe(
      `${numbered(["two"], 2)}\n[lines 2 to 2 of 3; use from: 3 to go on]\n${line}`,
    )
    put("empty.txt", "")
    expect((await readAll("empty.txt")).output).toBe(`[the file is empty]\n[content hash ${hashOf("")}; 0 lines]`)
    const large = Buffer.alloc(4 * 2 ** 20, "0123456789abcde\n")
    put("just.txt", large)
    expect((await readAll("just.txt")).output).toMatch(new RegExp(`\\[content hash ${hashOf(large)}; 262,144 lines\\]$`))
    put("above.txt", Buffer.concat([large, Buffer.from("x")]))
    expect((await readAll("above.txt")).output).toMatch(/\n\[no content hash: a file of more than 4,194,304 bytes .*\]$/)
  })

  test("pages by from and lines and says how to go on", async () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `line ${n + 1}`)
    put("long.txt", `${lines.join("\n")}\n`)
    expect((await read("long.txt")).output).toBe(
      `${numbered(lines.slice(0, 2000))}\n[lines 1 to 2000 of 5000; use from: 2001 to go on]`,
    )
    expect((await read("long.txt", { from: 4999 })).output).toBe(numbered(lines.slice(4998), 4999))
    expect((await read("long.txt", { from: 10, lines: 2 })).output).toBe(
      `${numbered(lines.slice(9, 11), 10)}\n[lines 10 to 11 of 5000; use from: 12 to go on]`,
    )
    expect(await read("long.txt", { from: 5001 })).toMatchObject({
      ok: false,
      output: "There is no line 5001 in long.txt: it has 5,000 lines.",
    })
  })

  test("pages put together are the file, whatever is in it (F28)", async () => {
    const line = fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => text.replace(/[\p{Cc}\u2028\u2029]/gu, ""))
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 50 }), async (lines, size) => {
        put("any.txt", `${lines.join("\n")}\n`)
        const whole: string[] = []
        for (let from = 1; from <= lines.length; from += size) {
          const { output } = await read("any.txt", { from, lines: size })
          whole.push(...output.split("\n").filter((each) => !each.startsWith("[")))
        }
        expect(whole.join("\n")).toBe(numbered(lines))
      }),
      { numRuns: 60 },
    )
  })

  test("characters that lie across two chunks are whole (F28)", async () => {
    const lines = Array.from({ length: 30 }, (_, n) => `${"🦉".repeat(400 + n)}ä€`)
    const text = lines.concat(lines, lines, lines, lines, lines, lines).join("\n")
    put("wide.txt", text)
    const got: string[] = []
    for (let from = 1; from <= 210; from += 50)
      got.push(...(await read("wide.txt", { from, lines: 50 })).output.split("\n").filter((each) => !each.startsWith("[")))
    expect(got.join("\n")).toBe(numbered(text.split("\n")))
  })

  test("bytes that are no UTF-8 and control characters are shown as what they are (F28)", async () => {
    put(
      "broken.txt",
      Buffer.concat([Buffer.from("caf"), Buffer.from([0xe9, 0x20, 0xff, 0xc3]), Buffer.from(" ä \u001b[31mred\u0007 \u2028\n")]),
    )
    const { ok, output } = await read("broken.txt")
    expect([ok, output]).toEqual([
      true,
      `${numbered(["caf\\xe9 \\xff\\xc3 ä \\x1b[31mred\\x07 \\u2028"])}\n[\\xNN stands for a byte that is no readable text]`,
    ])
    put("literal.txt", "a literal \\x41 is no escape\n")
    expect((await read("literal.txt")).output).toBe(numbered(["a literal \\x41 is no escape"]))
  })

  test("any bytes at all end in well-formed text or in a sentence (F28)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        put("fuzz.bin", bytes)
        const { output } = await read("fuzz.bin")
        expect(output.isWellFormed()).toBe(true)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
        expect(output).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/)
      }),
      { numRuns: 100 },
    )
  })

  test("binary files are named, not shown", async () => {
    put("image.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))
    put("wide.txt", Buffer.from("\ufeffhello", "utf16le"))
    expect(await read("image.png")).toMatchObject({
      ok: false,
      output: "image.png is a binary file of 8 bytes, not text that could be shown.",
    })
    expect((await read("wide.txt")).output).toContain("UTF-16 text")
  })

  test("a very long line is cut, with its size said, and does not go through a character (F27)", async () => {
    put("line.txt", `${"ä".repeat(3000)}\nnext\n`)
    const [first, second] = (await read("line.txt")).output.split("\n")
    expect(first).toBe(`     1\t${"ä".repeat(2000)}… [this line has 6,000 bytes; the rest is left out]`)
    expect(second).toBe("     2\tnext")
    put("huge-line.txt", `${"x".repeat(5_000_000)}\nnext\n`)
    expect((await read("huge-line.txt", { from: 2 })).output).toBe("     2\tnext")
  })

  test("a file of many lines is cut by size and says the whole size", async () => {
    put("big.txt", `${"y".repeat(990)}\n`.repeat(3000))
    const { output, bytes } = await read("big.txt")
    expect(output.length).toBeLessThan(201_000)
    expect(output).toMatch(/\[lines 1 to 200 of 3000; use from: 201 to go on\]$/)
    expect(bytes).toBe(991 * 3000)
  })

  test("of a file of 10 GB only the start is read, and a line too deep in it is refused in bounded time (T10)", async () => {
    put("sparse.txt", "first\nsecond\n".repeat(1000))
    truncateSync(join(workspace, "sparse.txt"), 10 * 2 ** 30)
    const before = process.memoryUsage().rss
    const { ok, output } = await read("sparse.txt", { lines: 1 })
    expect([ok, output]).toEqual([true, "     1\tfirst\n[lines 1 to 1 of more, in 10,737,418,240 bytes; use from: 2 to go on]"])
    expect(await read("sparse.txt", { from: 100_000 })).toMatchObject({
      ok: false,
      output: expect.stringContaining("as far as is searched"),
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 2 ** 20)
  })
})

describe("listing a folder", () => {
  test("is sorted, folders end in a slash, and a name with a line break stays one entry (T15)", async () => {
    for (const name of ["b.txt", "a.txt", ".hidden", "line\nbreak"]) put(name, "")
    mkdirSync(join(workspace, "src/deep"), { recursive: true })
    expect(await ask("list_directory", { path: "." })).toMatchObject({
      ok: true,
      output: ".hidden\na.txt\nb.txt\nline\\x0abreak\nsrc/",
    })
    expect((await ask("list_directory", { path: "src" })).output).toBe("deep/")
    expect((await ask("list_directory", { path: "src/deep" })).output).toBe("[the folder is empty]")
  })

  test("a folder of very many files is cut and says so", async () => {
    for (let n = 0; n < 2100; n++) put(`file-${String(n).padStart(5, "0")}`, "")
    const { output } = await ask("list_directory", { path: "." })
    expect(output.split("\n")).toHaveLength(2001)
    expect(output).toMatch(/\[the first 2000 of 2100 entries\]$/)
  })
})
