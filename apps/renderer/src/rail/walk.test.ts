import type { AgentId, AttentionItem, Instant, ItemId, World } from "@kibitz/contract"
import { jakeId } from "@kibitz/contract"
import { emptyWorld, noTally, putAgents } from "@kibitz/domain"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import { createDesk } from "../attention/desk.ts"
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
  const walk = attentionWalk(
    {
      replica: { world },
      desk: createDesk({ clock: () => clock.ms, now: () => now }),
      go: {
        to: (agentId, cause, items) => {
          did.push(`${cause}: ${agentId}`)
          if (elsewhere === agentId) did.push(`in its window: ${items}`)
          return elsewhere !== agentId
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
