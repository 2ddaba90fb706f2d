import { expect, test } from "vitest"
import type { Scene } from "./choose.ts"
import { fill, fillInput } from "./fill.ts"

function sceneWith(...results: string[]): Scene {
  return {
    scenario: { name: "x", when: "otherwise", steps: [] } as unknown as Scene["scenario"],
    step: {} as Scene["step"],
    stepNumber: 1,
    userText: "  read \n it ",
    messageCount: 3,
    caught: [],
    results: results.map((text) => ({ text, isError: false })),
  }
}

test("a numbered listing keeps the spaces before its first number", () => {
  expect(fill("{{result}}", sceneWith("     1  # Kibitz\n     2\n"))).toBe("     1  # Kibitz\n     2")
})

test("blank lines around a result are left out, and the user's words become one line", () => {
  expect(fill("{{result.1}}|{{user}}", sceneWith(" \n\n  a\n b\n\n"))).toBe("  a\n b|read it")
})

test("the input of a tool holds what the pattern caught, at any depth, or what was to stand there otherwise", () => {
  const scene = { caught: ["npm test", ""] } as unknown as Scene
  const input = { command: "{{match.1}}", more: ["{{match.2:pwd}}", { deep: "a {{match.1}} b" }], n: 3, none: "{{match.3}}" }
  expect(fillInput(input, scene)).toEqual({ command: "npm test", more: ["pwd", { deep: "a npm test b" }], n: 3, none: "" })
})
