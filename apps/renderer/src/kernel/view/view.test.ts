import type { AgentId } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as views from "./view.ts"

const id = (name: string) => name as AgentId
const start = views.openingView(id("jake"))
const shownIn = (view: views.View) => [...views.mounted(view).values()].map(({ agentId }) => agentId)

describe("getting about", () => {
  it("OPM-11 nobody is joined at first", () => {
    expect(shownIn(start)).toEqual([])
  })

  it("opening a second chat in the same pane replaces the first, and leaves a way back", () => {
    const view = views.goTo(views.goTo(start, id("ed"), "navigate"), id("mira"), "navigate")
    expect(shownIn(view)).toEqual(["mira"])
    expect(shownIn(views.goBack(view))).toEqual(["ed"])
    expect(shownIn(views.goForward(views.goBack(view)))).toEqual(["mira"])
    expect(shownIn(views.goBack(views.goBack(view)))).toEqual([])
  })

  it("one that is shown already is not opened twice: its pane gets the keys", () => {
    const view = views.split(views.goTo(start, id("ed"), "navigate"), id("mira"), 2)
    expect(view.focused).toBe("p2")
    const again = views.goTo(view, id("ed"), "tab")
    expect([again.focused, shownIn(again)]).toEqual(["p1", ["ed", "mira"]])
  })

  it("U3 a walk through what needs the user is one step of the way back", () => {
    let view = views.goTo(start, id("ed"), "navigate")
    for (const name of ["a", "b", "c"]) view = views.goTo(view, id(name), "next-attention")
    expect(shownIn(views.goBack(view))).toEqual(["ed"])
  })

  it("the last pane is zoomed out, not closed", () => {
    const view = views.closePane(views.goTo(start, id("ed"), "navigate"), "p1")
    expect([view.panes.length, shownIn(view)]).toEqual([1, []])
  })

  it("zooming out selects the one that was left, whoever was beside it before", () => {
    const beside = views.split(views.goTo(start, id("noa"), "navigate"), id("ed"), 2)
    expect(views.zoomOut(views.closePane(beside, "p2")).selected).toBe("noa")
    expect(views.leaveAll(views.focusPane(beside, "p1")).selected).toBe("noa")
    expect(views.leaveAll(beside).selected).toBe("ed")
    // What is selected elsewhere, without going there, stays.
    expect(views.zoomOut(views.select(views.goTo(start, id("noa"), "navigate"), id("mira"))).selected).toBe("mira")
  })

  it("a window that has become narrow keeps the pane with the keys", () => {
    let view = views.goTo(start, id("a"), "navigate")
    for (const name of ["b", "c", "d"]) view = views.split(view, id(name), 4)
    view = views.fitPanes(views.focusPane(view, "p2"), 1)
    expect(shownIn(view)).toEqual(["b"])
  })
})

describe("tabs", () => {
  it("U19 stay where they are; slots come first, by number", () => {
    let view = start
    for (const name of ["a", "b", "c", "d"]) view = views.goTo(view, id(name), "navigate")
    view = views.pin(views.pin(view, id("d"), 2), id("b"), 1)
    expect(view.tabs).toEqual(["b", "d", "a", "c"])
    expect(views.inSlot(view, 2)).toBe("d")
    expect(views.moveTab(view, id("c"), id("a")).tabs).toEqual(["b", "d", "c", "a"])
  })

  it("closing leaves, and reopening goes there again", () => {
    const open = views.goTo(start, id("ed"), "navigate")
    const closed = views.closeTab(open, id("ed"))
    expect([shownIn(closed), closed.tabs]).toEqual([[], []])
    expect(shownIn(views.reopenTab(closed))).toEqual(["ed"])
  })

  it("a slot keeps its number when its tab is closed: the number leads there, and reopening has it again (ux 2.4)", () => {
    let view = start
    for (const name of ["a", "b", "c"]) view = views.goTo(view, id(name), "navigate")
    view = views.closeTab(views.pin(view, id("b"), 2), id("b"))
    expect([views.inSlot(view, 2), views.freeSlot(views.pin(view, id("a"), 1)), view.tabs]).toEqual(["b", 3, ["a", "c"]])
    for (const again of [views.reopenTab(view), views.goTo(view, id("b"), "tab"), views.openTab(view, id("b"))])
      expect([again.tabs, views.slotOf(again, id("b"))]).toEqual([["b", "a", "c"], 2])
  })

  it("a slot is free again once another has it, once it is unpinned, and once its agent is gone", () => {
    const closed = views.closeTab(views.pin(start, id("b"), 2), id("b"))
    const given = views.pin(closed, id("a"), 2)
    expect([views.inSlot(given, 2), views.slotOf(views.reopenTab(given), id("b"))]).toEqual(["a", null])
    expect(views.inSlot(views.unpin(closed, id("b")), 2)).toBeNull()
    expect(views.inSlot(views.without(closed, id("b"), id("jake")), 2)).toBeNull()
  })
})

