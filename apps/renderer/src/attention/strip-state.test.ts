import type { AttentionItem, ItemId } from "@kibitz/contract"
import { expect, test } from "vitest"
import type { Ended } from "../replica/ended.ts"
import { emptyStrip, groupsOf, inOrder, nextItem, type Strip, type StripFacts, settle, unfoldedKey } from "./strip-state.ts"

const item = (id: string, more: object = {}) =>
  ({
    kind: "approval",
    id,
    at: `2026-01-01T10:00:0${id.slice(-1)}.000Z`,
    destructive: false,
    batch: null,
    ...more,
  }) as unknown as AttentionItem
const ended = (id: string, outcome = "withdrawn") => ({ item: item(id), outcome, note: "" }) as Ended
const none = new Set<string>()
const facts = (items: AttentionItem[], more: Partial<StripFacts> = {}): StripFacts => ({
  items,
  ended: [],
  apart: none,
  isHeld: false,
  mine: none,
  seen: none,
  ...more,
})
const keys = (strip: Strip) => strip.entries.map(({ key }) => key)

test("oldest first, whatever the order of the record", () => {
  const attention = { i2: item("i2"), i1: item("i1") } as unknown as Record<ItemId, AttentionItem>
  expect(inOrder(attention).map(({ id }) => id)).toEqual(["i1", "i2"])
})

test("equal approvals are one line; what cannot be undone and what is reviewed one by one is not", () => {
  const same = [item("i1", { batch: "b" }), item("i2"), item("i3", { batch: "b" }), item("i4", { batch: "b", destructive: true })]
  expect(groupsOf(same, none).map(({ key }) => key)).toEqual(["i1 i3", "i2", "i4"])
  expect(groupsOf(same, new Set(["i1", "i3"])).map(({ key }) => key)).toEqual(["i1", "i2", "i3", "i4"])
})

test("while the user is in the strip nothing comes in, grows or moves; it is counted and let in afterwards", () => {
  const before = settle(emptyStrip, facts([item("i2", { batch: "b" })]))
  const items = [item("i1"), item("i2", { batch: "b" }), item("i3", { batch: "b" })]
  const held = settle(before, facts(items, { isHeld: true }))
  expect(keys(held)).toEqual(["i2"])
  expect(held.newcomers).toBe(2)
  expect(keys(settle(held, facts(items)))).toEqual(["i1", "i2 i3"])
})

test("the first thing that waits is shown even when the pointer rests where the strip appears", () => {
  expect(keys(settle(emptyStrip, facts([item("i1")], { isHeld: true })))).toEqual(["i1"])
})

test("a withdrawn card leaves a grey line in its place, until it has been seen and the user has left", () => {
  const before = settle(emptyStrip, facts([item("i1"), item("i2")]))
  const held = settle(before, facts([item("i2")], { ended: [ended("i1")], isHeld: true }))
  expect(keys(held)).toEqual(["ended i1", "i2"])
  const stillHeld = settle(held, facts([item("i2")], { ended: [ended("i1")], isHeld: true, seen: new Set(["i1"]) }))
  expect(keys(stillHeld)).toEqual(["ended i1", "i2"])
  expect(keys(settle(stillHeld, facts([item("i2")], { ended: [ended("i1")], seen: new Set(["i1"]) })))).toEqual(["i2"])
})

test("a grey line that has been seen goes by itself when nothing else waits, wherever the pointer rests", () => {
  const before = settle(emptyStrip, facts([item("i1")]))
  const held = settle(before, facts([], { ended: [ended("i1")], isHeld: true }))
  expect(keys(held)).toEqual(["ended i1"])
  expect(keys(settle(held, facts([], { ended: [ended("i1")], isHeld: true, seen: new Set(["i1"]) })))).toEqual([])
})

test("what this screen answered itself is gone at once", () => {
  const before = settle(emptyStrip, facts([item("i1"), item("i2")]))
  const after = settle(before, facts([item("i2")], { ended: [ended("i1", "allowed")], isHeld: true, mine: new Set(["i1"]) }))
  expect(keys(after)).toEqual(["i2"])
})

test("the open one stays open while it waits; folded means folded", () => {
  const strip = settle(emptyStrip, facts([item("i1"), item("i2")]))
  expect(unfoldedKey(strip, null)).toBe("i1")
  expect(unfoldedKey(strip, "i2" as ItemId)).toBe("i2")
  expect(unfoldedKey(strip, "gone" as ItemId)).toBe("i1")
  expect(unfoldedKey(strip, "none")).toBeNull()
})

test("next and previous go round", () => {
  const items = [item("i1"), item("i2")]
  expect(nextItem(items, null, 1)).toBe("i1")
  expect(nextItem(items, "i2" as ItemId, 1)).toBe("i1")
  expect(nextItem(items, null, -1)).toBe("i2")
  expect(nextItem([], null, 1)).toBeNull()
})
