// A posture in words: the badge, and what a kind of work usually wants.
import type { Phase } from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import { withPosture } from "../testing/sample-world.ts"
import { postureLine, suggestion } from "./words.ts"

describe("a posture in words", () => {
  it("AXS-3 suggests the usual phase and never for chat", () => {
    expect(suggestion(withPosture({ workMode: "build" }).posture)).toEqual({
      text: "Build works best in execution.",
      line: "/execute",
    })
    expect(suggestion(withPosture({ style: "development" }).posture)).toMatchObject({
      text: "Development works best in execution.",
    })
    expect(suggestion(withPosture({ workMode: "plan", phase: "execution" }).posture)).toMatchObject({ line: "/plan" })
    expect(suggestion(withPosture({ workMode: "build", style: "plan", phase: "execution" }).posture)).toBeNull()
    for (const phase of ["planning", "execution"] as const) {
      for (const workMode of ["chat", "review", "research"] as const)
        expect(suggestion(withPosture({ workMode, style: "chat", phase }).posture)).toBeNull()
    }
  })

  it.each([
    ["chat", null, null],
    ["discussion", null, "/plan"],
    ["plan", null, "/plan"],
    ["development", "/execute", null],
    ["task", "/execute", null],
  ] as const)("AXS-3 style %s suggests %s in planning and %s in execution", (style, inPlanning, inExecution) => {
    const line = (phase: Phase) => suggestion(withPosture({ style, phase }).posture)?.line ?? null
    expect([line("planning"), line("execution")]).toEqual([inPlanning, inExecution])
  })

  it("AXS-3 suggests nothing where style and work mode want different phases", () => {
    for (const phase of ["planning", "execution"] as const) {
      for (const [workMode, style] of [
        ["build", "plan"],
        ["repair", "discussion"],
        ["plan", "development"],
        ["plan", "task"],
      ] as const)
        expect(suggestion(withPosture({ workMode, style, phase }).posture)).toBeNull()
    }
  })

  it("AXS-9 the badge in words", () => {
    const { posture } = withPosture({ workMode: "build", permissionProfile: "trusted" })
    expect(postureLine(posture)).toBe("build | autonomous | trusted | smart")
  })
})
