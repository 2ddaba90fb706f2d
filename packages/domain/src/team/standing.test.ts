// Where an agent stands beyond a turn (OPM-7): the table told again, and that nothing outside it ever happens.
import { type Event, type Instant, jakeId, type Standing } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { founded } from "../agent/founded.ts"
import { emptyWorld, evolve } from "../record.ts"
import { findAgent } from "./agents.ts"
import { canMove, isTerminal, moveTo } from "./standing.ts"

const at = "2026-01-01T00:00:00.000Z" as Instant
const all: readonly Standing[] = [
  { kind: "open" },
  { kind: "paused", at, by: "user" },
  { kind: "stopped", at },
  { kind: "stuck", at, why: "blocked", detail: "no disk" },
  { kind: "done", at, verified: true },
  { kind: "dismissed", at },
]
/** From the left one to each of the others. */
const moves = `
  open:      paused stopped stuck done dismissed
  paused:    open stopped dismissed
  stopped:   open dismissed
  stuck:     open paused stopped dismissed
  done:      open dismissed
  dismissed:
`
const legal = new Set(
  moves
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [from, to] = line.split(":") as [string, string]
      return to
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => `${from.trim()} ${word}`)
    }),
)
const ed = { ...founded({ type: "agent.founded", agentId: jakeId, parentId: null, name: "Ed" }, at, undefined) }

describe("the table", () => {
  it.each(all.flatMap((from) => all.map((to) => [from.kind, to.kind] as const)))("OPM-7 %s → %s", (from, to) => {
    expect(canMove(from, to)).toBe(legal.has(`${from} ${to}`))
  })

  it("OPM-7 a move that is not in it makes no event, and an event that was written all the same changes nothing", () => {
    for (const from of all) {
      for (const to of all) {
        const agent = { ...ed, standing: from }
        const events = moveTo(agent, to, "because")
        expect(events).toHaveLength(legal.has(`${from.kind} ${to.kind}`) ? 1 : 0)
        const forced: Event = { type: "agent.moved", agentId: jakeId, standing: to, because: "forced" }
        const world = evolve(emptyWorld, {
          seq: 1,
          at,
          event: { type: "agent.founded", agentId: jakeId, parentId: null, name: "Ed" },
        })
        const stood = { ...world, agents: world.agents.map((bucket) => (jakeId in bucket ? { [jakeId]: agent } : bucket)) }
        const after = findAgent(evolve(stood, { seq: 2, at, event: forced }), jakeId)
        if (legal.has(`${from.kind} ${to.kind}`)) expect(after?.standing).toEqual(to)
        else expect(after).toBe(agent)
      }
    }
  })

  it("OPM-7 over any sequence of moves, whoever is dismissed stays so, and every step is in the table", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...all), { maxLength: 30 }), (steps) => {
        let world = evolve(emptyWorld, {
          seq: 1,
          at,
          event: { type: "agent.founded", agentId: jakeId, parentId: null, name: "Ed" },
        })
        for (const [index, standing] of steps.entries()) {
          const before = findAgent(world, jakeId)?.standing
          world = evolve(world, { seq: index + 2, at, event: { type: "agent.moved", agentId: jakeId, standing, because: "" } })
          const now = findAgent(world, jakeId)?.standing
          const step = `${before?.kind} ${now?.kind}`
          expect(now === before || legal.has(step), step).toBe(true)
          if (before?.kind === "dismissed") expect(now).toBe(before)
        }
      }),
    )
  })

  it("nobody waits for those who are done, stopped or gone; everybody else is still on the way", () => {
    expect(all.filter((standing) => isTerminal({ ...ed, standing })).map(({ kind }) => kind)).toEqual([
      "stopped",
      "done",
      "dismissed",
    ])
  })

  it("OPM-6 being open again is a new beginning for what is counted", () => {
    const run = { iteration: 9, idle: 4, progressed: true, workedMs: 1, percent: 50, calls: ["a"], restarts: 2 }
    let world = evolve(emptyWorld, { seq: 1, at, event: { type: "agent.founded", agentId: jakeId, parentId: null, name: "Ed" } })
    const stuck = { ...ed, run, standing: all[3] as Standing }
    world = { ...world, agents: world.agents.map((bucket) => (jakeId in bucket ? { [jakeId]: stuck } : bucket)) }
    const event: Event = { type: "agent.moved", agentId: jakeId, standing: { kind: "open" }, because: "" }
    expect(findAgent(evolve(world, { seq: 2, at, event }), jakeId)?.run).toMatchObject({
      iteration: 0,
      idle: 0,
      restarts: 0,
      calls: [],
    })
  })
})
