// Whatever is typed: no line breaks the reading of it, and none changes an axis it does not name.

import type { Axis, Event, World } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isSlash } from "../kernel/slash-line.ts"
import { evolve } from "../record.ts"
import { rules } from "../testing/rules.ts"
import { agentAt, sampleMoment, sampleTime, sampleTurn, sampleWorld, withPosture } from "../testing/sample-world.ts"
import { decide } from "../world.ts"
import { completeSlash } from "./complete.ts"
import { decideSlash } from "./decide.ts"
import { readSlash } from "./read.ts"
import { slashCommands } from "./table.ts"

const words = fc.constantFrom(
  ...slashCommands.flatMap(({ name, aliases }) => [name, ...aliases]),
  ...[
    "--autonomous",
    "--permission-profile",
    "--model-mode",
    "unrestricted",
    "trusted",
    "restricted",
    "deep",
    "build",
    "plan",
    "phase",
  ],
  ...[
    "execution",
    "planning",
    "now",
    "for-next-unit",
    "after-current-unit",
    "next-milestone",
    "all",
    "off",
    "20",
    '"',
    "a1",
    "fix",
    "heal",
    "today",
    "10m",
    "@a1",
    "2026-01-01T00:00Z",
  ],
)
const line = fc.oneof(
  fc.array(words, { minLength: 1, maxLength: 6 }).map((typed) => `/${typed.join(" ")}`),
  fc.tuple(words, fc.string()).map(([name, rest]) => `/${name} ${rest}`),
  fc.string({ unit: "binary" }).map((text) => `/${text}`),
  fc.string({ unit: "binary" }),
)
const worlds: readonly World[] = [
  sampleWorld([{}, {}]),
  sampleWorld([
    { turn: sampleTurn(true), ...withPosture({ phase: "execution", permissionProfile: "trusted" }) },
    withPosture({}),
  ]),
]

function run(world: World, typed: string): readonly Event[] {
  const agent = agentAt(world)
  const decision = decideSlash(world, agent, { type: "slash.run", agentId: agent.id, line: typed }, sampleMoment(), rules)
  return "events" in decision ? decision.events : []
}

describe("any line", () => {
  it("is read, completed and decided without breaking, and what is no command does nothing", () => {
    fc.assert(
      fc.property(line, fc.constantFrom(...worlds), (typed, world) => {
        const reading = readSlash(typed, world, agentAt(world))
        completeSlash(typed)
        const events = run(world, typed)
        if (!reading.ok) expect(events).toEqual([])
        if (!isSlash(typed)) expect(reading.ok).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  it("AXS-1 AXS-4 changes phase only by /execute and /plan, and the profile only where it is named", () => {
    fc.assert(
      fc.property(line, fc.constantFrom(...worlds), (typed, world) => {
        const changed = run(world, typed).flatMap((event): Axis[] => {
          if (event.type === "posture.changed") return [event.axis]
          return event.type === "posture.steer-queued" ? [event.steer.axis as Axis] : []
        })
        const name = typed.trim().split(/\s/)[0]?.toLowerCase()
        if (changed.includes("phase")) expect(["/execute", "/plan"]).toContain(name)
        if (changed.includes("permissionProfile")) expect(typed).toMatch(/permission-profile|\/profile/i)
        if (changed.includes("surface")) expect.fail(typed)
      }),
      { numRuns: 2000 },
    )
  })

  it("unrestricted is only reached by typing the word twice", () => {
    fc.assert(
      fc.property(line, fc.constantFrom(...worlds), (typed, world) => {
        const raised = run(world, typed).some(
          (event) =>
            (event.type === "posture.changed" && event.to === "unrestricted") ||
            (event.type === "posture.steer-queued" && event.steer.to === "unrestricted"),
        )
        if (raised) expect(typed).toMatch(/^\s*\/(permission-)?profile\s+unrestricted\s+unrestricted\s*$/i)
      }),
      { numRuns: 2000 },
    )
  })
})

describe("steering a turn, from the line to its moment", () => {
  const fold = (world: World, events: readonly Event[]) =>
    events.reduce((before, event) => evolve(before, { seq: before.seq + 1, at: sampleTime, event }), world)

  it("AXS-6 a queued change happens when the turn is stopped, and what was for one unit goes back then", () => {
    let world = sampleWorld()
    world = fold(world, run(world, "/steer model-mode deep for-next-unit"))
    world = fold(world, run(world, "/next"))
    expect(agentAt(world)).toMatchObject({
      posture: { modelMode: "deep", runControl: "assisted" },
      afterUnit: { modelMode: "smart" },
    })
    world = fold(world, run(world, "/steer mode review"))
    expect(agentAt(world)).toMatchObject({ posture: { workMode: "chat" }, pendingSteers: [{ axis: "workMode", to: "review" }] })
    const { id, turn } = agentAt(world)
    world = fold(world, run(world, "/pause"))
    const stopped = decide(world, { type: "turn.stop", agentId: id, turnId: turn?.id as never, draft: "" }, sampleMoment("app"))
    world = fold(world, "events" in stopped ? stopped.events : expect.fail(stopped.rejection.message))
    expect(agentAt(world)).toMatchObject({ turn: null, posture: { modelMode: "smart", workMode: "review" }, pendingSteers: [] })
  })
})
