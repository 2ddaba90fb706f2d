import type { AgentId } from "@kibitz/contract"
import { expect, test } from "vitest"
import { undoWords } from "./undo-words.ts"

const step = (agentId: string, from: string, to: string) => ({ agentId: agentId as AgentId, axis: "phase", from, to }) as const

test("ux 2.10: what was given up, by whom, and how many below went with it", () => {
  expect(undoWords("Ed", [step("ed", "execution", "planning")])).toBe("Ed: execution → planning")
  const both = [step("ed", "execution", "planning"), step("ed", "trusted", "normal")]
  expect(undoWords("Ed", [...both, step("tal", "execution", "planning"), step("noa", "execution", "planning")])).toBe(
    "Ed: execution → planning, trusted → normal, and 2 below",
  )
})
