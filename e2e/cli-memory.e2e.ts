// What hostile input on stdin costs in memory, on the built program: little while it comes, and nothing to speak of afterwards.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "@playwright/test"
import { end, type Folder, type Rpc, startRpc, temporaryFolder } from "./cli-driver.ts"
import { expect } from "./driver/expect.ts"

let folder: Folder
let rpc: Rpc
test.beforeEach(async () => {
  folder = temporaryFolder()
  rpc = startRpc(["--data-dir", join(folder.path, "data"), "--project", folder.path])
  await rpc.settled()
})
test.afterEach(async () => {
  await end(rpc)
  folder.remove()
})

/** In megabytes: what is resident now, and the most that ever was. */
function resident(): { now: number; most: number } {
  const status = readFileSync(`/proc/${rpc.pid}/status`, "utf8")
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024
  return { now: field("VmRSS"), most: field("VmHWM") }
}

async function write(bytes: Uint8Array): Promise<void> {
  if (!rpc.child.stdin.write(bytes)) await new Promise((resolve) => rpc.child.stdin.once("drain", resolve))
}

const LINE = 3_990_000
const padded = (what: string) => `{"type":"dispatch","id":7,"x":[${what.repeat(Math.floor((LINE - 100) / what.length))}0]}\n`
const hostile: [name: string, piece: string, count: number, refusals: number][] = [
  ["120 MB without a line break", "x".repeat(1_000_000), 120, 1],
  ["30 lines that are too long", `${"x".repeat(4_100_000)}\n`, 30, 30],
  ["30 lines of numbers", padded("0,"), 30, 30],
  ["30 lines of objects", padded('{"a":1},'), 30, 30],
  ["30 lines of brackets", `${"[".repeat(LINE)}\n`, 30, 30],
  ["30 lines of one long text", `{"type":"dispatch","id":7,"x":"${"é".repeat(LINE / 2 - 100)}"}\n`, 30, 30],
]

for (const [name, piece, count, refusals] of hostile) {
  test(`${name}: refused, and the memory stays within 100 MB of what it was`, async () => {
    const before = resident().now
    const bytes = Buffer.from(piece)
    // Read while it is written: a reader that does not read is another matter.
    const answered = (async () => {
      const kinds: string[] = []
      while (kinds.length < refusals) {
        const message = await rpc.next()
        if (message.type === "refused") kinds.push(message.rejection.kind)
      }
      return kinds
    })()
    for (let n = 0; n < count; n++) await write(bytes)
    const kinds = await answered
    expect(kinds.every((kind) => kind === "too-large" || kind === "malformed")).toBe(true)
    await write(Buffer.from("\n"))
    await rpc.seq()
    const { now, most } = resident()
    test.info().annotations.push({ type: "memory", description: `before ${before | 0} MB, most ${most | 0}, after ${now | 0}` })
    expect(most - before).toBeLessThan(100)
    expect(now - before).toBeLessThan(100)
  })
}
