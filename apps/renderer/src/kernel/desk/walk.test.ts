import type { AgentId, AttentionItem, Instant, ItemId, World } from "@kibitz/contract"
import { jakeId } from "@kibitz/contract"
import { emptyWorld, noTally, putAgents } from "@kibitz/domain"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import { goTo, openingView } from "../view/view.ts"
import { createDesk } from "./desk.ts"
import { attentionWalk } from "./walk.ts"

const now = "2026-01-01T10:30:00.000Z" as Instant
const item = (id: string, tier: number, minute: number) =>
  ({
    kind: "help",
    id,
    agentId: `agent of ${id}`,
    tier,
    reason: "",
    at: `2026-01-01T10:${20 + minute}:00.000Z`,
  }) as unknown as AttentionItem
const worldOf = (...items: AttentionItem[]): World => ({
  ...emptyWorld,
  agents: putAgents(emptyWorld.agents, [
    { id: jakeId, name: "Jake", parentId: null, childIds: [], tally: { ...noTally, working: 47 } } as never,
  ]),
  attention: Object.fromEntries(items.map((one) => [one.id, one])),
})

/** A screen that writes down what is asked of it. */
function screen(...items: AttentionItem[]) {
  const clock = { ms: 0 }
  const world = createStore<{ world: World | null }>(() => ({ world: worldOf(...items) }))
  const did: string[] = []
  let elsewhere: AgentId | null = null
  const view = createStore(() => openingView(jakeId))
  const walk = attentionWalk(
    {
      replica: { world },
      desk: createDesk({ clock: () => clock.ms, now: () => now }),
      go: {
        view,
        to: (agentId, cause, items) => {
          did.push(`${cause}: ${agentId}`)
          if (elsewhere === agentId) did.push(`in its window: ${items}`)
          if (elsewhere === agentId) return false
          view.setState((so) => goTo(so, agentId, cause))
          return true
        },
        back: () => did.push("back"),
      },
      show: () => did.push("overlay closed"),
      unfold: (id) => did.push(`unfolded ${id}`),
      remark: (text) => did.push(text),
    },
    (_: AgentId, ids: readonly ItemId[]) => did.push(`entered ${ids.join(" ")}`),
  )
  const took = () => did.splice(0)
  const moveOut = (agentId: string) => {
    elsewhere = agentId as AgentId
  }
  return { clock, walk, took, moveOut, put: (...next: AttentionItem[]) => world.setState({ world: worldOf(...next) }) }
}
const arrived = (id: string) => ["overlay closed", `next-attention: agent of ${id}`, `unfolded ${id}`, `entered ${id}`]

test("U1: one press, from wherever one is, joins the most urgent and enters its card", () => {
  const { walk, took } = screen(item("young", 1, 2), item("old", 1, 1))
  walk.next()
  expect(took()).toEqual(arrived("old"))
})

test("U3: presses walk one frozen order; a newcomer has to wait until the walk is over", () => {
  const { clock, walk, took, put } = screen(item("old", 1, 1), item("young", 1, 2))
  walk.next()
  put(item("old", 1, 1), item("young", 1, 2), item("urgent", 0, 3))
  clock.ms = 3999
  took()
  walk.next()
  expect(took()).toEqual(arrived("young"))
  walk.previous()
  expect(took()).toEqual(arrived("old"))
  clock.ms = 60_000
  walk.next()
  expect(took()).toEqual(arrived("urgent"))
})

test("ux 2.6: back leads to the one before, also when the order was frozen anew meanwhile, and only then through the order", () => {
  const { clock, walk, took, put } = screen(item("sol", 1, 1), item("bina", 1, 2), item("last", 3, 1))
  walk.next()
  expect(took()).toEqual(arrived("sol"))
  clock.ms = 10_000
  walk.next()
  expect(took()).toEqual(arrived("bina"))
  clock.ms = 20_000
  walk.previous()
  expect(took()).toEqual(arrived("sol"))
  // Nobody was before: the order counts, which begins at its end.
  clock.ms = 30_000
  walk.previous()
  expect(took()).toEqual(arrived("last"))
  clock.ms = 40_000
  walk.next()
  walk.next()
  took()
  // What does not wait any more is passed over.
  put(item("bina", 1, 2), item("last", 3, 1))
  clock.ms = 50_000
  walk.previous()
  expect(took()).toEqual(arrived("last"))
})

test("ux 2.6: whoever came by another way, and goes on from there, is led back there", () => {
  const { clock, walk, took } = screen(item("sol", 1, 1), item("bina", 1, 2), item("last", 3, 1))
  walk.to("agent of sol" as AgentId, ["sol" as ItemId])
  took()
  walk.next()
  expect(took()).toEqual(arrived("bina"))
  clock.ms = 20_000
  walk.previous()
  expect(took()).toEqual(arrived("sol"))
  // Elsewhere meanwhile: what was before that is not before this.
  walk.next()
  walk.to(jakeId, [])
  clock.ms = 40_000
  took()
  walk.previous()
  expect(took()).toEqual(arrived("last"))
})

test("U1: nobody needs the user: nothing moves, and it is said", () => {
  const { walk, took } = screen()
  walk.next()
  expect(took()).toEqual(["Nobody needs you. 47 working."])
})

test("ux 2.6: back leads to where the walk began", () => {
  const { walk, took } = screen(item("old", 1, 1))
  walk.next()
  took()
  walk.back()
  expect(took()).toEqual(["back"])
})

test("who is shown in another window is gone to there, with its card; nothing is opened or entered here", () => {
  const { walk, took, moveOut } = screen(item("q", 1, 1))
  moveOut("agent of q")
  walk.next()
  expect(took()).toEqual(["overlay closed", "next-attention: agent of q", "in its window: q"])
})

test("ux 2.6: a line of the rail, a mark on the map, a toast and a notice count as having looked, as the key does", () => {
  const { walk, took } = screen(item("old", 1, 1), item("young", 1, 2))
  walk.to("agent of old" as AgentId, ["old" as ItemId])
  took()
  walk.next()
  expect(took()).toEqual(arrived("young"))
})
