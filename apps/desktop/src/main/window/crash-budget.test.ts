import { expect, test } from "vitest"
import { crashBudget } from "./crash-budget.ts"

test("F33, F34: three crashes in a minute are reloaded, the fourth asks, and time heals", () => {
  const budget = crashBudget()
  expect([0, 1_000, 2_000, 3_000].map((at) => budget.spend(at))).toEqual([true, true, true, false])
  expect(budget.spend(63_001)).toBe(true)
})
