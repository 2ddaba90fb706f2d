import { describe, expect, it } from "vitest"
import { allRows } from "./corpus/all.ts"
import { judge } from "./judge.ts"
import { access } from "./test-access.ts"

describe("T1 T2 T3 T4 T5 T6 T7 T8 the corpus", () => {
  it("has at least 600 rows and no command twice in one posture", () => {
    expect(allRows.length).toBeGreaterThanOrEqual(600)
    expect(new Set(allRows.map((row) => JSON.stringify(row.slice(0, 3)))).size).toBe(allRows.length)
  })

  it.each(allRows.map((row) => [row[0].length > 70 ? `${row[0].slice(0, 67)}…` : row[0], row] as const))(
    "%j",
    (_, [command, phase, profile, effect, why]) => {
      const verdict = judge({ capability: "bash", input: { command }, access: access({ phase, profile }) })
      expect({ command, effect: verdict.effect, says: [verdict.rule, verdict.because] }).toEqual({
        command,
        effect,
        says: verdict.rule === why ? [why, expect.any(String)] : [expect.any(String), expect.stringContaining(why)],
      })
    },
  )

  it("planning refuses every row, and nobody there means no question", () => {
    for (const [command, , profile] of allRows) {
      expect(judge({ capability: "bash", input: { command }, access: access({ profile, phase: "planning" }) }).effect).toBe(
        "deny",
      )
      expect(
        judge({ capability: "bash", input: { command }, access: access({ profile, phase: "execution", attended: false }) })
          .effect,
      ).not.toBe("ask")
    }
  })
})
