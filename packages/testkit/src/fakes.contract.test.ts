import { MessageId, TurnId } from "@kibitz/contract"
import { expect, test } from "vitest"
import { clockContract } from "./contracts/clock-contract.ts"
import { draftsContract } from "./contracts/drafts-contract.ts"
import { notifierContract } from "./contracts/notifier-contract.ts"
import { countingIds, fixedChance } from "./ids-and-chance.ts"
import { manualClock } from "./manual-clock.ts"
import { memoryDrafts } from "./memory-drafts.ts"
import { recordingNotifier } from "./recording-notifier.ts"
import { untilFact } from "./until-fact.ts"

clockContract("manualClock", () => {
  const clock = manualClock()
  return { clock, pass: (ms) => clock.advance(ms) }
})

draftsContract("memoryDrafts", () => {
  const drafts = memoryDrafts()
  return { drafts, restarted: () => drafts }
})

notifierContract("recordingNotifier", () => {
  const notifier = recordingNotifier()
  return { notifier, ...notifier }
})

test("a manual clock calls back at the exact time, also what a callback asks for", () => {
  const clock = manualClock()
  const at: number[] = []
  clock.after(10, () => {
    at.push(clock.monotonic())
    clock.after(5, () => at.push(clock.monotonic()))
  })
  clock.after(100, () => at.push(clock.monotonic()))
  expect([clock.pending(), clock.nextIn()]).toEqual([2, 10])
  clock.advance(50)
  expect([at, clock.monotonic(), clock.pending()]).toEqual([[10, 15], 50, 1])
  expect([clock.advanceToNext(), clock.advanceToNext(), at]).toEqual([50, null, [10, 15, 100]])
})

test("setting the computer's clock back moves now, and no timer (F30)", () => {
  const clock = manualClock("2026-01-01T00:00:00Z")
  let called = false
  clock.after(10, () => {
    called = true
  })
  clock.setWallClock(Temporal.Instant.from("2020-01-01T00:00:00Z"))
  clock.advance(10)
  expect([called, clock.monotonic(), clock.now().toString()]).toEqual([true, 10, "2020-01-01T00:00:00.01Z"])
})

test("counted ids are ids, one count per prefix", () => {
  const ids = countingIds()
  expect([MessageId.parse(ids.next("msg")), ids.next("msg"), TurnId.parse(ids.next("turn"))]).toEqual([
    "msg_0001",
    "msg_0002",
    "turn_0001",
  ])
})

test("fixed chance gives its numbers in turn and then the last one", () => {
  const chance = fixedChance(0.1, 0.9)
  expect([chance.next(), chance.next(), chance.next()]).toEqual([0.1, 0.9, 0.9])
})

test("waiting for a fact answers with it, and names the one that never came", async () => {
  let looked = 0
  expect(await untilFact("three looks", () => ++looked === 3 && "seen")).toBe("seen")
  await expect(untilFact("pigs fly", () => false, { limitMs: 5 })).rejects.toThrow("until pigs fly")
})
