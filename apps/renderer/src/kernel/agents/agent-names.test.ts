import type { AgentId } from "@kibitz/contract"
import { sampleTeam } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { showAskers, showNames } from "./agent-names.ts"

const world = sampleTeam([
  { id: "Jake" },
  { id: "Noa", under: "Jake" },
  { id: "Boaz", under: "Jake" },
  { id: "Ed", under: "Noa" },
  { id: "Mira", under: "Noa" },
  { id: "Gil", under: "Noa" },
  { id: "Ruth", under: "Boaz" },
])
const ids = (...names: string[]) => names as AgentId[]

test("several agents in few words", () => {
  expect(showNames(world, ids("Ed", "Mira", "Ed"))).toBe("Ed and Mira")
  expect(showNames(world, ids("Ed", "Mira", "Gil"))).toBe("Ed, Mira +1")
})

test("ux 1.5: those of one room are named by it, others by their names", () => {
  expect(showAskers(world, ids("Ed", "Mira", "Gil"))).toBe("Noa's team")
  expect(showAskers(world, ids("Ed", "Mira", "Ruth"))).toBe("Ed, Mira +1")
  expect(showAskers(world, ids("Ed", "Ed"))).toBe("Ed")
  expect(showAskers(world, ids("Jake"))).toBe("Jake")
})
