import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { StorageFailure } from "@kibitz/ports"
import { afterEach, beforeEach, expect, test } from "vitest"
import { auditKey } from "./audit-key.ts"

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "kibitz-key-"))
  file = join(dir, "data/audit.key")
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function refusal(): string {
  try {
    auditKey(file).read()
  } catch (cause) {
    if (cause instanceof StorageFailure) return cause.message
    throw cause
  }
  return "none"
}

test("it is made once: 32 random bytes that only the user can read, in a folder of the same kind (T20)", () => {
  const key = auditKey(file)
  expect(key.read()).toBeNull()
  const made = key.make()
  expect(made).toHaveLength(32)
  expect([key.read(), auditKey(file).read(), key.make()]).toEqual([made, made, made])
  expect(auditKey(join(dir, "data/other")).make()).not.toEqual(made)
  const modes = [statSync(file), statSync(join(dir, "data"))].map(({ mode }) => (mode & 0o777).toString(8))
  expect([modes, readdirSync(join(dir, "data")).sort()]).toEqual([
    ["600", "700"],
    ["audit.key", "other"],
  ])
})

test("a link, a folder, another length, another owner and other readers are refused, and left as they are (T20, T29)", () => {
  const bytes = Buffer.from(auditKey(join(dir, "data/real")).make())
  symlinkSync("real", file)
  expect(refusal()).toContain("is a link")
  expect(() => auditKey(file).make()).toThrow("is a link")
  rmSync(file)
  mkdirSync(file)
  expect(refusal()).toContain("not a plain file")
  rmSync(file, { recursive: true })
  for (const length of [0, 31, 33]) {
    writeFileSync(file, Buffer.alloc(length), { mode: 0o600 })
    expect(refusal()).toContain(`is ${length} bytes long`)
    expect(readFileSync(file)).toHaveLength(length)
  }
  writeFileSync(file, bytes)
  for (const mode of [0o640, 0o604, 0o620, 0o601]) {
    chmodSync(file, mode)
    expect(refusal()).toContain("by others")
  }
  chmodSync(file, 0o600)
  expect(auditKey(file).read()).toEqual(new Uint8Array(bytes))
  if (process.getuid?.() === 0) {
    chownSync(file, 12345, 12345)
    expect(refusal()).toContain("another user")
  }
})
