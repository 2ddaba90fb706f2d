import { type AgentId, type ClientCommandInput, jakeId, type PaneName, type World } from "@kibitz/contract"
import { emptyWorld, putAgent } from "@kibitz/domain"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { Outcome } from "../../kernel/bridge/requests.ts"
import type { WorldState } from "../../kernel/replica/replica.ts"
import { createNavigation, type Navigation } from "../../kernel/view/navigation.ts"
import { mounted, talkingTo } from "../../kernel/view/view.ts"
import { createPresence } from "./presence.ts"

const ed = "ed" as AgentId
const agent = (id: string, more: object = {}) =>
  ({ id, name: id, parentId: id === "jake" ? null : "jake", childIds: [], standing: { kind: "open" }, ...more }) as never

let asked: ClientCommandInput[] = []
let outcome: Outcome = { accepted: true, seq: 1 as never }
const told = () => asked.flatMap((one) => (one.type === "focus.set" ? [] : [shown(one)]))
const shown = (one: ClientCommandInput) =>
  one.type === "presence.join" ? `join ${one.agentId} ${one.cause}` : one.type === "presence.leave" ? "leave" : one.type

function opened() {
  const world = createStore<WorldState>(() => ({
    world: withAgents(agent("jake"), agent("ed")),
    app: null,
    ended: [],
    undoable: null,
  }))
  const dispatch = async (command: ClientCommandInput) => {
    asked.push(command)
    return outcome
  }
  const keep = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  const go = createNavigation(keep)
  const presence = createPresence({ dispatch, go, world, say: () => {} })
  return { presence, go, world, talking: () => talkingTo(go.view.getState()) }
}

function withAgents(...agents: never[]): World {
  return { ...emptyWorld, agents: agents.reduce(putAgent, emptyWorld.agents) }
}

beforeEach(() => {
  asked = []
  outcome = { accepted: true, seq: 1 as never }
})

test("OPM-3: from one chat to another is one join, and to the same chat is nothing", () => {
  const { go } = opened()
  go.to(jakeId)
  go.to(jakeId)
  go.to(ed, "knock")
  go.zoomOut()
  go.zoomOut()
  expect(told()).toEqual(["join jake navigate", "join ed knock", "leave"])
})

const anyone = fc.constantFrom(...["jake", "ed", "flo", "gil", "mira"].map((id) => id as AgentId))
const anyCause = fc.constantFrom("navigate", "gesture", "next-attention", "tab" as const)
const aWay = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(anyone, anyCause).map(
      ([agentId, cause]) =>
        (go: Navigation) =>
          go.to(agentId, cause),
    ),
  },
  { weight: 3, arbitrary: anyone.map((agentId) => (go: Navigation) => go.split(agentId)) },
  anyone.map((agentId) => (go: Navigation) => go.closeTab(agentId)),
  anyone.map((agentId) => (go: Navigation) => go.openTab(agentId)),
  fc.constantFrom<((go: Navigation) => unknown)[]>(
    (go) => go.zoomOut(),
    (go) => go.closePane(),
    (go) => go.back(),
    (go) => go.forward(),
    (go) => go.reopenTab(),
    (go) => go.nextTab(1),
    (go) => go.leaveAll(),
    (go) => go.show({ kind: "cost" }),
    (go) => go.putAway(),
  ),
)

test("U10: over 500 random navigations the host hears of exactly the mounted chats, and of each once", () => {
  fc.assert(
    fc.property(fc.array(aWay, { minLength: 500, maxLength: 500 }), (ways) => {
      const { go } = opened()
      const panes = new Map<PaneName, AgentId>()
      for (const way of ways) {
        asked = []
        way(go)
        for (const one of asked) {
          if (one.type === "presence.leave") {
            expect(panes.delete(one.pane as PaneName)).toBe(true)
          } else if (one.type === "presence.join") {
            const agentId = one.agentId as AgentId
            expect([...panes.values()]).not.toContain(agentId)
            panes.set(one.pane as PaneName, agentId)
          }
        }
        expect(panes).toEqual(new Map([...mounted(go.view.getState())].map(([pane, { agentId }]) => [pane, agentId])))
      }
    }),
    { numRuns: 40 },
  )
})

test("F18: where one only looks, a chat opens and stays open although nobody is joined; any other refusal closes it", async () => {
  const { go, talking } = opened()
  outcome = { accepted: false, rejection: { kind: "read-only", message: "Nothing can be changed here." } }
  go.to(ed)
  await Promise.resolve()
  expect(talking()).toBe(ed)
  outcome = { accepted: false, rejection: { kind: "unknown-agent", message: "There is no such agent." } }
  go.to(jakeId)
  await Promise.resolve()
  expect(talking()).not.toBe(jakeId)
})

test("F18: where it is known that one only looks, the host is told of nothing", () => {
  const { go, world, talking } = opened()
  world.setState({ app: { readOnly: { at: "2026-01-01T00:00:00Z", isHeld: true } } as never })
  go.to(ed)
  go.zoomOut()
  go.to(jakeId)
  expect([asked, talking()]).toEqual([[], jakeId])
})

test("OPM-3: a line that comes back joins what is mounted, and nothing when nothing is", () => {
  const { presence, go } = opened()
  presence.connected()
  expect(told()).toEqual([])
  go.to(ed)
  presence.connected()
  expect(told()).toEqual(["join ed navigate", "join ed rejoin"])
})

test("where the focus is goes with every change of place", () => {
  const { go } = opened()
  go.to(jakeId)
  go.zoomOut()
  expect(asked.flatMap((one) => (one.type === "focus.set" ? [one.pane] : []))).toEqual(["p1", null])
})

test("U3: a walk is one step of the way back, however many it has passed", () => {
  const { go, talking } = opened()
  go.to(ed, "next-attention")
  go.to(jakeId, "next-attention")
  go.back()
  expect(talking()).toBeNull()
  expect(told().at(-1)).toBe("leave")
})

test("a refused join shows no chat as if it were joined", async () => {
  const { go, talking } = opened()
  outcome = { accepted: false, rejection: { kind: "illegal-move", message: "Ed has been dismissed." } }
  go.to(ed)
  await Promise.resolve()
  expect(talking()).toBeNull()
})

test("who is dismissed while one is there is left by the host; the screen goes out and says nothing again", () => {
  const { go, talking, world } = opened()
  go.to(ed)
  world.setState({ world: withAgents(agent("jake"), agent("ed", { standing: { kind: "dismissed" } })) })
  expect(talking()).toBeNull()
  expect(go.view.getState()).toMatchObject({ selected: "jake", tabs: [] })
  expect(told()).toEqual(["join ed navigate"])
})

test("a standing order leaves every chat, and says that it was one", () => {
  const { presence, go, talking } = opened()
  go.to(ed)
  go.split(jakeId)
  asked = []
  presence.leaveAll("standing-order")
  go.to(ed)
  go.zoomOut()
  expect(asked.flatMap((one) => (one.type === "presence.leave" ? [one.cause] : []))).toEqual([
    "standing-order",
    "standing-order",
    "zoom-out",
  ])
  expect(talking()).toBeNull()
})
