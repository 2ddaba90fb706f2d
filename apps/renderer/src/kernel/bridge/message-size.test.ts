import { expect, test } from "vitest"
import { exceeds } from "./message-size.ts"

test("text, keys, lists and nesting all count", () => {
  expect(exceeds({ a: "x".repeat(90) }, 200)).toBe(false)
  expect(exceeds({ a: "x".repeat(300) }, 200)).toBe(true)
  expect(exceeds({ ["k".repeat(300)]: 1 }, 200)).toBe(true)
  expect(exceeds(new Array(1000).fill(0), 200)).toBe(true)
  let deep: unknown = "x"
  for (let n = 0; n < 100_000; n++) deep = [deep]
  expect(exceeds(deep, 200)).toBe(true)
})
