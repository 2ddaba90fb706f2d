import { spawnSync } from "node:child_process"
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
import { CallId, MessageId, type TurnId } from "@kibitz/contract"
import { StorageFailure } from "@kibitz/ports"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { prepareDataDir } from "./data-dir.ts"
import { fileDrafts } from "./drafts.ts"
import { systemIds } from "./ids.ts"
import { fileLog } from "./log.ts"
import { plainFileSecrets } from "./secrets.ts"

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "kibitz-system-"))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe("the data folder (T20)", () => {
  test("is made with its parents, for the user alone", () => {
    prepareDataDir(join(dir, "a/b/c"))
    expect(modeOf(join(dir, "a/b/c"))).toBe("700")
  })

  test("loses the rights that others have", () => {
    chmodSync(dir, 0o755)
    prepareDataDir(dir)
    expect(modeOf(dir)).toBe("700")
  })

  test("is refused when it is a link, a file, or somebody else's", () => {
    symlinkSync(dir, join(dir, "link"))
    writeFileSync(join(dir, "file"), "")
    expect(() => prepareDataDir(join(dir, "link"))).toThrow("symbolic link")
    expect(() => prepareDataDir(join(dir, "file"))).toThrow("not a folder")
    expect(() => prepareDataDir(join(dir, "file/inside"))).toThrow(StorageFailure)
    // Only root can give a folder away; for everybody else the root folder is somebody else's already.
    const foreign = process.getuid?.() === 0 ? join(dir, "foreign") : "/usr"
    if (process.getuid?.() === 0) {
      mkdirSync(foreign)
      chownSync(foreign, 12345, 12345)
    }
    expect(() => prepareDataDir(foreign)).toThrow("belongs to another user")
  })
})

describe("ids", () => {
  test("are valid, unique and sort by when they were made, within a millisecond and when the clock is set back (F30)", () => {
    let now = Date.parse("2026-01-01T00:00:00Z")
    const ids = systemIds(() => now)
    const made: string[] = []
    for (let n = 0; n < 70_000; n++) {
      if (n % 1000 === 0) now += n % 3000 === 0 ? -5000 : 1
      made.push(ids.next("call"))
    }
    expect(new Set(made).size).toBe(made.length)
    expect([...made].sort()).toEqual(made)
    expect(CallId.parse(made[0])).toBe(made[0])
    expect(MessageId.parse(systemIds().next("msg"))).toMatch(/^msg_[0-9a-z]{24}$/)
  })
})

describe("drafts", () => {
  test("are private, and one that cannot be written disturbs nobody (F13)", () => {
    const drafts = fileDrafts(join(dir, "drafts"))
    drafts.keep("turn_1" as TurnId, "text")
    expect([modeOf(join(dir, "drafts")), modeOf(join(dir, "drafts/turn_1.draft"))]).toEqual(["700", "600"])
    mkdirSync(join(dir, "drafts/turn_2.draft"))
    drafts.keep("turn_2" as TurnId, "text")
    drafts.drop("turn_2" as TurnId)
    drafts.close()
    expect(drafts.read("turn_1" as TurnId)).toBe("text")
  })

  test("a kill -9 right after keeping loses nothing (F2)", () => {
    const program = `
      import { fileDrafts } from ${JSON.stringify(join(import.meta.dirname, "drafts.ts"))}
      const drafts = fileDrafts(${JSON.stringify(dir)})
      drafts.keep("turn_1", "already"); drafts.keep("turn_1", "already shown")
      process.kill(process.pid, "SIGKILL")`
    const { signal } = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", program])
    expect([signal, fileDrafts(dir).read("turn_1" as TurnId)]).toEqual(["SIGKILL", "already shown"])
  })

  test("half a character at the end of a file that was cut off is left out (F28)", () => {
    const drafts = fileDrafts(dir)
    writeFileSync(join(dir, "turn_1.draft"), Buffer.concat([Buffer.from("good "), Buffer.from("🦉").subarray(0, 3)]))
    expect(drafts.read("turn_1" as TurnId)).toBe("good ")
  })
})

