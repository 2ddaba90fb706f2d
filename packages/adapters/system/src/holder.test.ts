import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Instant } from "@kibitz/contract"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Holder, holderNote } from "./holder.ts"
import { birthOf, isAlive } from "./processes.ts"

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "kibitz-holder-"))
  file = join(dir, "open-in.json")
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const since = "2026-01-01T14:02:00.000Z" as Instant
const web = { program: "web", since, address: "http://127.0.0.1:41873/" } as const
const written = () => JSON.parse(readFileSync(file, "utf8"))

test("F18 the note names this process, for the user alone, and goes with it", () => {
  const note = holderNote(file)
  note.leave(web)
  expect(note.read()).toEqual({ ...web, pid: process.pid })
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600")
  note.take()
  expect(existsSync(file)).toBe(false)
  note.take()
})

test("T19 it holds an address of this computer and nothing else, and no secret", () => {
  const note = holderNote(file)
  note.leave(web)
  expect(Object.keys(written()).sort()).toEqual(["address", "birth", "pid", "program", "since"])
  for (const address of [
    "http://127.0.0.1:41873/?token=secret",
    "http://example.com/",
    "file:///etc/passwd",
    "http://127.0.0.1:1/x",
  ]) {
    writeFileSync(file, JSON.stringify({ ...written(), address }))
    expect(note.read()).toBeNull()
  }
})

test("F19 a note of a process that is gone, or whose number another one has now, counts for nothing, and nobody takes another's away", async () => {
  const note = holderNote(file)
  note.leave({ ...web, program: "rpc", address: null })
  const mine = written()
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"])
  const pid = child.pid ?? 0
  writeFileSync(file, JSON.stringify({ ...mine, pid, birth: birthOf(pid) }), { mode: 0o600 })
  expect(note.read()?.pid).toBe(pid)
  note.take()
  expect(existsSync(file)).toBe(true)
  if (process.platform === "linux") {
    writeFileSync(file, JSON.stringify({ ...mine, pid }))
    expect(note.read()).toBeNull()
  }
  const gone = once(child, "exit")
  child.kill("SIGKILL")
  await gone
  expect(isAlive(pid)).toBe(false)
  writeFileSync(file, JSON.stringify({ ...mine, pid, birth: null }))
  expect(note.read()).toBeNull()
})

test("T20 a note that is a link, can be changed by others, or is no note at all is not believed", () => {
  const note = holderNote(file)
  for (const text of ["", "null", "[]", "{}", '{"program":"web","pid":-1}']) {
    writeFileSync(file, text, { mode: 0o600 })
    expect(note.read()).toBeNull()
  }
  note.leave(web)
  if (process.platform !== "win32") {
    chmodSync(file, 0o666)
    expect(note.read()).toBeNull()
    chmodSync(file, 0o600)
    symlinkSync(file, join(dir, "linked.json"))
    expect(holderNote(join(dir, "linked.json")).read()).toBeNull()
  }
  const holder: Holder | null = note.read()
  expect(holder?.program).toBe("web")
  rmSync(dir, { recursive: true })
  // A folder that is gone: nothing is thrown.
  note.leave(web)
})
