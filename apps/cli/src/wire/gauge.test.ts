import { expect, test } from "vitest"
import { gauge } from "./gauge.ts"

test("whoever waits is let through as soon as the level is low enough, and not before", async () => {
  const level = gauge()
  const passed: string[] = []
  level.add(10)
  const five = level.atMost(5).then(() => passed.push("five"))
  const zero = level.atMost(0).then(() => passed.push("zero"))
  level.add(-4)
  await Promise.resolve()
  expect(passed).toEqual([])
  level.add(-1)
  await five
  expect(passed).toEqual(["five"])
  level.add(-5)
  await zero
  expect(passed).toEqual(["five", "zero"])
})

test("nobody waits for a level that is already there", async () => {
  const level = gauge()
  await level.atMost(0)
  expect(level.level()).toBe(0)
})
