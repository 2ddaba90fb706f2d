import type { AgentId, ItemId } from "@kibitz/contract"
import { expect, test } from "vitest"
import { createNavigation, panesThatFit } from "./navigation.ts"
import { mounted, talkingTo } from "./view.ts"

const ed = "ed" as AgentId
const mira = "mira" as AgentId
const keep = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

function besides(...elsewhere: AgentId[]) {
  const there = new Set(elsewhere)
  const went: string[] = []
  const go = createNavigation(keep, {
    room: () => 4,
    beyond: { has: (agentId) => there.has(agentId), go: (agentId, items, cause) => went.push(`${agentId} ${cause} ${items}`) },
  })
  const shown = () => [...mounted(go.view.getState()).values()].map(({ agentId }) => agentId)
  return { go, there, went, shown }
}

test("OPM-3 a chat that has a window of its own is opened nowhere else, whichever way one goes there", () => {
  const { go, went, shown } = besides(ed)
  go.pin(ed, 1)
  expect(go.to(ed, "next-attention", ["q" as ItemId])).toBe(false)
  go.split(ed)
  go.slot(1)
  go.nextTab(1)
  go.closeTab(ed)
  go.reopenTab()
  expect(shown()).toEqual([])
  expect(went).toEqual(["ed next-attention q", "ed split ", "ed tab ", "ed tab ", "ed tab "])
})

test("a chat that is on its way out stays until it is shown there, and its pane can be gone to", () => {
  const { go, there, went, shown } = besides()
  go.to(ed)
  go.split(mira)
  there.add(ed)
  expect(go.to(ed)).toBe(true)
  expect([shown(), went, talkingTo(go.view.getState())]).toEqual([["ed", "mira"], [], "ed"])
})

test("OPM-3 nobody is left to make room for another pane: only a map gives its place", () => {
  const there = new Set<AgentId>()
  const went: AgentId[] = []
  const beyond = { has: (agentId: AgentId) => there.has(agentId), go: (agentId: AgentId) => void went.push(agentId) }
  const go = createNavigation(keep, { room: () => 1, beyond })
  expect([go.split(ed), talkingTo(go.view.getState())]).toEqual([true, ed])
  const before = go.view.getState()
  expect([go.split(mira), go.view.getState() === before]).toEqual([false, true])
  expect([go.split(ed), talkingTo(go.view.getState())]).toEqual([true, ed])
  there.add(mira)
  expect([go.split(mira), went]).toEqual([true, [mira]])
})

test("the way back passes by what is elsewhere now", () => {
  const { go, there, shown } = besides()
  go.to(mira)
  go.to(ed)
  go.zoomOut()
  there.add(ed)
  go.back()
  expect(shown()).toEqual(["mira"])
  go.forward()
  expect(shown()).toEqual([])
})

test("leaving all ends every chat at once, and there is a way back", () => {
  const { go, shown } = besides()
  go.to(ed)
  go.split(mira)
  go.leaveAll()
  expect([shown(), go.view.getState().panes.length]).toEqual([[], 1])
  go.back()
  expect(shown()).toEqual(["mira"])
})

test("a window of its own shows one chat from the start, and keeps nothing of it", () => {
  const kept: string[] = []
  const go = createNavigation(
    { ...keep, setItem: (key) => void kept.push(key) },
    { home: { agentId: ed, cause: "navigate" }, beyond: { has: (agentId) => agentId !== ed, go: () => {} } },
  )
  expect(talkingTo(go.view.getState())).toBe("ed")
  expect(go.to(mira)).toBe(false)
  go.zoomOut()
  expect([talkingTo(go.view.getState()), kept]).toEqual([null, []])
})

test("ux 0.2 an overlay gives way to where the user goes, not to what comes about beneath it", () => {
  let ways = 0
  const go = createNavigation(keep, { room: () => 4, onWay: () => ways++ })
  const by = (act: () => unknown) => {
    const before = ways
    act()
    return ways - before
  }
  expect([by(() => go.to(ed)), by(() => go.split(mira)), by(go.zoomOut), by(go.back), by(() => go.nextTab(1))]).toEqual([
    1, 1, 1, 1, 1,
  ])
  expect([
    by(() => go.to("noa" as AgentId, "spawned")),
    by(() => go.closePane("p2")),
    by(go.fit),
    by(() => go.select(ed)),
  ]).toEqual([0, 0, 0, 0])
})

test("a way that leads nowhere says so", () => {
  const go = createNavigation(keep, { room: () => 4 })
  expect([go.back(), go.forward(), go.reopenTab(), go.nextTab(1), go.slot(3)]).toEqual([false, false, false, false, false])
  go.to(ed)
  expect(go.nextTab(1)).toBe(false)
  go.pin(ed, 3)
  go.zoomOut()
  expect([go.slot(3), go.back(), go.forward()]).toEqual([true, true, true])
})

test("ux 2.4: one pane below 1000 px, two below 1600, four where each can be read; larger text needs more room", () => {
  const at = (unit: number) => (width: number) => panesThatFit(width, unit)
  expect([900, 999, 1100, 1440, 1599].map(at(1))).toEqual([1, 1, 2, 2, 2])
  expect([1600, 1879, 1880, 2560].map(at(1))).toEqual([3, 3, 4, 4])
  expect([1280, 1999, 2200, 3199, 3200, 3760].map(at(2))).toEqual([1, 1, 2, 2, 3, 4])
})
