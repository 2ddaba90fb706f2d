import { expect, test } from "vitest"
import {
  countWords,
  formatAge,
  formatAgo,
  formatDuration,
  formatElapsed,
  formatLimit,
  formatShort,
  formatSize,
  formatWait,
  words,
} from "./numbers.ts"

test("amounts", () => {
  expect([0, 999, 1000, 9949, 9950, 999_499, 1_234_567].map(formatShort)).toEqual([
    "0",
    "999",
    "1.0k",
    "9.9k",
    "10k",
    "999k",
    "1.2M",
  ])
  expect([12, 1204, 1_000_000].map(formatSize)).toEqual(["12 B", "1 kB", "1.0 MB"])
})

test("lengths of time", () => {
  expect([0, 999, 42_000, 725_000, 3_723_000].map(formatElapsed)).toEqual(["0:00", "0:00", "0:42", "12:05", "1:02:03"])
  expect([1_800_000, 7_200_000, 9_000_000, 86_400_000, 604_800_000].map(formatLimit)).toEqual([
    "30:00",
    "2 h",
    "2:30:00",
    "24 h",
    "7 days",
  ])
  expect([1, 38_000, 89_000, 120_000, 7_200_000].map(formatWait)).toEqual(["1 s", "38 s", "89 s", "2 min", "2 h"])
  expect([0.3, 840, 1500, 12_000, 62_000].map(formatDuration)).toEqual(["1 ms", "840 ms", "1.5 s", "12 s", "1:02"])
})

test("an age counts what has passed, as the elapsed time beside it does; only what is still to come is rounded up", () => {
  const times = [12_001, 12_999, 59_900, 60_000, 119_999, 5_399_999, 7_199_999]
  expect(times.map(formatAge)).toEqual(["12 s", "12 s", "59 s", "1 min", "1 min", "89 min", "1 h"])
  expect([1_999, 12_400, 100_000].map(formatAgo)).toEqual(["just now", "12 s ago", "1 min ago"])
  expect([12_400, 100_000].map(formatElapsed)).toEqual(["0:12", "1:40"])
  expect(formatWait(12_400)).toBe("13 s")
})

test("words are counted in any script, and marks are none", () => {
  expect(countWords("The release brings *three* things: don’t-stop, 1.5 and `x`.")).toBe(9)
  expect(countWords("שלום עולם")).toBe(2)
  expect(countWords(" — ")).toBe(0)
  expect([0, 1, 1214].map(words)).toEqual(["0 words", "1 word", "1,214 words"])
})
