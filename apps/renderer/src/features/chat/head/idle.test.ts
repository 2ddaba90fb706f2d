import { manualClock } from "@kibitz/testkit"
import { expect, it } from "vitest"
import { IDLE_MS, watchIdle } from "./idle.ts"

function watched() {
  const clock = manualClock()
  const page = new EventTarget()
  let times = 0
  const end = watchIdle(IDLE_MS, () => times++, {
    page,
    now: () => clock.monotonic(),
    after: (ms, then) => clock.after(ms, then),
  })
  return { clock, page, end, times: () => times }
}

it("C6 ten minutes without a touch are noticed, and not a moment less", () => {
  const { clock, page, times } = watched()
  clock.advance(IDLE_MS - 1000)
  page.dispatchEvent(new Event("pointermove"))
  clock.advance(IDLE_MS - 1)
  expect(times()).toBe(0)
  clock.advance(1)
  expect(times()).toBe(1)
  page.dispatchEvent(new Event("keydown"))
  clock.advance(IDLE_MS)
  expect(times()).toBe(2)
})

it("ended, it notices nothing any more", () => {
  const { clock, end, times } = watched()
  end()
  clock.advance(IDLE_MS * 3)
  expect(times()).toBe(0)
})
