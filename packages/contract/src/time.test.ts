import fc from "fast-check"
import { expect, it } from "vitest"
import { fromInstant, Instant, instantAt, toInstant } from "./time.ts"

it("an instant is the ISO text of a Temporal.Instant to the millisecond, and comes back as that", () => {
  const year9999 = 253_402_300_799_999
  fc.assert(
    fc.property(fc.integer({ min: 0, max: year9999 }), fc.integer({ min: 0, max: 999_999 }), (ms, ns) => {
      const moment = Temporal.Instant.fromEpochMilliseconds(ms).add({ nanoseconds: ns })
      const text = toInstant(moment)
      expect(Instant.safeParse(text).success).toBe(true)
      expect(text).toBe(moment.toString({ fractionalSecondDigits: 3, roundingMode: "floor" }))
      expect(fromInstant(text).epochMilliseconds).toBe(ms)
    }),
  )
})

it("moments of one second differ by their milliseconds only, in whichever order they are written down", () => {
  const within = fc.array(fc.integer({ min: -2_000, max: 2_000 }), { minLength: 2 })
  fc.assert(
    fc.property(fc.integer({ min: 2_000, max: 4_000_000_000_000 }), within, (around, offsets) => {
      const moments = offsets.map((offset) => around + offset)
      expect(moments.map(instantAt)).toEqual(moments.map((ms) => new Date(ms).toISOString()))
    }),
  )
})
