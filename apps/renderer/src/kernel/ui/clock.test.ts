import { type Instant, toInstant } from "@kibitz/contract"
import { expect, test } from "vitest"
import { formatExactTime, formatTime, formatTimeOfDay, nowInstant, stopClockAt } from "./clock.ts"

test("WRK-5 every way a time is written has the same clock: 12 hours or 24, as the locale has it, at every hour", () => {
  const midnight = Temporal.Now.zonedDateTimeISO().startOfDay()
  for (let hour = 0; hour < 24; hour += 1) {
    const local = midnight.with({ hour, minute: 15, second: 42 })
    const today = toInstant(local.toInstant())
    const time = formatTime(today)
    // The one with seconds is the other with seconds.
    expect(formatExactTime(today).replace(/(:\d\d):\d\d/, "$1")).toBe(time)
    // On the day on which the clock is put forward there is an hour that no clock shows.
    if (local.hour === hour) expect(formatTimeOfDay(local.toPlainTime().toString({ smallestUnit: "minute" }))).toBe(time)
  }
  const earlier = "2020-01-02T03:04:05.000Z" as Instant
  expect(formatExactTime(earlier)).toContain(formatTime(earlier).split(/[, ]/)[0])
})

test("F18 where a project is only looked at, the clock stands at that moment, and goes on afterwards", () => {
  const then = "2020-01-02T03:04:05.000Z" as Instant
  stopClockAt(then)
  expect(nowInstant()).toBe(then)
  stopClockAt(null)
  expect(nowInstant() > then).toBe(true)
})