describe("out of the cost view", () => {
  const cost = (view: views.View) => views.show(view, { kind: "cost" })
  it("leads to the chat one was in, or to the map", () => {
    const ed = views.goTo(start, id("ed"), "navigate")
    expect(shownIn(views.putAway(cost(ed)))).toEqual(["ed"])
    expect(views.focusedPane(views.putAway(cost(views.zoomOut(ed)))).content).toEqual({ kind: "map" })
    expect(views.focusedPane(views.putAway(cost(start))).content).toEqual({ kind: "map" })
  })

  it("does not show a chat a second time that is in the pane beside it", () => {
    const beside = views.split(cost(views.goTo(start, id("ed"), "navigate")), id("ed"), 2)
    const after = views.putAway(views.focusPane(beside, "p1"))
    expect([shownIn(after), after.panes.map(({ content }) => content.kind)]).toEqual([["ed"], ["map", "chat"]])
  })
})

it("zooming out beside a map closes the pane instead of showing a second one", () => {
  const two = views.split(views.goTo(start, id("ed"), "navigate"), id("tal"), 4)
  const beside = views.zoomOut(two)
  expect(beside.panes.map(({ content }) => content.kind)).toEqual(["chat", "map"])
  const alone = views.zoomOut(views.focusPane(beside, "p1"))
  expect([alone.panes.map(({ content }) => content.kind), alone.focused]).toEqual([["map"], "p2"])
  expect(shownIn(views.goBack(alone))).toEqual(["ed"])
})

const agent = fc.constantFrom(..."abcdefgh".split("").map(id))
const pane = fc.constantFrom("p1", "p2", "p3", "p4")
const steps: fc.Arbitrary<(view: views.View) => views.View> = fc.oneof(
  agent.map((one) => (view: views.View) => views.goTo(view, one, "navigate")),
  agent.map((one) => (view: views.View) => views.goTo(view, one, "next-attention")),
  fc.tuple(agent, fc.integer({ min: 1, max: 4 })).map(
    ([one, most]) =>
      (view: views.View) =>
        views.split(view, one, most),
  ),
  pane.map((name) => (view: views.View) => views.closePane(view, name)),
  pane.map((name) => (view: views.View) => views.focusPane(view, name)),
  fc.integer({ min: 1, max: 4 }).map((most) => (view: views.View) => views.fitPanes(view, most)),
  fc.constantFrom(views.zoomOut, views.goBack, views.goForward, views.reopenTab),
  agent.map((one) => (view: views.View) => views.closeTab(view, one)),
  agent.map((one) => (view: views.View) => views.without(view, one, id("jake"))),
  fc.tuple(agent, fc.integer({ min: 1, max: 9 })).map(
    ([one, slot]) =>
      (view: views.View) =>
        views.pin(view, one, slot),
  ),
  fc.constant((view: views.View) => views.show(view, { kind: "cost" })),
  fc.constant(views.putAway),
)

it("U10 over random navigations no agent is mounted twice, the focus is on a pane that is there, and slots are unique", () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 500 }), (walk) => {
      let view = start
      for (const step of walk) {
        view = step(view)
        const shown = shownIn(view)
        expect(new Set(shown).size).toBe(shown.length)
        expect(view.panes.some(({ name }) => name === view.focused)).toBe(true)
        expect(new Set(view.panes.map(({ name }) => name)).size).toBe(view.panes.length)
        expect(view.panes.length).toBeLessThanOrEqual(views.MOST_PANES)
        for (const one of ["slot", "agentId"] as const)
          expect(new Set(view.slots.map((slotted) => slotted[one])).size).toBe(view.slots.length)
        expect(new Set(view.tabs).size).toBe(view.tabs.length)
        const numbers = view.tabs.map((one) => views.slotOf(view, one) ?? 10)
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
      }
    }),
    { numRuns: 200 },
  )
})
