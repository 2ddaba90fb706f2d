import fc from "fast-check"
import { expect, test } from "vitest"
import { figure } from "./figure.ts"

test("a whole number is written as the English locale writes it", () => {
  fc.assert(fc.property(fc.maxSafeNat(), (whole) => figure(whole) === whole.toLocaleString("en")))
  for (const whole of [0, 999, 1000, 999_999, 1_000_000, -1000]) expect(figure(whole)).toBe(whole.toLocaleString("en"))
})
