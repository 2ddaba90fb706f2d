import { type Agent, type AgentStatus, defaultPosture, type ItemId, jakeId, type World } from "@kibitz/contract"
import { findAgent, noTally } from "@kibitz/domain"
import { sampleItem, sampleTeam, teamTime } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { statusGlyphs } from "../../../kernel/agents/status-glyphs.ts"
import { AgentPaint, countsOf, type Light, shapes } from "./paint.ts"

function paintOf(world: World, filter = ""): AgentPaint {
  const agent = findAgent(world, jakeId)
  if (!agent) throw new Error("Jake is missing")
  const unlit = { vocabulary: null, selected: "", selectedPart: "desk", also: new Set<string>(), filter } as const
  const light: Light = { ...unlit, world, now: () => teamTime }
  return new AgentPaint(agent, light)
}

test("ux 2.4: on the map too, what a person must answer comes before whose turn it is", () => {
  const id = "i1" as ItemId
  const attention = { [id]: sampleItem("question", { id, agentId: jakeId, tier: 1 }) }
  const presence = { since: teamTime, surface: "desktop", cause: "navigate" } as const
  const paintWith = (items: readonly ItemId[]) =>
    paintOf(sampleTeam([{ id: jakeId, presence, items: [...items] }], { attention }))
  expect([paintWith([id]), paintWith([])].map(({ glyph, tone }) => [glyph, tone])).toEqual([
    ["question", "needs-you"],
    ["your-turn", "quiet"],
  ])
})

test("ux 5.3, AXS-9: on a card the mode is letters, and words for what must never be overlooked", () => {
  const textsOf = (change: Partial<Agent["posture"]>) =>
    paintOf(sampleTeam([{ id: jakeId, posture: { ...defaultPosture, ...change } }])).mode.map(({ text }) => text)
  expect(textsOf({ workMode: "build", permissionProfile: "trusted" })).toEqual(["B", "A", "T", "S"])
  expect(textsOf({ workMode: "repair", permissionProfile: "unrestricted" })).toEqual(["repair", "A", "UNRESTRICTED", "S"])
  expect(textsOf({ workMode: "review", runControl: "assisted", modelMode: "deep" })).toEqual(["review", "1", "N", "D"])
  const { mode } = paintOf(sampleTeam([{ id: jakeId, posture: { ...defaultPosture, permissionProfile: "unrestricted" } }]))
  expect(mode.filter(({ isFilled }) => isFilled).map(({ text, tone }) => [text, tone])).toEqual([["UNRESTRICTED", "failed"]])
})

test("ux 1.1: the counts of a room are of agents: who asks is counted once; who is quiet only where nobody is anything else", () => {
  const needed = { ...noTally.needed, waiting: 2 }
  const tally = {
    ...noTally,
    agents: 9,
    working: 3,
    waiting: 5,
    done: 1,
    needed,
    tiers: [0, 5, 0, 0, 1] as Agent["tally"]["tiers"],
  }
  const counts = countsOf({ tally } as Agent).map(({ glyph, n }) => [glyph, n])
  expect(counts).toEqual([
    ["needs-you", 2],
    ["working", 3],
    ["done", 1],
  ])
  expect(countsOf({ tally: { ...noTally, agents: 3, waiting: 3 } } as Agent).map(({ glyph, n }) => [glyph, n])).toEqual([
    ["idle", 3],
  ])
})

test("ux 5.3: a card says execution where access is restricted, and what waits to change", () => {
  const posture = { ...defaultPosture, phase: "execution", permissionProfile: "restricted" } as const
  const pendingSteers = [{ axis: "workMode", to: "review", scope: "after-current-unit" }] as unknown as Agent["pendingSteers"]
  const { mode } = paintOf(sampleTeam([{ id: jakeId, posture, pendingSteers }]))
  expect(mode.map(({ text, isApart }) => [text, isApart === true])).toEqual([
    ["execution", true],
    ["C → review", false],
    ["A", false],
    ["R", false],
    ["S", false],
  ])
})

test("ux 5.2, 7.11: every state has one shape, on the map as on the page: none is told from another by its colour alone", () => {
  const onPage = (status: AgentStatus) => statusGlyphs[status]
  const onMap = (status: AgentStatus) => shapes[status][0]
  const statuses = Object.keys(shapes) as AgentStatus[]
  for (const one of statuses)
    for (const other of statuses) expect(onMap(one) === onMap(other), `${one} and ${other}`).toBe(onPage(one) === onPage(other))
})

test("ux 1.2: whom the filter finds is marked, also where all are quiet; without a filter nobody is", () => {
  const found = (filter: string) => {
    const { found: isFound, dimmed } = paintOf(sampleTeam([{ id: jakeId, name: "Jake" }]), filter)
    return [isFound, dimmed]
  }
  expect([found("jak"), found("ruth"), found("")]).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
})
