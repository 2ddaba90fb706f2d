import { expect, test } from "vitest"
import { lockWatch } from "./lock-watch.ts"

function watched(platform: NodeJS.Platform) {
  const heard: string[] = []
  let now = 0
  let isLocked = false
  let look: (() => void) | null = null
  const watch = lockWatch({
    platform,
    locked: () => heard.push("locked"),
    unlocked: (ms) => heard.push(`unlocked after ${ms}`),
    isLocked: () => isLocked,
    now: () => now,
    every: (_ms, then) => {
      look = then
      return () => {
        look = null
      }
    },
  })
  return {
    watch,
    heard,
    pass: (ms: number) => (now += ms),
    screen: (so: boolean) => (isLocked = so),
    look: () => look?.(),
    asks: () => look !== null,
  }
}

test("a lock and its end are told once each, with how long it was", () => {
  const { watch, heard, pass, asks } = watched("darwin")
  watch.unlock()
  watch.lock()
  watch.lock()
  pass(600_000)
  watch.unlock()
  expect(heard).toEqual(["locked", "unlocked after 600000"])
  expect(asks()).toBe(false)
})

test("where the system says nothing it is asked, until the end", () => {
  const { watch, heard, pass, screen, look, asks } = watched("linux")
  look()
  screen(true)
  look()
  look()
  pass(40_000)
  screen(false)
  look()
  expect(heard).toEqual(["locked", "unlocked after 40000"])
  watch.close()
  expect(asks()).toBe(false)
})
