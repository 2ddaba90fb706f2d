import { expect, test } from "vitest"
import type { Scene } from "./choose.ts"
import { amountOf, fill, fillInput } from "./fill.ts"

function sceneWith(...results: string[]): Scene {
  return {
    scenario: { name: "x", when: "otherwise", steps: [] } as unknown as Scene["scenario"],
    step: {} as Scene["step"],
    stepNumber: 1,
    userText: "  read \n it ",
    messageCount: 3,
    caught: [],
    results: results.map((text) => ({ text, isError: false })),
    isWaiting: false,
    hasFailed: false,
    self: { name: "Ed", role: "an agent of Kibitz", assignment: null, isPlanning: false },
    away: { replies: 2, calls: 1, question: null },
    asked: null,
    saidAlready: null,
    handover: null,
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

test("an actor speaks of itself: name, role, assignment or else what it was asked, and what happened while the user was away", () => {
  const scene = sceneWith()
  expect(fill("{{agent}}, {{role}}: {{assignment}}", scene)).toBe("Ed, an agent of Kibitz: read it")
  const given = { ...scene, self: { ...scene.self, assignment: "Mend\n it" } }
  expect(fill("{{assignment}}; {{away}}, {{away.calls}}; {{needs}}", given)).toBe(
    "Mend it; 2 replies, one call; nothing from you",
  )
  expect(fillInput({ path: "of {{agent}}.txt" }, scene)).toEqual({ path: "of Ed.txt" })
})

test("an amount is what was caught, or the one that stands there, and never nothing or endless", () => {
  const scene = { ...sceneWith(), caught: ["250", "0", "999999"] }
  const amounts = ["{{match.1:40}}", "{{match.2:40}}", "{{match.3:40}}", "{{match.4:40}}", 7].map((amount) =>
    amountOf(amount, scene),
  )
  expect(amounts).toEqual([250, 1, 100_000, 40, 7])
})
