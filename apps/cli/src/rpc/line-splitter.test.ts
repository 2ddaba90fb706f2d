import fc from "fast-check"
import { expect, test } from "vitest"
import { type Line, lineSplitter } from "./line-splitter.ts"

type Seen = string | "too-long"

function see(line: Line): Seen {
  return line.kind === "too-long" ? "too-long" : Buffer.from(line.bytes).toString("latin1")
}

function split(chunks: readonly Uint8Array[], limit: number): Seen[] {
  const lines = lineSplitter(limit)
  const seen: Seen[] = []
  for (const chunk of chunks) for (const line of lines.push(chunk)) seen.push(see(line))
  for (const line of lines.end()) seen.push(see(line))
  return seen
}

/** What the lines are, said without any state: cut at newlines; the last one counts only if something is in it. */
function expected(bytes: Uint8Array, limit: number): Seen[] {
  const parts = Buffer.from(bytes).toString("latin1").split("\n")
  if (parts.at(-1) === "") parts.pop()
  return parts.map((part) => (part.length > limit ? "too-long" : part))
}

/** Mostly newlines and few other bytes, so that lines end everywhere. */
const someBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => bytes.map((byte) => (byte % 5 === 0 ? 0x0a : byte)))

test("any chunking gives the same lines", () => {
  fc.assert(
    fc.property(someBytes, fc.array(fc.nat(200), { maxLength: 20 }), fc.integer({ min: 0, max: 30 }), (bytes, cuts, limit) => {
      const edges = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length]
      const chunks = edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge))
      expect(split(chunks, limit)).toEqual(expected(bytes, limit))
    }),
    { numRuns: 2000 },
  )
})

test("a line that was handed out does not change before the next one is asked for", () => {
  const lines = lineSplitter(100)
  const seen: Seen[] = []
  for (const chunk of ["ab", "c\nxyz", "!\n12", "3\n\n45\n6", "\n"]) {
    for (const line of lines.push(Buffer.from(chunk))) seen.push(see(line))
  }
  expect(seen).toEqual(["abc", "xyz!", "123", "", "45", "6"])
})

test("a line over the limit is reported before its newline comes, and what follows is read as usual", () => {
  const lines = lineSplitter(4)
  expect([...lines.push(Buffer.from("12345"))].map(see)).toEqual(["too-long"])
  expect([...lines.push(Buffer.from("67890".repeat(1000)))].map(see)).toEqual([])
  expect([...lines.push(Buffer.from("\nok\n"))].map(see)).toEqual(["ok"])
})

test("a line of 100 MB costs no more memory than the limit", () => {
  const lines = lineSplitter(1_000_000)
  const chunk = Buffer.alloc(65_536, "x")
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  let reported = 0
  for (let sent = 0; sent < 100_000_000; sent += chunk.length) {
    for (const line of lines.push(chunk)) reported += line.kind === "too-long" ? 1 : 0
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  expect(reported).toBe(1)
  expect(most).toBeLessThan(8_000_000)
})
