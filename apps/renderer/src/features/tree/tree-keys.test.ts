import type { AgentId } from "@kibitz/contract"
import { expect, test } from "vitest"
import type { TreeLine } from "./lines.ts"
import { byText, extended, nothingTyped, TYPEAHEAD_MS, toggled, treeStep, typed } from "./tree-keys.ts"

const line = (id: string, level: number, children: "open" | "closed" | "none" = "none"): TreeLine => ({
  id: id as AgentId,
  level,
  position: 1,
  siblings: 1,
  isParent: children !== "none",
  isOpen: children === "open",
})
const lines = [line("jake", 1, "open"), line("auth", 2, "open"), line("ed", 3), line("docs", 2, "closed")]

test("ux 7.2: up, down and the ends, never beyond them", () => {
  expect(treeStep("ArrowDown", lines, 0)).toEqual({ kind: "go", index: 1 })
  expect(treeStep("ArrowDown", lines, 3)).toEqual({ kind: "go", index: 3 })
  expect(treeStep("ArrowUp", lines, 0)).toEqual({ kind: "go", index: 0 })
  expect(treeStep("End", lines, 0)).toEqual({ kind: "go", index: 3 })
  expect(treeStep("PageUp", lines, 3)).toEqual({ kind: "go", index: 0 })
})

test("ux 7.2: right opens, then goes in; left closes, then goes out", () => {
  expect(treeStep("ArrowRight", lines, 3)).toEqual({ kind: "open", index: 3 })
  expect(treeStep("ArrowRight", lines, 1)).toEqual({ kind: "go", index: 2 })
  expect(treeStep("ArrowRight", lines, 2)).toEqual({ kind: "stay" })
  expect(treeStep("ArrowLeft", lines, 1)).toEqual({ kind: "close", index: 1 })
  expect(treeStep("ArrowLeft", lines, 2)).toEqual({ kind: "go", index: 1 })
  expect(treeStep("ArrowLeft", [line("jake", 1)], 0)).toEqual({ kind: "stay" })
})

test("keys that are not the tree's go on to whoever has them", () => {
  for (const key of ["Enter", " ", "F2", "n", "Escape"]) expect(treeStep(key, lines, 0)).toBeNull()
})

test("letters typed together are a word; after a pause a new one begins", () => {
  const first = typed(nothingTyped, "m", 1000)
  expect(typed(first, "i", 1000 + TYPEAHEAD_MS - 1).text).toBe("mi")
  expect(typed(first, "i", 1000 + TYPEAHEAD_MS).text).toBe("i")
})

test("ux 7.2: one letter goes from name to name, a word stays while it fits", () => {
  const names = ["Jake", "Mira", "Ed", "Mig-3", "Edna"]
  expect(byText(names, 0, "m")).toBe(1)
  expect(byText(names, 1, "mm")).toBe(3)
  expect(byText(names, 1, "mi")).toBe(1)
  expect(byText(names, 1, "mig")).toBe(3)
  expect(byText(names, 2, "e")).toBe(4)
  expect(byText(names, 2, "x")).toBe(2)
})

const ids = (...names: string[]) => names as unknown as readonly AgentId[]
const one = (name: string) => name as AgentId

test("ux 7.1: Shift and an arrow take along, and let go on the way back", () => {
  const two = extended([], one("a"), one("b"))
  const three = extended(two, one("b"), one("c"))
  expect([two, three]).toEqual([ids("a", "b"), ids("a", "b", "c")])
  expect(extended(three, one("c"), one("b"))).toEqual(ids("a", "b"))
  expect(extended(three, one("c"), one("c"))).toEqual(three)
})

test("ux 7.1: single ones go in and out, beside where the keys are", () => {
  expect(toggled([], one("c"), one("a"))).toEqual(ids("a", "c"))
  expect(toggled([], one("a"), one("a"))).toEqual(ids("a"))
  expect(toggled(ids("a", "c"), one("c"), one("a"))).toEqual(ids("a"))
})
