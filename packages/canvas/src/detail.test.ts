import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Level, levelNumber, levelOf, levels } from "./detail.ts"

describe("the level of detail", () => {
  it("has the forms of the specification at their widths", () => {
    const at = [0, 5.9, 6, 27.9, 28, 119.9, 120, 359.9, 360, 5_000].map((width) => levelOf(width, 0))
    expect(at).toEqual(["speck", "speck", "dot", "dot", "chip", "chip", "card", "card", "panel", "panel"])
  })

  it("keeps a form until 10 % below the width that gave it", () => {
    expect([levelOf(108, 0, "card"), levelOf(107.9, 0, "card"), levelOf(324, 0, "panel")]).toEqual(["card", "chip", "panel"])
    expect([levelOf(119, 0, "chip"), levelOf(5.4, 0, "dot"), levelOf(5.3, 0, "dot")]).toEqual(["chip", "dot", "speck"])
  })

  it("is a chat when the desk fills the pane, until it covers less than 60 %", () => {
    expect([levelOf(900, 0.79), levelOf(900, 0.8), levelOf(900, 0.6, "chat"), levelOf(900, 0.59, "chat")]).toEqual([
      "panel",
      "chat",
      "chat",
      "panel",
    ])
  })

  it("never flickers: widths that differ by less than 10 % change the form at most once", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 800, noNaN: true }),
        fc.array(fc.double({ min: 0.951, max: 1.049, noNaN: true })),
        (width, jitter) => {
          let level: Level | undefined
          let changes = -1
          for (const factor of jitter) {
            const next = levelOf(width * factor, 0, level)
            if (next !== level) changes++
            level = next
          }
          expect(changes).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it("never lies further from the width than the 10 %", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 2_000, noNaN: true }), fc.integer({ min: -1, max: 4 }), (width, before) => {
        const level = levelNumber(width, before)
        expect(level).toBeGreaterThanOrEqual(levelNumber(width, -1))
        expect(level).toBeLessThanOrEqual(levelNumber(width / 0.9 + 1e-9, -1))
        expect(levels[level]).toBeDefined()
      }),
    )
  })
})
