import { expect, test } from "vitest"
import type { Scene } from "./choose.ts"
import { fill } from "./fill.ts"

function sceneWith(...results: string[]): Scene {
  return {
    scenario: { name: "x", when: "otherwise", steps: [] } as unknown as Scene["scenario"],
    step: {} as Scene["step"],
    stepNumber: 1,
    userText: "  read \n it ",
    messageCount: 3,
    results: results.map((text) => ({ text, isError: false })),
  }
}

test("a numbered listing keeps the spaces before its first number", () => {
  expect(fill("{{result}}", sceneWith("     1  # Kibitz\n     2\n"))).toBe("     1  # Kibitz\n     2")
})

test("blank lines around a result are left out, and the user's words become one line", () => {
  expect(fill("{{result.1}}|{{user}}", sceneWith(" \n\n  a\n b\n\n"))).toBe("  a\n b|read it")
})
