import type { CostHour, Instant } from "@kibitz/contract"
import { expect, test } from "vitest"
import { formatTimeOfDay } from "../../kernel/ui/clock.ts"
import { hourLabels } from "./hour-labels.ts"

const hours = (count: number): readonly CostHour[] =>
  Array.from({ length: count }, (_, hour) => {
    const at = new Date(Date.UTC(2026, 0, 1, 10 + hour)).toISOString() as Instant
    return { at, costUsd: 0, inputTokens: 0, outputTokens: 0 }
  })

test("a day is named every six hours, midnight by its day, in the zone of who looks", () => {
  const texts = (zone: string) => hourLabels(hours(24), zone).map(({ text }) => text)
  expect(texts("UTC")).toEqual([formatTimeOfDay("12:00"), formatTimeOfDay("18:00"), "Fri 2", formatTimeOfDay("06:00")])
  expect(texts("Asia/Jerusalem")).toEqual([formatTimeOfDay("12:00"), formatTimeOfDay("18:00"), "Fri 2", formatTimeOfDay("06:00")])
  expect(hourLabels(hours(24), "Asia/Jerusalem")[0]?.share).toBe(0)
})

test("a week is named by its days", () => {
  expect(hourLabels(hours(168), "UTC").map(({ text }) => text)).toEqual([
    "Fri 2",
    "Sat 3",
    "Sun 4",
    "Mon 5",
    "Tue 6",
    "Wed 7",
    "Thu 8",
  ])
})
