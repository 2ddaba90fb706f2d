import type { Instant } from "@kibitz/contract"
import fc from "fast-check"
import { expect, test } from "vitest"
import { instantReader } from "./read-instant.ts"

test("reads what Date.parse reads, whatever it has read before", () => {
  const read = instantReader()
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), fc.nat(86_400_000), (date, later) => {
      for (const ms of [date.getTime(), Math.min(date.getTime() + later, 8.64e15)]) {
        expect(read(new Date(ms).toISOString() as Instant)).toBe(ms)
      }
    }),
  )
})
