import { type AgentId, jakeId } from "@kibitz/contract"
import type { TranscriptItem } from "@kibitz/domain"
import { sampleTeam } from "@kibitz/testkit"
import { expect, it } from "vitest"
import { contextLine, contextTokens, crumbsOf, pathTo, siblingsOf } from "./head-facts.ts"

const world = sampleTeam([
  { id: jakeId },
  { id: "a", under: jakeId },
  { id: "b", under: "a" },
  { id: "c", under: "b" },
  { id: "d", under: "c" },
  { id: "e", under: "d" },
  { id: "gone", under: "d", standing: { kind: "dismissed", at: "2026-01-01T00:00:00.000Z" } },
  { id: "f", under: "d" },
] as unknown as Parameters<typeof sampleTeam>[0])
const ids = (agents: readonly { readonly id: string }[]) => agents.map(({ id }) => id)

it("where an agent sits: all levels, or the ends of a long way", () => {
  expect(ids(crumbsOf(pathTo(world, "c" as AgentId)).above)).toEqual([jakeId, "a", "b"])
  const far = crumbsOf(pathTo(world, "e" as AgentId))
  expect([ids(far.above), ids(far.hidden), ids(far.near)]).toEqual([[jakeId], ["a", "b", "c"], ["d"]])
  expect(crumbsOf(pathTo(world, jakeId))).toEqual({ above: [], hidden: [], near: [] })
})

it("those beside it, without the dismissed and itself", () => {
  const e = pathTo(world, "e" as AgentId).at(-1)
  expect(e && ids(siblingsOf(world, e))).toEqual(["f"])
})

it("how full the last request was, and nothing before there was one", () => {
  const reply = (inputTokens: number, cacheReadTokens: number) =>
    ({
      kind: "reply",
      usage: { inputTokens, cacheReadTokens, cacheWriteTokens: 0, outputTokens: 1_000 },
    }) as unknown as TranscriptItem
  expect(contextTokens([])).toBeNull()
  expect(contextTokens([reply(1, 1), reply(25_000, 50_000)])).toBe(76_000)
  expect([500, 76_000, 900_000].map(contextLine)).toEqual(["1 % context", "38 % context", "100 % context"])
})
