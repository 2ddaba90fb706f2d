import { describe, expect, it } from "vitest"
import { drawGlyph, glyphs } from "./glyphs.ts"
import { recordedSurface, sampleTheme } from "./sample-surface.ts"
import { glyphKinds } from "./surface.ts"

/** What is drawn, without colours: the shape. */
function shapeOf(kind: (typeof glyphKinds)[number], radius: number): string {
  const surface = recordedSurface()
  drawGlyph(surface, kind, sampleTheme.tones.quiet, 0, 0, radius)
  return surface.strokes.map(({ call, args }) => `${call} ${args.join(" ")}`).join("\n")
}

describe("glyphs", () => {
  it("tell all states apart without colour", () => {
    expect(new Set(glyphKinds.map((kind) => shapeOf(kind, 10))).size).toBe(glyphKinds.length)
  })

  it("stay within their radius and a line's width, so that neighbours never touch", () => {
    for (const kind of glyphKinds) {
      const surface = recordedSurface()
      drawGlyph(surface, kind, sampleTheme.tones.quiet, 0, 0, 10)
      for (const { call, args } of surface.strokes) {
        if (call !== "moveTo" && call !== "lineTo") continue
        expect(Math.max(...args.map((value) => Math.abs(Number(value))))).toBeLessThanOrEqual(12.4)
      }
    }
  })

  it("round the corners of what needs somebody: a sharp diamond with a question mark is the sign for a letter that is missing", () => {
    for (const kind of ["needs-you", "question", "approval"] as const) {
      const surface = recordedSurface()
      glyphs[kind].fill?.(surface, 0, 0, 10)
      expect(surface.strokes.map(({ call }) => call)).toEqual(["moveTo", "arc", "arc", "arc", "arc", "closePath"])
    }
  })

  it("start every part with a move, so that many make one path", () => {
    for (const { fill, line, mark } of Object.values(glyphs)) {
      for (const part of [fill, line, mark]) {
        if (!part) continue
        const surface = recordedSurface()
        part(surface, 5, 5, 3)
        expect(["moveTo", "rect", "roundRect"]).toContain(surface.strokes[0]?.call)
      }
    }
  })

  it("leave out marks that could not be read", () => {
    expect(shapeOf("done", 3)).not.toContain("stroke")
    expect(shapeOf("done", 8)).toContain("stroke")
  })
})
