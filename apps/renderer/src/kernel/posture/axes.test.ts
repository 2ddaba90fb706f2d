import { defaultPosture } from "@kibitz/contract"
import { expect, test } from "vitest"
import { axes, letterOf, namedModelWords, stepTo, tintOf, windowTitle } from "./axes.ts"

test("lowering is one step, raising is two, and what is no power is neither", () => {
  expect(stepTo("phase", "planning", "execution")).toBe("raise")
  expect(stepTo("phase", "execution", "planning")).toBe("lower")
  expect(stepTo("permissionProfile", "trusted", "restricted")).toBe("lower")
  expect(stepTo("permissionProfile", "normal", "unrestricted")).toBe("raise")
  expect(stepTo("runControl", "autonomous", "manual")).toBe("lower")
  expect(stepTo("workMode", "chat", "build")).toBe("change")
  expect(stepTo("modelMode", "deep", "fast")).toBe("change")
  expect(stepTo("style", "chat", "chat")).toBe("same")
})

test("every value of every axis is explained", () => {
  for (const { values, what } of axes) expect(values.filter((value) => !what[value])).toEqual([])
})

test("AXS-8: where the model mode is explained, a model that the user named is said with it", () => {
  expect(namedModelWords({ model: null })).toBe("")
  expect(namedModelWords({ model: "m9" })).toBe(", uses m9, which you named")
})

test("AXS-9: critical words are never a letter", () => {
  expect(["review", "repair", "unrestricted", "execution"].map(letterOf)).toEqual([null, null, null, null])
  expect(["chat", "plan", "build", "research"].map(letterOf)).toEqual(["C", "P", "B", "Rs"])
  expect(tintOf("unrestricted")).toBe("red")
  expect(tintOf("constructor")).toBe("quiet")
})

test("AXS-9: the window's title", () => {
  const posture = { ...defaultPosture, workMode: "build", permissionProfile: "trusted" } as const
  expect(windowTitle("Ed", posture, "shop")).toBe("Ed [build|A|trusted|smart] shop — Kibitz")
  expect(windowTitle("Ed", undefined, "shop")).toBe("Kibitz")
})