describe("a key in a plain file (T17)", () => {
  test("comes back, is private, says that it is not encrypted, and can be forgotten", () => {
    const file = join(dir, "keys/key")
    const secrets = plainFileSecrets(file)
    expect([secrets.protection(), secrets.read()]).toEqual(["plain", null])
    secrets.write("sk-ant-one")
    secrets.write("sk-ant-two")
    expect(plainFileSecrets(file).read()).toEqual({ key: "sk-ant-two", encrypted: false })
    expect([modeOf(file), readdirSync(join(dir, "keys"))]).toEqual(["600", ["key"]])
    secrets.forget()
    secrets.forget()
    expect(secrets.read()).toBe(null)
  })

  test("is not read through a link or when others could have written it", () => {
    writeFileSync(join(dir, "elsewhere"), "sk-ant-planted", { mode: 0o600 })
    symlinkSync(join(dir, "elsewhere"), join(dir, "key"))
    expect(plainFileSecrets(join(dir, "key")).read()).toBe(null)
    chmodSync(join(dir, "elsewhere"), 0o666)
    expect(plainFileSecrets(join(dir, "elsewhere")).read()).toBe(null)
    expect(plainFileSecrets(dir).read()).toBe(null)
  })
})

describe("the log", () => {
  test("holds one JSON object per line, errors with their causes, and is private", () => {
    const log = fileLog(join(dir, "logs/kibitz.log"))
    log.info("started", { version: "1", nothing: undefined, level: "posing" })
    log.error("failed\nbadly", new Error("outer", { cause: new StorageFailure("full", "inner") }), { n: 1 })
    const lines = readFileSync(join(dir, "logs/kibitz.log"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { level: "info", what: "started", version: "1" },
      { level: "error", what: "failed\nbadly", n: 1, cause: { message: "outer", cause: { kind: "full", message: "inner" } } },
    ])
    expect(modeOf(join(dir, "logs/kibitz.log"))).toBe("600")
  })

  test("leaves keys out, wherever they turn up (T17)", () => {
    const file = join(dir, "kibitz.log")
    const log = fileLog(file)
    log.hide("local-server-password")
    const key = "sk-ant-api03-AbC_123-xyz"
    const circular: { self?: unknown; key: string } = { key }
    circular.self = circular
    log.info(`key is ${key}`, {
      headers: { Authorization: "Bearer abcdef123456", "x-api-key": "whatever" },
      [key]: 1,
      nested: [[key]],
    })
    log.warn("curl -H 'Authorization: Bearer abcdef123456' -H 'x-api-key: zzz999zzz' https://me:pass1word@host/")
    log.error("refused", new Error(`401 for ${key} at local-server-password`), { body: '{"api_key":"qqq777qqq"}' })
    log.error("odd", circular)
    log.error("long", new Error("x".repeat(9_995) + key))
    const text = readFileSync(file, "utf8")
    for (const secret of [
      "AbC_123",
      "abcdef123456",
      "whatever",
      "zzz999zzz",
      "pass1word",
      "local-server",
      "qqq777qqq",
      "sk-ant",
    ]) {
      expect(text).not.toContain(secret)
    }
    expect(text.trimEnd().split("\n")).toHaveLength(5)
  })

  test("begins a new file when the old one is full, keeps a few, and never fails its caller", () => {
    const file = join(dir, "kibitz.log")
    const log = fileLog(file, { maxBytes: 1000, keep: 2 })
    for (let n = 0; n < 60; n++) log.info("a line of some length, so that files fill up", { n })
    expect(readdirSync(dir).sort()).toEqual(["kibitz.log", "kibitz.log.1", "kibitz.log.2"])
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).size).toBeLessThanOrEqual(1000)
    expect(JSON.parse(readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "")).toMatchObject({ n: 59 })
    log.close()
    log.info("after the end")
  })
})
