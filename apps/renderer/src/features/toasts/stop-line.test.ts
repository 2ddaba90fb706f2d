import { sampleItem } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { stopLine } from "./stop-line.ts"

test("ux 6: the banner says what happened and how many it stops", () => {
  const provider = sampleItem("provider", { id: "p", agentId: "jake", failure: "auth" })
  expect(stopLine(provider, "Jake", 12)).toBe("The provider refused the key. 12 agents are paused.")
  const network = sampleItem("provider", { id: "n", agentId: "jake", failure: "offline" })
  expect(stopLine(network, "Jake", 5)).toBe("No network. 5 agents are paused.")
  const budget = sampleItem("budget", { id: "b", agentId: "ed", spentUsd: 20, limitUsd: 20 })
  expect(stopLine(budget, "Ed", 1)).toBe("Budget reached: $20.00 of $20.00. 1 agent is paused.")
})
