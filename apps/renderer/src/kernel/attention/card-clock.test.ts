import { expect, test } from "vitest"
import { ARM_MS, createCardClock } from "./card-clock.ts"

function clockAt(start = 0) {
  const time = { now: start }
  return { time, clock: createCardClock(() => time.now) }
}

test("T22: a card is deaf before it is seen, and for a moment afterwards", () => {
  const { time, clock } = clockAt()
  time.now = 10_000
  expect(clock.isArmed()).toBe(false)
  clock.shown()
  time.now += ARM_MS - 1
  expect(clock.isArmed()).toBe(false)
  time.now += 1
  expect(clock.isArmed()).toBe(true)
})

test("T22: gaining the focus, and coming back into view, start the moment again", () => {
  const { time, clock } = clockAt()
  clock.shown()
  time.now = 5000
  clock.restart()
  expect(clock.isArmed()).toBe(false)
  time.now += ARM_MS
  expect(clock.isArmed()).toBe(true)
  clock.hidden()
  expect(clock.isArmed()).toBe(false)
  time.now += 60_000
  clock.shown()
  expect(clock.isArmed()).toBe(false)
})

test("only the time in view is counted", () => {
  const { time, clock } = clockAt()
  clock.shown()
  time.now = 1000
  clock.shown()
  clock.hidden()
  time.now = 60_000
  clock.shown()
  time.now = 60_500
  expect(clock.visibleMs()).toBe(1500)
})
