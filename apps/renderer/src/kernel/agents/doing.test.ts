import type { Agent } from "@kibitz/contract"
import { expect, test } from "vitest"
import { doingOf } from "./doing.ts"

const agent = (more: object) =>
  ({ standing: { kind: "open" }, progress: null, assignment: "build it", ...more }) as unknown as Agent

test("what came of it stays its line after the result was read; a progress without words hides nothing", () => {
  expect(doingOf(agent({ standing: { kind: "done", verified: true, summary: "It is built." } }))).toBe("Done: It is built.")
  expect(doingOf(agent({ progress: { percent: 80, note: "" } }))).toBe("build it")
  expect(doingOf(agent({ progress: { percent: 80, note: "the roof" } }))).toBe("the roof")
})
