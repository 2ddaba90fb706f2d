import type { Agent, AgentId, ItemId } from "@kibitz/contract"
import { defaultPosture } from "@kibitz/contract"
import { expect, test } from "vitest"
import { changesSaid, neededIn, newlyNeeded, type With, whoIsWith } from "./announced.ts"

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
  isHere: true,
})

test("ux 7.5: joining, leaving and a change of mode are said; nothing else is", () => {
  expect(changesSaid([], [withOne("Ed")])).toBe("You joined Ed.")
  expect(changesSaid([withOne("Ed")], [withOne("Tal")])).toBe("You left Ed. You joined Tal.")
  expect(changesSaid([withOne("Ed")], [withOne("Ed", { workMode: "review", phase: "execution" })])).toBe(
    "Ed: phase execution, work review.",
  )
  expect(changesSaid([withOne("Ed")], [withOne("Ed", { surface: "web" })])).toBe("")
})

/** A screen that looks whenever something changes, as the announcer does: whose chats it shows, and whom the user is with in any window. */
function screen() {
  let before: readonly With[] = []
  let last: readonly string[] = []
  return (here: readonly string[], present: readonly string[], posture: Partial<With["posture"]> = {}): string => {
    const presence = { since: "2026-01-01T00:00:00.000Z", surface: "desktop" } as NonNullable<Agent["presence"]>
    const after = whoIsWith(before, here as AgentId[], (name) => ({
      name,
      posture: { ...defaultPosture, ...posture },
      presence: present.includes(name) ? presence : null,
    }))
    const was = last
    const said = changesSaid(before, after, (agentId) => was.includes(agentId))
    before = after
    last = present
    return said
  }
}

test("OPM-3, ux 7.5: a chat that moves to another window, and back, is neither left nor joined; that window says how it stands", () => {
  const look = screen()
  expect(look(["Ed"], [])).toBe("")
  expect(look(["Ed"], ["Ed"])).toBe("You joined Ed.")
  expect([look([], ["Ed"]), look([], ["Ed"], { workMode: "review" }), look(["Ed"], ["Ed"], { workMode: "review" })]).toEqual([
    "",
    "",
    "",
  ])
  expect(look(["Ed"], ["Ed"], { workMode: "plan" })).toBe("Ed: work plan.")
  look([], ["Ed"])
  expect(look([], [])).toBe("You left Ed.")
  expect(look([], ["Ed"])).toBe("")
})

test("OPM-3, ux 7.5: the window it moves to says nothing of it either; who is joined nowhere is not said to be", () => {
  const look = screen()
  expect(look([], ["Ed"])).toBe("")
  expect(look(["Ed"], ["Ed"])).toBe("")
  expect(look(["Ed", "Tal"], ["Ed"])).toBe("")
  expect(look(["Tal"], ["Tal"])).toBe("You left Ed. You joined Tal.")
})
