import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Labels } from "./labels.ts"
import { recordedSurface } from "./sample-surface.ts"

describe("labels", () => {
  it("cuts by measured width, with an ellipsis, and never wider than asked", () => {
    const surface = recordedSurface()
    const labels = new Labels()
    expect(labels.fitted(surface, "f", "Auth squad", 60)).toBe("Auth squad")
    expect(labels.fitted(surface, "f", "Auth squad", 59)).toBe("Auth squ…")
    // The space before the ellipsis goes too.
    expect(labels.fitted(surface, "f", "Auth squad", 36)).toBe("Auth…")
    expect(labels.fitted(surface, "f", "Auth squad", 11)).toBe("")
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), fc.integer({ min: 0, max: 600 }), (text, width) => {
        expect(surface.measureText(labels.fitted(surface, "f", text, width)).width).toBeLessThanOrEqual(width)
      }),
    )
  })

  it("breaks a text between words, over as many lines as it may, and cuts the last", () => {
    const [surface, labels] = [recordedSurface(), new Labels()]
    const over = (width: number, most: number) =>
      labels.lines(surface, "f", "Split token refresh out of the session", 6 * width, most)
    expect(over(38, 3)).toEqual(["Split token refresh out of the session"])
    expect(over(12, 4)).toEqual(["Split token", "refresh out", "of the", "session"])
    expect(over(12, 2)).toEqual(["Split token", "refresh out…"])
    expect(over(12, 1)).toEqual(["Split token…"])
    expect(labels.lines(surface, "f", "unbreakable", 6 * 4, 3)).toEqual(["unbr", "eaka", "ble"])
    expect(over(0, 3)).toEqual([])
    const before = surface.measured()
    for (let width = 0; width < 40; width++) over(width, 3)
    expect(surface.measured()).toBe(before)
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 80 }),
        fc.nat({ max: 600 }),
        fc.integer({ min: 1, max: 5 }),
        (text, width, most) => {
          const lines = labels.lines(surface, "f", text, width, most)
          expect(lines.length).toBeLessThanOrEqual(most)
          for (const line of lines) expect(surface.measureText(line).width).toBeLessThanOrEqual(width)
        },
      ),
    )
  })

  it("says so where a text is longer than the map shows", () => {
    const [surface, labels] = [recordedSurface(), new Labels()]
    expect(labels.fitted(surface, "f", "x".repeat(1_000), 10_000)).toBe(`${"x".repeat(239)}…`)
  })

  it("writes one ellipsis, and no comma before it", () => {
    const [surface, labels] = [recordedSurface(), new Labels()]
    expect(labels.fitted(surface, "f", "endikt… 1:12", 6 * 10)).toBe("endikt…")
    expect(labels.fitted(surface, "f", "endikt… 1:12", 6 * 8)).toBe("endikt…")
    expect(labels.fitted(surface, "f", "endikt… 1:12", 6 * 5)).toBe("endi…")
    expect(labels.fitted(surface, "f", "waits for Ruth, Dov", 6 * 16)).toBe("waits for Ruth…")
  })

  it("measures a text once, whatever widths it is cut to afterwards", () => {
    const surface = recordedSurface()
    const labels = new Labels()
    labels.fitted(surface, "f", "reading 3 files", 30)
    const before = surface.measured()
    for (let width = 0; width < 200; width++) labels.fitted(surface, "f", "reading 3 files", width)
    expect(surface.measured()).toBe(before)
    labels.clear()
    labels.fitted(surface, "f", "reading 3 files", 30)
    expect(surface.measured()).toBeGreaterThan(before)
  })

  it("does not cut a letter in half that is made of several characters", () => {
    const surface = recordedSurface()
    const family = "👨‍👩‍👧"
    expect(new Labels().fitted(surface, "f", `a${family}${family}b`, 6 * 12)).toBe(`a${family}${family}b`)
    expect(new Labels().fitted(surface, "f", `a${family}${family}b`, 6 * 7)).toBe(`a${family}…`)
  })

  it("forgets what was not asked for longest, and keeps fonts apart", () => {
    const surface = recordedSurface()
    const labels = new Labels(2)
    for (const text of ["one", "two", "one", "three"]) labels.width(surface, "f", text)
    expect(labels.size).toBe(2)
    const before = surface.measured()
    labels.width(surface, "f", "one")
    expect(surface.measured()).toBe(before)
    labels.width(surface, "f", "two")
    labels.width(surface, "g", "two")
    expect(surface.measured()).toBe(before + 2)
  })
})
