import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { AgentId, CallId } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { newStage } from "../testing/stage.ts"
import { openSpool } from "./spool.ts"
import { lastRun, makeRoom, spoolPath } from "./spool-files.ts"

const owner = (callId: string, agentId = "jake") => ({ agentId: AgentId.parse(agentId), callId: CallId.parse(callId) })

function newFolder(): string {
  const { spoolDir } = newStage()
  mkdirSync(spoolDir)
  return spoolDir
}

/** `age` in seconds. */
function put(folder: string, name: string, bytes: number, age: number): void {
  writeFileSync(join(folder, name), Buffer.alloc(bytes))
  const then = Date.now() / 1000 - age
  utimesSync(join(folder, name), then, then)
}

describe("the folder of long outputs", () => {
  test("T13: no two agents or calls share a file, whatever their ids are", () => {
    const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
    fc.assert(
      fc.property(id, id, fc.nat(20), id, id, fc.nat(20), (agentA, callA, runA, agentB, callB, runB) => {
        const same = agentA === agentB && callA === callB && runA === runB
        expect(spoolPath("/s", owner(callA, agentA), runA) === spoolPath("/s", owner(callB, agentB), runB)).toBe(same)
      }),
    )
  })

  test("T30: never takes more than its share: the oldest go, as many as must", async () => {
    const folder = newFolder()
    put(folder, "a.1.0.out", 400, 30)
    put(folder, "a.2.0.out", 300, 20)
    put(folder, "a.3.0.out", 200, 10)
    put(folder, "note.txt", 5_000, 99)
    await makeRoom(folder, 100, new Set(), { bytes: 1_000, files: 10 })
    expect(readdirSync(folder)).toEqual(["a.1.0.out", "a.2.0.out", "a.3.0.out", "note.txt"])
    await makeRoom(folder, 300, new Set(), { bytes: 1_000, files: 10 })
    expect(readdirSync(folder)).toEqual(["a.2.0.out", "a.3.0.out", "note.txt"])
    await makeRoom(folder, 1, new Set(), { bytes: 1_000, files: 2 })
    expect(readdirSync(folder)).toEqual(["a.3.0.out", "note.txt"])
  })

  test("T30: opening a new one makes the room, and spares those that are being written", async () => {
    const folder = newFolder()
    const capacity = { bytes: 1_000, files: 10 }
    const first = await openSpool(folder, owner("first"), 600, capacity)
    await first.write(Buffer.alloc(600))
    const second = await openSpool(folder, owner("second"), 600, capacity)
    expect(existsSync(first.path)).toBe(true)
    await second.write(Buffer.alloc(600))
    await first.close()
    const past = statSync(first.path).mtimeMs / 1000 - 10
    utimesSync(first.path, past, past)
    await second.close()
    const third = await openSpool(folder, owner("third"), 400, capacity)
    await third.close()
    expect([first, second, third].map((spool) => existsSync(spool.path))).toEqual([false, true, true])
  })

  test("a call that is run again has another file, also after the first is gone", async () => {
    const folder = newFolder()
    expect(lastRun(folder, owner("call"))).toBeNull()
    put(folder, "jake.call.7.out", 1, 0)
    put(folder, "jake.call-1.9.out", 1, 0)
    put(folder, "jake.call.x.out", 1, 0)
    const spool = await openSpool(folder, owner("call"), 10)
    await spool.close()
    expect([spool.path, lastRun(folder, owner("call"))]).toEqual([join(folder, "jake.call.8.out"), 8])
  })
})
