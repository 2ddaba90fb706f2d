import { type ItemId, jakeId } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { sampleItem, sampleTeam, teamTime } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { AgentPaint, type Light } from "./paint.ts"

test("ux 2.4: on the map too, what a person must answer comes before whose turn it is", () => {
  const id = "i1" as ItemId
  const attention = { [id]: sampleItem("question", { id, agentId: jakeId, tier: 1 }) }
  const presence = { since: teamTime, surface: "desktop", cause: "navigate" } as const
  const paintOf = (items: readonly ItemId[]) => {
    const world = sampleTeam([{ id: jakeId, presence, items: [...items] }], { attention })
    const agent = findAgent(world, jakeId)
    if (!agent) throw new Error("Jake is missing")
    const unlit = { vocabulary: null, selected: "", selectedPart: "desk", also: new Set<string>(), filter: "" } as const
    const light: Light = { ...unlit, world, now: () => teamTime }
    return new AgentPaint(agent, light)
  }
  expect([paintOf([id]), paintOf([])].map(({ glyph, tone }) => [glyph, tone])).toEqual([
    ["question", "needs-you"],
    ["your-turn", "quiet"],
  ])
})
