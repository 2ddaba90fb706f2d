import type { AgentId, AttentionItem, ItemId, World } from "@kibitz/contract"
import type { AttentionEntry } from "@kibitz/domain"
import { expect, test } from "vitest"
import type { Ended } from "../replica/ended.ts"
import { emptyStrip, foldedIn, groupsOf, isAwake, type Strip, type StripFacts, settle, unfoldedKey } from "./strip-state.ts"

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
/** Equal ones together, in the order in which they are given. */
const ordered = (items: AttentionItem[], tier = 1): AttentionEntry[] =>
  [...Map.groupBy(items, (one) => (one.kind === "approval" && !one.destructive && one.batch) || one.id).values()].map(
    (equal) =>
      ({ id: equal[0]?.id, lead: equal[0], items: equal, tier, effectiveTier: tier, fanout: 0 }) as unknown as AttentionEntry,
  )
const facts = (items: AttentionItem[], more: Partial<StripFacts> = {}): StripFacts => ({
  order: ordered(items),
  ended: [],
  apart: none,
  isHeld: false,
  mine: none,
  seen: none,
  asked: null,
  ...more,
})
const keys = (strip: Strip) => strip.entries.map(({ key }) => key)

test("equal approvals are one line; what cannot be undone and what is reviewed one by one is not", () => {
  const same = [item("i1", { batch: "b" }), item("i2"), item("i3", { batch: "b" }), item("i4", { batch: "b", destructive: true })]
  expect(groupsOf(ordered(same), none).map(({ key }) => key)).toEqual(["i1 i3", "i2", "i4"])
  expect(groupsOf(ordered(same), new Set(["i1", "i3"])).map(({ key }) => key)).toEqual(["i1", "i3", "i2", "i4"])
})

test("while the user is in the strip nothing comes in, grows or moves; it is counted and let in afterwards", () => {
  const before = settle(emptyStrip, facts([item("i2", { batch: "b" })]))
  const items = [item("i1"), item("i2", { batch: "b" }), item("i3", { batch: "b" })]
  const held = settle(before, facts(items, { isHeld: true }))
  expect(keys(held)).toEqual(["i2"])
  expect(held.newcomers).toBe(2)
  expect(keys(settle(held, facts(items)))).toEqual(["i1", "i2 i3"])
})

test("ux 2.6: what the user goes to by key is shown also while the pointer rests in the strip; what merely comes still waits", () => {
  const before = settle(emptyStrip, facts([item("i1")]))
  const items = [item("i1"), item("i2")]
  expect(keys(settle(before, facts(items, { isHeld: true, asked: "i1" as ItemId })))).toEqual(["i1"])
  expect(keys(settle(before, facts(items, { isHeld: true, asked: "i2" as ItemId })))).toEqual(["i1", "i2"])
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

test("the open one stays open while it waits; folded means folded, in that chat only", () => {
  const strip = settle(emptyStrip, facts([item("i1"), item("i2")]))
  const [jake, ed] = ["jake" as AgentId, "ed" as AgentId]
  expect(unfoldedKey(strip, null, jake)).toBe("i1")
  expect(unfoldedKey(strip, "i2" as ItemId, jake)).toBe("i2")
  expect(unfoldedKey(strip, "gone" as ItemId, jake)).toBe("i1")
  expect(unfoldedKey(strip, foldedIn(jake), jake)).toBeNull()
  expect(unfoldedKey(strip, foldedIn(jake), ed)).toBe("i1")
})

test("what only waits to be read stays folded, and what concerns the open chat does not", () => {
  const strip = (tier: number) => settle(emptyStrip, { ...facts([]), order: ordered([item("i1", { agentId: "ed" })], tier) })
  expect(unfoldedKey(strip(4), null, "ed" as AgentId)).toBeNull()
  expect(unfoldedKey(strip(2), null, "mira" as AgentId)).toBeNull()
  expect(unfoldedKey(strip(2), null, "ed" as AgentId)).toBe("i1")
})

test("what was gone to is awake until it is settled or put off; a fold is no item", () => {
  const attention = { a1: item("a1"), a2: item("a2", { snoozed: "team" }) } as World["attention"]
  const ed = "ed" as AgentId
  expect(["a1", "a2", "a3", foldedIn(ed), null].map((one) => isAwake(attention, one as ItemId))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})
