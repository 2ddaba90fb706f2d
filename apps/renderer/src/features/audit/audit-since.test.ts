import { expect, test } from "vitest"
import { momentOf, sinceNames } from "./audit-since.ts"

test("an hour, today from midnight where the user is, a week, or all", () => {
  const now = Temporal.ZonedDateTime.from("2026-03-02T00:30:00+02:00[Asia/Jerusalem]")
  expect(sinceNames.map(({ value }) => momentOf(value, now))).toEqual([
    undefined,
    "2026-03-01T21:30:00.000Z",
    "2026-03-01T22:00:00.000Z",
    "2026-02-22T22:30:00.000Z",
  ])
})
