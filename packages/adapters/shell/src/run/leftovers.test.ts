// What a start finds of hosts that died before it: real processes, found by record and by mark, ended and reported.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { AgentId, CallId } from "@kibitz/contract"
import { afterEach, expect, test } from "vitest"
import { newStage } from "../testing/stage.ts"
import { runMark } from "./environment.ts"
import { endLeftovers, newHome, newMark, recordRun } from "./leftovers.ts"

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL")
})

/** Until it has become the program that was asked for. */
async function startProcess(env: Record<string, string>, script = "echo up; exec sleep 606"): Promise<ChildProcess> {
  const child = spawn("/bin/sh", ["-c", script], { env, detached: true, stdio: ["ignore", "pipe", "ignore"] })
  started.push(child)
  await once(child.stdout as NodeJS.ReadableStream, "data")
  return child
}

function record(runsDir: string, mark: string, pid: number, home: string | null = null): void {
  recordRun(runsDir, { mark, agentId: "ed" as AgentId, callId: "call_7" as CallId, pid, home })
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

test.skipIf(process.platform !== "linux")("F26: a daemon whose first process is gone is found by its mark", async () => {
  const { runsDir } = newStage()
  const mark = newMark(runsDir)
  const child = await startProcess({ [runMark]: mark }, "(exec sleep 606 >/dev/null & echo up); exec sleep 0")
  await once(child, "exit")
  record(runsDir, mark, child.pid as number)
  expect(await endLeftovers(runsDir)).toEqual([{ agentId: "ed", callId: "call_7", processes: 1 }])
  expect([await endLeftovers(runsDir), readdirSync(runsDir)]).toEqual([[], []])
})

test("F26: a process that shows no mark is found by its record, with everything below it", async () => {
  const { runsDir } = newStage()
  const child = await startProcess({}, "sleep 607 & echo up; wait")
  record(runsDir, newMark(runsDir), child.pid as number)
  expect(await endLeftovers(runsDir)).toEqual([{ agentId: "ed", callId: "call_7", processes: 1 }])
  if (isRunning(child)) await once(child, "exit")
  expect(child.signalCode).toBe("SIGKILL")
})

test("F19: a process that only has the id of a dead one is left alone", async () => {
  const { runsDir } = newStage()
  const mark = newMark(runsDir)
  const child = await startProcess({})
  record(runsDir, mark, child.pid as number)
  const path = join(runsDir, `${mark}.json`)
  const known = JSON.parse(readFileSync(path, "utf8")) as { startedAt: number | null; at: number }
  const earlier = { ...known, startedAt: known.startedAt === null ? null : known.startedAt - 1, at: known.at - 60_000 }
  writeFileSync(path, JSON.stringify(earlier))
  expect(await endLeftovers(runsDir)).toEqual([])
  writeFileSync(path, JSON.stringify({ ...known, boot: "another start of the machine" }))
  expect(await endLeftovers(runsDir)).toEqual(known.startedAt === null ? expect.anything() : [])
  expect(isRunning(child)).toBe(known.startedAt !== null)
})

test("F26: what another data folder runs is left alone", async () => {
  const [ours, theirs] = [newStage(), newStage()]
  const child = await startProcess({ [runMark]: newMark(theirs.runsDir) })
  expect(await endLeftovers(ours.runsDir)).toEqual([])
  expect(isRunning(child)).toBe(true)
})

test("F26: a record that is cut off or was tampered with keeps nobody from starting, and nothing else is removed", async () => {
  const { runsDir, hidden } = newStage()
  mkdirSync(runsDir)
  const precious = join(hidden, "precious")
  mkdirSync(precious)
  const records = [`{"mark":"a.b","pid":`, "[]", "null", JSON.stringify({ mark: "x" })]
  for (const [at, text] of records.entries()) writeFileSync(join(runsDir, `${at}.json`), text)
  const home = newHome()
  record(runsDir, newMark(runsDir), 99_999_999, home)
  record(runsDir, newMark(runsDir), 99_999_999, precious)
  record(runsDir, newMark(runsDir), 99_999_999, `${home}/../../etc`)
  expect(await endLeftovers(runsDir)).toEqual([])
  expect([readdirSync(runsDir), existsSync(home), existsSync(precious)]).toEqual([[], false, true])
})
