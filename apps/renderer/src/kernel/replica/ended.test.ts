import type { AttentionItem, Recorded } from "@kibitz/contract"
import { emptyWorld } from "@kibitz/domain"
import { expect, test } from "vitest"
import { withEnded } from "./ended.ts"

const item = { id: "i1", kind: "knock" } as unknown as AttentionItem
const world = { ...emptyWorld, attention: { i1: item } as unknown as typeof emptyWorld.attention }
const resolved = (itemId: string) =>
  ({ event: { type: "attention.resolved", itemId, outcome: "withdrawn", note: "gone" } }) as unknown as Recorded

test("what stopped waiting is remembered with what it was and how it ended", () => {
  expect(withEnded([], world, [resolved("i1")])).toEqual([{ item, outcome: "withdrawn", note: "gone" }])
})

test("what was never on the screen, or is no end, changes nothing", () => {
  const before = withEnded([], world, [resolved("i1")])
  expect(withEnded(before, world, [resolved("i9"), { event: { type: "turn.finished" } } as unknown as Recorded])).toBe(before)
})
