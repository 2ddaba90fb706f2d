import { join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import { loadScenarios } from "./load.ts"
import type { Scenario } from "./scenario.ts"
import { perform, type Troupe } from "./testing/troupe.ts"

let scenarios: readonly Scenario[]
beforeAll(async () => {
  scenarios = await loadScenarios(join(import.meta.dirname, "../../../resources/rehearsal"))
})

const outside = (call: { name: string; input: Record<string, unknown> }) =>
  call.name === "web_fetch" ? "That address is not on the public internet." : null
const first = ({ deeds }: Troupe, what: string) => deeds.find((deed) => deed.what === what)?.atMs ?? Number.NaN
const sizesByDepth = ({ players }: Troupe) => {
  const sizes: number[] = []
  for (const { depth } of players) sizes[depth - 1] = (sizes[depth - 1] ?? 0) + 1
  return sizes
}

describe("a team of twelve", () => {
  test.each(["rehearse: team", "rehearse: a team of twelve", "Show me a team"])(
    "%s starts twelve agents at depth three",
    (opening) => {
      const troupe = perform(scenarios, opening, { refuse: outside })
      expect(sizesByDepth(troupe)).toEqual([1, 3, 8])
      expect(new Set(troupe.players.map(({ assignment }) => assignment)).size).toBe(12)
    },
  )

  test("brings a question, something to approve and a result within 20 seconds at the natural pace", () => {
    const troupe = perform(scenarios, "rehearse: team", { refuse: outside })
    expect(first(troupe, "ask_user")).toBeLessThan(15_000)
    expect(first(troupe, "DONE")).toBeLessThan(15_000)
    // More than Ruth may do of her own, so the user is asked about it.
    const fetched = troupe.deeds.filter(({ what }) => what === "web_fetch")
    expect(fetched.map(({ input }) => new URL(String(input.url)).hostname)).toEqual(["docs.shop.example"])
    expect(fetched[0]?.atMs).toBeLessThan(15_000)
  })

  test("works for minutes, goes on after each stop, makes no call four times in a row, and everybody is done in the end", () => {
    const troupe = perform(scenarios, "rehearse: team", { refuse: outside })
    const ends = troupe.deeds.filter(({ what }) => what === "DONE")
    expect(ends.map(({ who }) => who).toSorted()).toEqual(troupe.players.map(({ name }) => name).toSorted())
    expect(ends.at(-1)?.who).toBe("Jake")
    expect(ends.filter(({ atMs }) => atMs > 60_000).length).toBeGreaterThanOrEqual(7)
    expect(troupe.players.filter(({ continuations }) => continuations > 1).length).toBeGreaterThanOrEqual(6)
    for (const { name } of troupe.players) {
      const calls = troupe.deeds
        .filter(({ who, what }) => who === name && what !== "DONE")
        .map((deed) => JSON.stringify(deed.input))
      expect(new Set(calls).size, name).toBe(calls.length)
    }
  })

  test("everybody speaks under their own name, and the same happens every time", () => {
    const troupe = perform(scenarios, "rehearse: team", { refuse: outside })
    for (const { name, depth } of troupe.players) if (depth > 1) expect(troupe.saidBy(name)).toContain(name)
    expect(perform(scenarios, "rehearse: team", { refuse: outside }).deeds).toEqual(troupe.deeds)
  })
})

describe("perseverance", () => {
  const missingOnce = () => {
    let checks = 0
    return { check: ({ name }: { name: string }) => (name === "Asher" && ++checks === 1 ? "test -f failed" : null) }
  }

  test("OPM-8 says too early that it is done, is told what is missing, does it, and is done", () => {
    const troupe = perform(scenarios, "rehearse: perseverance", missingOnce())
    const deeds = troupe.deeds.filter(({ who }) => who === "Asher")
    expect(deeds.map(({ what }) => what)).toEqual(["add_commitment", "list_directory", "not yet", "write_file", "DONE"])
    expect(deeds[0]?.input.command).toBe('test -f "kibitz-rehearsal/answer of Asher.txt"')
    expect(deeds[3]?.input.path).toBe("kibitz-rehearsal/answer of Asher.txt")
    expect(troupe.deeds.at(-1)).toMatchObject({ who: "Jake", what: "DONE" })
  })

  test("in planning it starts nobody and says what it needs", () => {
    const troupe = perform(scenarios, "rehearse: perseverance", { planning: true })
    expect(troupe.players).toHaveLength(1)
    expect(troupe.saidBy("Jake")).toContain("/execute")
    expect(troupe.deeds.map(({ what }) => what)).toEqual(["DONE"])
  })
})

test("OPM-6 stuck: one does nothing, one repeats itself, one goes to and fro, and none of them ends by itself", () => {
  const troupe = perform(scenarios, "rehearse: stuck", { untilMs: 300_000 })
  const calls = (name: string) => troupe.deeds.filter(({ who }) => who === name).map((deed) => JSON.stringify(deed.input))
  expect(calls("Hersh")).toEqual([])
  expect(new Set(calls("Perla")).size).toBe(1)
  expect(calls("Perla").length).toBeGreaterThanOrEqual(4)
  const [a, b] = calls("Manny")
  expect(a).not.toBe(b)
  expect(calls("Manny").slice(0, 6)).toEqual([a, b, a, b, a, b])
  for (const name of ["Hersh", "Perla", "Manny"]) {
    const player = troupe.players.find((one) => one.name === name)
    expect([player?.isDone, (player?.continuations ?? 0) >= 5], name).toEqual([false, true])
  }
})

describe("a constellation", () => {
  test.each([1, 2, 17, 18, 60, 200, 1000])("of %i has exactly so many agents, is at most 5 deep and 60 wide", (agents) => {
    const troupe = perform(scenarios, `rehearse: constellation ${agents} for 2 seconds`, { untilMs: 60_000 })
    expect(troupe.players).toHaveLength(agents)
    expect(Math.max(...troupe.players.map(({ depth }) => depth))).toBeLessThanOrEqual(5)
    const widths = new Map<unknown, number>()
    for (const { parent } of troupe.players) widths.set(parent, (widths.get(parent) ?? 0) + 1)
    expect(Math.max(...widths.values())).toBeLessThanOrEqual(60)
    expect(troupe.players.filter(({ isDone }) => !isDone)).toEqual([])
  })

  test("of more than 1,000 is one of 1,000, and of none is one of 200", () => {
    expect(perform(scenarios, "rehearse: constellation 5000 for 1 s", { untilMs: 5_000 }).players).toHaveLength(1000)
    expect(perform(scenarios, "rehearse: constellation", { untilMs: 5_000 }).players).toHaveLength(200)
  })

  test("most write for as long as was asked, some rest, a few ask", () => {
    const { players, deeds } = perform(scenarios, "rehearse: constellation 200 for 30 seconds")
    const told = (what: string) => players.filter(({ assignment }) => assignment?.endsWith(what)).length
    expect(told("write for 30 seconds.")).toBeGreaterThan(120)
    expect(told("rest.")).toBeGreaterThan(8)
    expect(deeds.filter(({ what }) => what === "ask_user").length).toBeGreaterThanOrEqual(2)
    const ends = deeds.filter(
      ({ what, who }) => what === "DONE" && players.find(({ name }) => name === who)?.assignment?.includes("write"),
    )
    expect(Math.min(...ends.map(({ atMs }) => atMs))).toBeGreaterThan(30_000)
  })
})
