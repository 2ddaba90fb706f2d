import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { survivorsOf } from "./processes.ts"

test("finds a process that works in the folder, unless the live host has started it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kibitz-kills-"))
  const child = spawn("sleep", ["611"], { cwd: folder, stdio: "ignore" })
  try {
    await once(child, "spawn")
    expect(survivorsOf(folder, child.pid ?? 0)).toEqual([])
    expect(survivorsOf(folder, process.pid)).toEqual([])
    expect(survivorsOf(folder, 1)).toEqual([`${child.pid} sleep 611 `])
  } finally {
    child.kill("SIGKILL")
    await once(child, "exit")
    rmSync(folder, { recursive: true })
  }
})

test("finds no process that is older than this one", async () => {
  // Vitest started this worker, so it is older; it names the worker's folder in its environment or as its own.
  expect(survivorsOf(process.cwd(), 1).filter((line) => line.startsWith(`${process.ppid} `))).toEqual([])
})
