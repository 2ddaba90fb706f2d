import { type Agent, defaultSettings, noUsage, type World } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { allAgents } from "../team/agents.ts"
import { agentAt, sampleWorld } from "../testing/sample-world.ts"
import { breached, remainingUsd } from "./budget.ts"
import { costOf } from "./cost.ts"

const million = { ...noUsage, inputTokens: 1_000_000 }

describe("what a reply costs", () => {
  it("counts input, output, cache reads at a tenth and cache writes at five quarters", () => {
    const usage = { inputTokens: 1000, outputTokens: 2000, cacheReadTokens: 10_000, cacheWriteTokens: 4000, estimated: false }
    expect(costOf(usage, "claude-sonnet-5-5", defaultSettings)).toBeCloseTo(
      (1000 * 3 + 2000 * 15 + 10_000 * 0.3 + 4000 * 3.75) / 1e6,
      12,
    )
    expect(costOf(noUsage, "claude-sonnet-5-5", defaultSettings)).toBe(0)
  })

  it("takes the dearest price for what is not listed, and the plain name for a dated one", () => {
    const outputs = { ...noUsage, outputTokens: 1_000_000 }
    const settings = { ...defaultSettings, prices: { a: { input: 9, output: 10 }, b: { input: 1, output: 20 } } }
    expect([costOf(million, "unheard-of", settings), costOf(outputs, "unheard-of", settings)]).toEqual([9, 20])
    expect(costOf(million, "constructor", settings)).toBe(9)
    expect(costOf(million, "claude-haiku-5-5-20260101", defaultSettings)).toBe(1)
    expect(costOf(million, "anything", { ...defaultSettings, prices: {} })).toBe(5)
  })
})

describe("what is left to spend", () => {
  it("is unlimited where nobody set a limit", () => {
    const world = sampleWorld([{ spentUsd: 100 }, {}])
    expect(remainingUsd(world, agentAt(world, 1))).toBeNull()
    expect(breached(world, agentAt(world, 1))).toBeNull()
  })

  it("is the tightest limit above, less what is spent, less what others below it were promised", () => {
    const world = sampleWorld([
      { limitUsd: 20, spentUsd: 1, spentBelowUsd: 4 },
      { limitUsd: 8, spentUsd: 3, spentBelowUsd: 1 },
      { limitUsd: 5 },
      { parent: 1 },
    ])
    // Jake: 20 − 5 spent − 4 promised to a1 − 5 promised to a2.
    expect(remainingUsd(world, agentAt(world, 0))).toBe(6)
    expect(remainingUsd(world, agentAt(world, 1))).toBe(4)
    expect(remainingUsd(world, agentAt(world, 2))).toBe(5)
    expect(remainingUsd(world, agentAt(world, 3))).toBe(4)
  })

  it("names the nearest limit that is reached; a child goes on with its own promise", () => {
    const world = sampleWorld([{ limitUsd: 10, spentUsd: 2 }, { limitUsd: 8 }, {}])
    expect(breached(world, agentAt(world, 0))?.holder.name).toBe("Jake")
    expect(breached(world, agentAt(world, 2))?.holder.name).toBe("Jake")
    expect(breached(world, agentAt(world, 1))).toBeNull()
    const spent = sampleWorld([
      { limitUsd: 10, spentBelowUsd: 8 },
      { limitUsd: 8, spentUsd: 8.000001 },
    ])
    expect(breached(spent, agentAt(spent, 1))?.holder.name).toBe("a1")
    expect(remainingUsd(spent, agentAt(spent, 1))).toBe(0)
  })

  it("spending what is left never takes a limit above it over", () => {
    const money = fc.integer({ min: 0, max: 50 }).map((cents) => cents / 4)
    const agents = fc.array(
      fc.record({ parent: fc.nat(), spentUsd: money, limitUsd: fc.option(money) }, { noNullPrototype: true }),
      { minLength: 1, maxLength: 7 },
    )
    fc.assert(
      fc.property(agents, fc.nat(), (described, which) => {
        const world = summed(
          sampleWorld(described.map(({ parent, ...rest }, at) => ({ parent: at === 0 ? 0 : parent % at, ...rest }))),
        )
        const agent = agentAt(world, which % described.length)
        const left = remainingUsd(world, agent)
        const limits = upwards(world, agent).filter(({ limitUsd }) => limitUsd !== null)
        expect(left === null).toBe(limits.length === 0)
        for (const one of limits) {
          const spent = one.spentUsd + one.spentBelowUsd
          if (left) expect(spent + left).toBeLessThanOrEqual((one.limitUsd ?? 0) + 1e-9)
          if (spent > (one.limitUsd ?? 0)) expect(breached(world, agent)).not.toBeNull()
        }
        expect(breached(world, agent) !== null).toBe(left !== null && left <= 1e-9)
      }),
    )
  })
})

function upwards(world: World, agent: Agent): Agent[] {
  const above = allAgents(world).find(({ id }) => id === agent.parentId)
  return above ? [agent, ...upwards(world, above)] : [agent]
}

/** What those below have spent, as the world counts it. */
function summed(world: World): World {
  const spent = (agent: Agent): number =>
    allAgents(world)
      .filter(({ parentId }) => parentId === agent.id)
      .reduce((sum, child) => sum + child.spentUsd + spent(child), 0)
  return sampleWorld(
    allAgents(world)
      .toSorted((a, b) => order(a) - order(b))
      .map((agent) => ({
        parent: agent.parentId === null ? 0 : order({ id: agent.parentId }),
        spentUsd: agent.spentUsd,
        limitUsd: agent.limitUsd,
        spentBelowUsd: spent(agent),
      })),
  )
}

function order({ id }: { id: string }): number {
  return id === "jake" ? 0 : Number(id.slice(1))
}
