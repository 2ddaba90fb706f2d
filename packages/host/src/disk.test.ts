import { manualClock, recordingLog } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { watchDisk } from "./disk.ts"

function opened({ isThere = true } = {}) {
  const clock = manualClock()
  const told: (boolean | null)[] = []
  let room = 0
  let has = isThere
  let fills = 0
  const reserve = {
    free() {
      const had = has
      has = false
      return had
    },
    async fill() {
      fills++
      if (room >= 32_000_000) has = true
      return has
    },
    left: () => room,
  }
  const disk = watchDisk({ reserve, clock, log: recordingLog(), changed: () => told.push(disk.state()?.canSave ?? null) })
  const pass = async (ms: number) => {
    clock.advance(ms)
    for (let n = 0; n < 5; n++) await Promise.resolve()
  }
  const have = (bytes: number) => {
    room = bytes
  }
  return { disk, told, pass, have, fills: () => fills, clock }
}

test("F12 a start sets nothing aside in its first seconds, and asks once", async () => {
  const { pass, fills } = opened({ isThere: false })
  await pass(9_999)
  expect(fills()).toBe(0)
  await pass(1)
  await pass(60_000)
  expect(fills()).toBe(1)
})

test("F12 the reserve is used once, then nothing can be saved; each is told once, and when there is room again all is well", async () => {
  const { disk, told, pass, have } = opened()
  expect([disk.state(), disk.makeRoom()]).toEqual([null, true])
  expect(disk.state()).toMatchObject({ canSave: true })
  await pass(0)
  expect([disk.makeRoom(), disk.makeRoom()]).toEqual([false, false])
  await pass(20_000)
  expect(told).toEqual([true, false])
  have(2_000_000)
  await pass(5_000)
  expect(told).toEqual([true, false, true])
  const since = disk.state()?.since
  have(100_000_000)
  await pass(5_000)
  expect([told, disk.state()]).toEqual([[true, false, true, null], null])
  expect(disk.makeRoom()).toBe(true)
  expect((disk.state()?.since ?? "") > (since ?? "")).toBe(true)
})

test("what is closed looks no further and tells nobody", async () => {
  const { disk, told, pass, have, clock } = opened()
  disk.makeRoom()
  disk.close()
  have(100_000_000)
  await pass(60_000)
  expect([told, clock.nextIn()]).toEqual([[], null])
})
