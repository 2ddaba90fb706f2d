import type { AgentId, EventOf, Recorded } from "@kibitz/contract"
import { expect, test } from "vitest"
import { withUndoable } from "./undoable.ts"

const change = (seq: number, fields: Partial<EventOf<"posture.changed">>): Recorded => ({
  seq,
  at: "2026-01-01T10:00:00.000Z" as Recorded["at"],
  event: {
    type: "posture.changed",
    agentId: "ed" as AgentId,
    axis: "phase",
    from: "execution",
    to: "planning",
    reason: "",
    scope: "now",
    actor: "user",
    ...fields,
  },
})

test("ux 2.10: what the user gives up can be taken back, with what it took from those below", () => {
  const below = change(2, { agentId: "tal" as AgentId, actor: "parent" })
  expect(withUndoable(null, [change(1, {}), below])).toEqual({
    seq: 1,
    steps: [
      { agentId: "ed", axis: "phase", from: "execution", to: "planning" },
      { agentId: "tal", axis: "phase", from: "execution", to: "planning" },
    ],
  })
})

test("raising, other axes and what waited for its moment are nothing to take back", () => {
  const before = withUndoable(null, [change(1, {})])
  const raise = change(2, { from: "planning", to: "execution" })
  const work = change(3, { axis: "workMode", from: "build", to: "chat" })
  const later = change(4, { scope: "after-current-unit" })
  const atStart = change(5, { axis: "permissionProfile", from: "unrestricted", to: "trusted", actor: "policy" })
  expect(withUndoable(before, [raise, work, later, atStart])).toBe(before)
})

test("ux 2.10: a typed /execute can be taken back; what was confirmed in a second step, or is itself an undoing, cannot", () => {
  const typed = change(1, { from: "planning", to: "execution", reason: "/execute fix the tests" })
  expect(withUndoable(null, [typed])).toEqual({
    seq: 1,
    steps: [{ agentId: "ed", axis: "phase", from: "planning", to: "execution" }],
  })
  const chosen = change(2, { from: "planning", to: "execution", reason: "chosen in the badge" })
  const other = change(3, { from: "planning", to: "execution", reason: "/executed" })
  const undone = change(4, { reason: "undone" })
  expect(withUndoable(null, [chosen, other, undone])).toBeNull()
})

test("unrestricted wants its word each time: it is not among what one press gives back", () => {
  const given = change(1, { axis: "permissionProfile", from: "unrestricted", to: "trusted" })
  expect(withUndoable(null, [given])).toEqual({ seq: 1, steps: [] })
})

test("ux 2.10: what was taken back in one window is offered in no other", () => {
  const before = withUndoable(null, [change(1, {})])
  const raised = { from: "planning", to: "execution" }
  expect(withUndoable(before, [change(2, { ...raised, reason: "undone", agentId: "tal" as AgentId })])).toBe(before)
  expect(withUndoable(before, [change(3, { ...raised, reason: "undone" })])).toBeNull()
})
