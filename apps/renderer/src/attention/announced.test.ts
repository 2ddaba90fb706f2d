import type { AgentId, ItemId } from "@kibitz/contract"
import { defaultPosture } from "@kibitz/contract"
import { expect, test } from "vitest"
import { changesSaid, neededIn, newlyNeeded, type With } from "./announced.ts"

const item = (id: string, tier: number) => ({ id: id as ItemId, agentId: `agent of ${id}` as AgentId, tier })
const entry = (id: string, tier: number, effectiveTier = tier) => ({ effectiveTier, items: [item(id, tier)] })

test("ux 7.5: a result that is only to be read needs nobody; what has waited so long that it is promoted does", () => {
  expect(neededIn([entry("result", 4)])).toEqual([])
  expect(neededIn([entry("q", 1), entry("old result", 4, 3), entry("result", 4)]).map(({ id }) => id)).toEqual([
    "q",
    "old result",
  ])
})

test("ux 7.5: only newcomers are said, and what stops the line is left to its banner", () => {
  const needed = neededIn([entry("budget", 0), entry("q", 1), entry("stuck", 2)])
  expect(newlyNeeded(needed, new Set())).toEqual(["agent of q", "agent of stuck"])
  expect(newlyNeeded(needed, new Set(["q", "stuck"]))).toEqual([])
})

const withOne = (agentId: string, posture: Partial<With["posture"]> = {}): With => ({
  agentId: agentId as AgentId,
  name: agentId,
  posture: { ...defaultPosture, ...posture },
})

test("ux 7.5: joining, leaving and a change of mode are said; nothing else is", () => {
  expect(changesSaid([], [withOne("Ed")])).toBe("You joined Ed.")
  expect(changesSaid([withOne("Ed")], [withOne("Tal")])).toBe("You left Ed. You joined Tal.")
  expect(changesSaid([withOne("Ed")], [withOne("Ed", { workMode: "review", phase: "execution" })])).toBe(
    "Ed: phase execution, work review.",
  )
  expect(changesSaid([withOne("Ed")], [withOne("Ed", { surface: "web" })])).toBe("")
})
