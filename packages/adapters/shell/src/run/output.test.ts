import { createHash } from "node:crypto"
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { CallId, jakeId } from "@kibitz/contract"
import { untilFact } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { newStage } from "../testing/stage.ts"
import { collectOutput, SHOWN_CHARACTERS } from "./output.ts"
import { shownBack, shownFront, shownText, unfinishedBytes } from "./show-output.ts"

const { spoolDir, folder } = newStage()
const owner = { agentId: jakeId, callId: CallId.parse("call_7") }

async function collected(chunks: readonly Buffer[], options: { spoolBytes?: number; spoolDir?: string } = {}) {
  const output = collectOutput({ spoolDir, owner, ...options })
  for (const chunk of chunks) await output.take(chunk)
  return output.finish()
}

describe("what a program printed", () => {
  test("F28: any bytes, cut anywhere, become text that is well-formed and that no terminal obeys", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (array, limit) => {
        const bytes = Buffer.from(array)
        for (const text of [shownText(bytes), shownFront(bytes, limit).text, shownBack(bytes, limit).text]) {
          expect(text.isWellFormed()).toBe(true)
          // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested
          expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u200b-\u200f\ufeff]/)
        }
        expect(shownFront(bytes, limit).text.length).toBeLessThanOrEqual(limit)
        expect(shownBack(bytes, limit).text.length).toBeLessThanOrEqual(limit)
      }),
    )
  })

  test("F28: ordinary text is not touched, however it is cut into pieces", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 1, max: 7 }), async (raw, size) => {
        const text = raw.replaceAll(/[\p{C}\u2028\u2029]/gu, "")
        const bytes = Buffer.from(text)
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size))
        expect(await collected(chunks)).toMatchObject({ text, bytes: bytes.length, spool: null })
      }),
      { numRuns: 50 },
    )
  })

  test("F28: a watcher never sees half a character", () => {
    const output = collectOutput({ spoolDir, owner })
    const bytes = Buffer.from("a€b")
    void output.take(bytes.subarray(0, 2))
    expect(output.live()).toBe("a")
    expect(output.live()).toBeNull()
    void output.take(bytes.subarray(2))
    expect(output.live()).toBe("€b")
    expect([0, 1, 2, 3].map((cut) => unfinishedBytes(Buffer.from("x😀").subarray(0, 5 - cut)))).toEqual([0, 3, 2, 1])
  })

  test("F27: what is shown is bounded; the rest is on disk, private, byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(50_000), { minLength: 1, maxLength: 12 }),
        fc.constantFrom(0x61, 0xff, 0x00),
        async (sizes, fill) => {
          const chunks = sizes.map((size, index) => Buffer.alloc(size, index % 3 === 0 ? fill : 0x62))
          const whole = Buffer.concat(chunks)
          const { text, bytes, sha256, spool } = await collected(chunks)
          expect({ bytes, sha256 }).toEqual({ bytes: whole.length, sha256: createHash("sha256").update(whole).digest("hex") })
          expect(text.length).toBeLessThan(SHOWN_CHARACTERS + 200)
          if (spool === null) expect(text).toBe(shownText(whole))
          else expect(readFileSync(spool).equals(whole)).toBe(true)
        },
      ),
      { numRuns: 40 },
    )
  })

  test("F27: the limit of what is kept is said, and so is a disk that takes nothing (F13)", async () => {
    const big = [Buffer.alloc(200_000, 0x61)]
    expect((await collected(big)).text).toContain('all of it is kept on disk; to page it: read_file with path "spool:call_7" …]')
    expect((await collected(big, { spoolBytes: 150_000 })).text).toContain(
      'only the first 150,000 bytes are kept on disk; to page it: read_file with path "spool:call_7" …]',
    )
    const file = join(folder, "not-a-folder")
    writeFileSync(file, "")
    chmodSync(file, 0o400)
    const { text, spool } = await collected(big, { spoolDir: join(file, "spool") })
    expect({ text, spool }).toEqual({ text: expect.stringContaining("it could not be kept on disk (ENOTDIR) …]"), spool: null })
  })

  test("F7: of a run that lasts everything is on disk as soon as it is printed; when all of it is in the result the file goes", async () => {
    const stage = newStage()
    const onDisk = () => readdirSync(stage.spoolDir).map((name) => readFileSync(join(stage.spoolDir, name), "utf8"))
    const output = collectOutput({ spoolDir: stage.spoolDir, owner })
    await output.take(Buffer.from("one "))
    expect(existsSync(stage.spoolDir)).toBe(false)
    output.keep()
    await untilFact("what came before is there", () => existsSync(stage.spoolDir) && onDisk()[0] === "one ")
    await output.take(Buffer.from("two"))
    expect(onDisk()).toEqual(["one two"])
    expect(await output.finish()).toMatchObject({ text: "one two", bytes: 7, spool: null })
    expect(onDisk()).toEqual([])

    const late = collectOutput({ spoolDir: stage.spoolDir, owner })
    late.keep()
    await late.take(Buffer.from("first words"))
    expect(onDisk()).toEqual(["first words"])
    const chunk = Buffer.alloc(200_000, 0x61)
    await late.take(chunk)
    const { spool } = await late.finish()
    expect(readFileSync(spool ?? "", "utf8")).toBe(`first words${chunk}`)
  })

  test("a call that is run again does not write over what it printed before", async () => {
    const big = [Buffer.alloc(200_000, 0x61)]
    const first = await collected(big)
    const second = await collected(big)
    expect(first.spool).not.toBe(second.spool)
    expect([first.spool, second.spool].every((path) => path !== null && existsSync(path))).toBe(true)
  })
})
