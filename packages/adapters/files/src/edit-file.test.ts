import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runTool } from "@kibitz/testkit/contracts"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { applyChanges, findChanges, isAlreadyMade } from "./edit-text.ts"
import { fileTools } from "./tools.ts"

let workspace: string
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), "kibitz-files-"))
})
afterEach(() => rmSync(workspace, { recursive: true, force: true }))

const hashOf = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex").slice(0, 16)
const put = (content: string | Uint8Array) => writeFileSync(join(workspace, "a.txt"), content)
const content = () => readFileSync(join(workspace, "a.txt"), "utf8")
async function edit(hash: string, old: string, replacement: string, all?: boolean) {
  const input = { path: "a.txt", hash, old, new: replacement, ...(all === undefined ? {} : { all }) }
  const [end] = await runTool(fileTools(), workspace, "edit_file", input)
  if (end?.type !== "end") throw new Error("no end")
  return end
}

describe("editing a file", () => {
  test("replaces the one place, shows what has changed and the new hash", async () => {
    put("one\ntwo\nthree\nfour\nfive\nsix\n")
    const after = "one\ntwo\nthree\n4\n4b\nfive\nsix\n"
    expect(await edit(hashOf(content()), "four\n", "4\n4b\n")).toMatchObject({
      ok: true,
      output: `Edited a.txt.\n@@ line 4 @@\n two\n three\n-four\n+4\n+4b\n five\n six\n[content hash ${hashOf(after)}; 7 lines]`,
    })
    expect(content()).toBe(after)
  })

  test("wants the text to occur exactly once, unless all are meant", async () => {
    put("a = 1\nb = 1\nc = 1\n")
    const hash = hashOf(content())
    expect(await edit(hash, "= 2", "= 3")).toMatchObject({
      ok: false,
      output: expect.stringContaining("does not occur in a.txt"),
    })
    expect((await edit(hash, "= 1", "= 3")).output).toContain("occurs 3 times in a.txt (lines 1, 2, 3)")
    expect(content()).toBe("a = 1\nb = 1\nc = 1\n")
    expect(await edit(hash, "= 1", "= 3", true)).toMatchObject({ ok: true, output: expect.stringContaining("in 3 places") })
    expect(content()).toBe("a = 3\nb = 3\nc = 3\n")
  })

  test("a file that has changed since is not touched; its fresh content and hash are returned (F22)", async () => {
    put(`${Array.from({ length: 200 }, (_, n) => `line ${n + 1}`).join("\n")}\n`)
    const seen = hashOf(content())
    put(content().replace("line 150\n", "line 150, by the user\n"))
    const fresh = content()
    const end = await edit(seen, "line 151\n", "mine\n")
    expect(end.ok).toBe(false)
    expect(end.output).toContain("has changed since it was read. Nothing was done.")
    expect(end.output).toContain("   150\tline 150, by the user\n   151\tline 151\n")
    expect(end.output).toMatch(new RegExp(`\\[content hash ${hashOf(fresh)}; 200 lines\\]$`))
    expect(end.output.split("\n").length).toBeLessThan(90)
    expect(content()).toBe(fresh)
    put("")
    expect((await edit(seen, "x", "y")).output).toContain("[the file is empty]")
  })

  test("the same edit again, after a crash that hid its outcome, is found to be done (F6)", async () => {
    put("one\r\ntwo\r\nthree\r\ntwo and a half\r\n")
    const hash = hashOf(content())
    expect(await edit(hash, "two\nthree", "2\n3")).toMatchObject({ ok: true })
    const { ino } = statSync(join(workspace, "a.txt"))
    expect(await edit(hash, "two\nthree", "2\n3")).toMatchObject({ ok: true, output: expect.stringContaining("already so") })
    expect([statSync(join(workspace, "a.txt")).ino, content()]).toEqual([ino, "one\r\n2\r\n3\r\ntwo and a half\r\n"])
    expect(await edit(hash, "something", "2\n3")).toMatchObject({ ok: false })
  })

  test("an edit that was made before is recognised, and no other (F6)", () => {
    const word = fc.constantFrom("a", "b", "ab", "\n", "\r\n", " ")
    const text = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(""))
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (before, old, replacement, all) => {
        const step = { old, new: replacement, all }
        const changes = findChanges(before, step)
        fc.pre(changes.length > 0 && (all || changes.length === 1))
        const after = applyChanges(before, changes)
        // Recognised or refused; what is recognised really is that edit of that content.
        if (after !== before && isAlreadyMade(after, step, hashOf(before))) expect(hashOf(before)).not.toBe(hashOf(after))
        expect(isAlreadyMade(after, step, "0000000000000000")).toBe(false)
      }),
    )
    const step = { old: "b", new: "x", all: false }
    expect(isAlreadyMade("a x c x", step, hashOf("a b c x"))).toBe(true)
    expect(isAlreadyMade("a x c x", step, hashOf("a x c b"))).toBe(true)
    expect(isAlreadyMade("a x c x", step, hashOf("a b c b"))).toBe(false)
    expect(isAlreadyMade("a x c x", { ...step, all: true }, hashOf("a b c b"))).toBe(true)
  })

  test("line endings and the byte order mark stay as they are", async () => {
    put("\ufeffone\r\ntwo\r\nthree\r\nfour\n")
    expect(await edit(hashOf(content()), "one\ntwo", "\ufeff1\n2\n2b")).toMatchObject({ ok: true })
    expect(content()).toBe("\ufeff1\r\n2\r\n2b\r\nthree\r\nfour\n")
    expect(await edit(hashOf(content()), "four\n", "4\n5\n")).toMatchObject({ ok: true })
    expect(content()).toBe("\ufeff1\r\n2\r\n2b\r\nthree\r\n4\n5\n")
    expect(await edit(hashOf(content()), "\r\nthree", "")).toMatchObject({ ok: true })
    expect(content()).toBe("\ufeff1\r\n2\r\n2b\r\n4\n5\n")
  })

  test("everything around the replaced text stays byte for byte, in any mix of line endings", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "\n", "\r\n", "\r", "é", "🦉"), { maxLength: 40 })
      .map((parts) => parts.join(""))
    fc.assert(
      fc.property(text, text, fc.boolean(), (head, tail, marked) => {
        const before = `${marked ? "\ufeff" : ""}${head}X\r\nY${tail}`
        const changes = findChanges(before, { old: "X\nY", new: "1\n2", all: false })
        expect(applyChanges(before, changes)).toBe(`${marked ? "\ufeff" : ""}${head}1\r\n2${tail}`)
      }),
    )
  })

  test("what is not UTF-8 is not edited, because the rest of it would be damaged (F28)", async () => {
    for (const bytes of [Buffer.from([0x61, 0xe9, 0x62]), Buffer.from("a\0b"), Buffer.from("\ufeffabc", "utf16le")]) {
      put(bytes)
      expect(await edit(hashOf(bytes), "a", "b")).toMatchObject({
        ok: false,
        output: expect.stringContaining("not text in UTF-8"),
      })
      expect(readFileSync(join(workspace, "a.txt"))).toEqual(bytes)
    }
  })

  test("an edit that changes nothing is already so; a missing file is a sentence", async () => {
    put("same\n")
    expect(await edit(hashOf(content()), "same", "same")).toMatchObject({
      ok: true,
      output: expect.stringContaining("already so"),
    })
    rmSync(join(workspace, "a.txt"))
    expect(await edit("0", "a", "b")).toMatchObject({ ok: false, output: expect.stringContaining("does not exist") })
  })

  test("two edits at once: one is made, the other is told to read again (F22)", async () => {
    put("one\ntwo\n")
    const hash = hashOf(content())
    const ends = await Promise.all([edit(hash, "one", "1"), edit(hash, "two", "2")])
    expect(ends.filter((end) => end.ok)).toHaveLength(1)
    expect(["1\ntwo\n", "one\n2\n"]).toContain(content())
  })
})
