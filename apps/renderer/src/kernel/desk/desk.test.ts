import type { AgentId, AttentionItem, Instant, ItemId, World } from "@kibitz/contract"
import { emptyWorld } from "@kibitz/domain"
import { expect, test } from "vitest"
import { createDesk } from "./desk.ts"

const at = "2026-01-01T10:00:00.000Z" as Instant
const item = (id: string, tier: number, minute: number) =>
  ({ kind: "help", id, agentId: "jake", tier, reason: "", at: `2026-01-01T09:0${minute}:00.000Z` }) as unknown as AttentionItem
const world = (...items: AttentionItem[]): World => ({
  ...emptyWorld,
  attention: Object.fromEntries(items.map((one) => [one.id, one])),
})
const deskAt = () => {
  const clock = { ms: 0 }
  return {
    clock,
    desk: createDesk({ clock: () => clock.ms, now: () => at }),
  }
}

test("U3: a newcomer never slides under the finger; once the walk is over, what was visited comes after it", () => {
  const { clock, desk } = deskAt()
  const before = world(item("old", 1, 1), item("young", 1, 2))
  const first = desk.step(before, 1)
  expect(first?.id).toBe("old")
  desk.visit(first?.items.map(({ id }) => id) ?? [])
  const after = world(item("old", 1, 1), item("young", 1, 2), item("urgent", 0, 3))
  clock.ms = 1000
  expect(desk.step(after, 1)?.id).toBe("young")
  clock.ms = 2000
  expect(desk.step(after, -1)?.id).toBe("old")
  clock.ms = 60_000
  expect(desk.step(after, 1)?.id).toBe("urgent")
})

test("nothing waits: there is nowhere to go", () => {
  expect(deskAt().desk.step(world(), 1)).toBeNull()
})

test("ux 2.6: what was looked at comes last within its tier, whichever way one came to it", () => {
  const { desk } = deskAt()
  const now = world(item("old", 1, 1), item("young", 1, 2), item("budget", 0, 3))
  const ids = () => desk.order(now).map(({ id }) => id)
  expect(ids()).toEqual(["budget", "old", "young"])
  desk.visit(["old" as ItemId])
  expect(ids()).toEqual(["budget", "young", "old"])
})

test("ux 2.6: who has a slot comes a little sooner", () => {
  const pinned = new Set<AgentId>()
  const desk = createDesk({ now: () => at, pinned: () => pinned })
  const of = (id: string, agentId: string) => ({ ...item(id, 1, 1), agentId }) as AttentionItem
  const now = world(of("a", "ed"), of("b", "tal"))
  expect(desk.order(now).map(({ id }) => id)).toEqual(["a", "b"])
  pinned.add("tal" as AgentId)
  expect(desk.order(now).map(({ id, score }) => [id, Math.round(score)])).toEqual([
    ["b", 70],
    ["a", 60],
  ])
})

test("what is answered here is known in every place of this screen, until it turns out to have been refused", () => {
  const desk = createDesk()
  const [one, other] = ["q1", "q2"] as ItemId[]
  desk.answering([one, other] as ItemId[])
  expect([...desk.mine.getState()]).toEqual([one, other])
  desk.answering([other] as ItemId[], false)
  expect([...desk.mine.getState()]).toEqual([one])
})
