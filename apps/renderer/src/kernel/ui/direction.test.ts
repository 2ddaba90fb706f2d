import { expect, test } from "vitest"
import { directionOf } from "./direction.ts"

test("the first letter decides", () => {
  expect(["", "hello שלום", "שלום hello", "123 … مرحبا", "42"].map(directionOf)).toEqual(["ltr", "ltr", "rtl", "rtl", "ltr"])
})
