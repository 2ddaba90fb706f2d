import { manualClock } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { LONG_WAIT_MS, rateLimit } from "./rate-limit.ts"

describe("the provider's limit", () => {
  it("A1 holds as long as the longest that was asked for", () => {
    const clock = manualClock()
    const limit = rateLimit(clock)
    limit.hold(30_000)
    limit.hold(10_000)
    clock.advance(29_999)
    expect(limit.remaining()).toBe(1)
    clock.advance(1)
    expect(limit.remaining()).toBe(0)
  })

  it("F30 a short one goes by durations, whatever becomes of the clock on the wall", () => {
    const clock = manualClock()
    const limit = rateLimit(clock)
    limit.hold(30_000)
    clock.setWallClock(clock.now().add({ hours: 8 }))
    expect(limit.remaining()).toBe(30_000)
  })

  it("F31 a long one is over when the computer has slept through it, and the next one counts from then", () => {
    const clock = manualClock()
    const limit = rateLimit(clock)
    limit.hold(5 * 3_600_000)
    expect(limit.remaining()).toBeGreaterThan(LONG_WAIT_MS)
    clock.setWallClock(clock.now().add({ hours: 8 }))
    expect(limit.remaining()).toBe(0)
    limit.hold(30_000)
    expect(limit.remaining()).toBe(30_000)
  })

  it("does not bind another key or address", () => {
    const limit = rateLimit(manualClock())
    limit.hold(30_000)
    limit.clear()
    expect(limit.remaining()).toBe(0)
  })
})
