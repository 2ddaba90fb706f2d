// What must hold whatever is asked for, in whatever order: axes do not imply each other, and nobody has more than the one above.
import {
  type Agent,
  Axis,
  type CommandOf,
  type Event,
  ModelMode,
  PermissionProfile,
  Phase,
  Posture,
  type PostureChanges,
  RunControl,
  type SteerableAxis,
  SteerScope,
  Style,
  Surface,
  WorkMode,
  type World,
} from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { allAgents, findAgent, putAgent } from "../team/agents.ts"
import { agentAt, sampleMoment, sampleTurn, sampleWorld, withPosture } from "../testing/sample-world.ts"
import { decideCancelSteer, decidePosture } from "./decide.ts"
import { evolvePosture } from "./evolve.ts"
import { isLowering, powerAxes, rank } from "./power.ts"
import { confirmationOf, raisesIn } from "./raise.ts"
import { beginSessionPosture } from "./start.ts"
import { type Boundary, steersDue, surfaceNoted } from "./steer.ts"

const values: Readonly<Record<SteerableAxis, readonly string[]>> = {
  style: Style.options,
  workMode: WorkMode.options,
  phase: Phase.options,
  permissionProfile: PermissionProfile.options,
  runControl: RunControl.options,
  modelMode: ModelMode.options,
}
const axes = Object.keys(values) as SteerableAxis[]
const everyPosture: readonly Posture[] = axes.reduce<readonly object[]>(
  (so, axis) => so.flatMap((posture) => values[axis].map((value) => ({ ...posture, [axis]: value }))),
  Surface.options.map((surface) => ({ surface })),
) as readonly Posture[]

function ask(world: World, agent: Agent, changes: PostureChanges, when?: SteerScope) {
  const confirm = confirmationOf(raisesIn(agent, changes)) ?? undefined
  const command = { type: "posture.change", agentId: agent.id, changes, when, confirm, reason: "because" }
  return decidePosture(world, agent, command as CommandOf<"posture.change">, sampleMoment())
}

function fold(world: World, events: readonly Event[]): World {
  let agents = world.agents
  for (const event of events) {
    if (event.type !== "posture.changed" && event.type !== "posture.steer-queued" && event.type !== "posture.steers-dropped") {
      return expect.fail(event.type)
    }
    agents = putAgent(agents, evolvePosture(findAgent({ agents }, event.agentId) ?? expect.fail(event.agentId), event))
  }
  return { ...world, agents }
}

describe("AXS-1 no axis implies another", () => {
  it("over all combinations, changing any axis to any value leaves the other six", () => {
    expect(everyPosture).toHaveLength(5 * 6 * 2 * 4 * 3 * 3 * 4)
    const world = sampleWorld()
    for (const posture of everyPosture) {
      const agent = { ...agentAt(world), posture }
      for (const axis of axes) {
        for (const to of values[axis]) {
          const decision = ask(world, agent, { [axis]: to })
          const events = "events" in decision ? decision.events : []
          const after = events.reduce((so, event) => (event.type === "posture.changed" ? evolvePosture(so, event) : so), agent)
          const others = (Object.keys(posture) as Axis[]).every((one) => one === axis || after.posture[one] === posture[one])
          if (!others || after.posture[axis] !== to) expect.fail(`${axis} ${to} on ${JSON.stringify(posture)}`)
        }
      }
    }
  })

  it("nor does the surface", () => {
    const agent = agentAt(sampleWorld())
    const [event] = surfaceNoted(agent, "web")
    expect(event?.type === "posture.changed" && evolvePosture(agent, event).posture).toEqual({ ...agent.posture, surface: "web" })
  })
})

type Step = (world: World, at: number) => readonly Event[]
const changesOf: fc.Arbitrary<PostureChanges> = fc
  .record(
    {
      phase: fc.constantFrom(...Phase.options),
      permissionProfile: fc.constantFrom(...PermissionProfile.options),
      runControl: fc.constantFrom(...RunControl.options),
      modelMode: fc.constantFrom(...ModelMode.options),
    },
    { requiredKeys: [] },
  )
  .filter((changes) => Object.keys(changes).length > 0)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(changesOf, fc.option(fc.constantFrom(...SteerScope.options), { nil: undefined })).map(
      ([changes, when]): Step =>
        (world, at) => {
          const decision = ask(world, agentAt(world, at), changes, when)
          return "events" in decision ? decision.events : []
        },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Boundary>("tool", "unit-end", "milestone", "unit-start").map(
      (boundary): Step =>
        (world, at) =>
          steersDue(world, agentAt(world, at), boundary),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Step>(
      (world) => beginSessionPosture(world),
      (world, at) => {
        const decision = decideCancelSteer(agentAt(world, at))
        return "events" in decision ? decision.events : []
      },
    ),
  },
)
const most = { phase: "execution", permissionProfile: "unrestricted" } as const
/** Each agent's parent comes before it, so this is every shape of tree; all start with everything, or all with the defaults. */
const tree = fc
  .tuple(fc.boolean(), fc.array(fc.record({ parent: fc.nat(), busy: fc.boolean() }), { minLength: 1, maxLength: 5 }))
  .map(([isHigh, agents]) =>
    sampleWorld(
      agents.map(({ parent, busy }, at) => ({
        parent: at === 0 ? 0 : parent % at,
        ...withPosture(isHigh ? most : {}),
        ...(busy ? { turn: sampleTurn(parent % 2 === 0) } : {}),
      })),
    ),
  )
const story = fc.array(fc.tuple(fc.nat(), step), { maxLength: 40 })

function tell(
  start: World,
  steps: readonly (readonly [number, Step])[],
  look: (before: World, events: readonly Event[], after: World) => void,
) {
  let world = start
  for (const [at, one] of steps) {
    const events = one(world, at % allAgents(world).length)
    const after = fold(world, events)
    look(world, events, after)
    world = after
  }
}

describe("under random trees and random changes", () => {
  it("T25 AXS-5 a child has at most what its parent has, now, after its unit, and in what waits for it", () => {
    fc.assert(
      fc.property(tree, story, (start, steps) => {
        tell(start, steps, (_before, _events, after) => {
          for (const agent of allAgents(after)) {
            const parent = agent.parentId ? findAgent(after, agent.parentId) : undefined
            if (!parent) continue
            for (const axis of powerAxes) {
              const most = rank(axis, parent.posture[axis])
              const waiting = agent.pendingSteers.filter((steer) => steer.axis === axis).map(({ to }) => to)
              for (const value of [agent.posture[axis], agent.afterUnit[axis], ...waiting]) {
                if (value !== undefined) expect(rank(axis, value)).toBeLessThanOrEqual(most)
              }
            }
          }
        })
      }),
      { numRuns: 400 },
    )
  })

  it("AXS-6 every transition is complete: what was, what is, why, when, by whom; and nothing changes without one", () => {
    fc.assert(
      fc.property(tree, story, (start, steps) => {
        tell(start, steps, (before, events, after) => {
          const records = events.filter((event) => event.type === "posture.changed")
          expect(new Set(records.map(({ agentId, axis }) => `${agentId} ${axis}`)).size).toBe(records.length)
          for (const record of records) {
            const agent = findAgent(before, record.agentId) ?? expect.fail(record.agentId)
            expect(record.from).not.toBe(record.to)
            expect([agent.posture[record.axis], agent.afterUnit[record.axis]]).toContain(record.from)
            expect(findAgent(after, record.agentId)?.posture[record.axis]).toBe(record.to)
            expect(record.reason).not.toBe("")
          }
          for (const agent of allAgents(after)) {
            const was = findAgent(before, agent.id)?.posture
            const moved = Axis.options.filter((axis) => was?.[axis] !== agent.posture[axis])
            const named = records.filter(({ agentId }) => agentId === agent.id).map(({ axis }) => axis)
            expect(named).toEqual(expect.arrayContaining(moved))
            expect(Posture.safeParse(agent.posture).success).toBe(true)
          }
        })
      }),
      { numRuns: 300 },
    )
  })

  it("ux 2.10 lowering is immediate for the agent and all below, however busy they are", () => {
    const lowered = fc.oneof(
      fc.constantFrom(...Phase.options).map((phase): PostureChanges => ({ phase })),
      fc.constantFrom(...PermissionProfile.options).map((permissionProfile): PostureChanges => ({ permissionProfile })),
    )
    fc.assert(
      fc.property(tree, story, fc.nat(), lowered, (start, steps, at, changes) => {
        let world = start
        tell(start, steps, (_before, _events, after) => {
          world = after
        })
        const agent = agentAt(world, at % allAgents(world).length)
        const [axis, to] = Object.entries(changes)[0] as [(typeof powerAxes)[number], string]
        if (!isLowering(axis, agent.posture[axis], to)) return
        const decision = ask(world, agent, changes)
        const after = fold(world, "events" in decision ? decision.events : expect.fail(decision.rejection.message))
        const below = [agent.id]
        for (let id = below.shift(); id !== undefined; id = below.shift()) {
          const one = findAgent(after, id) ?? expect.fail(id)
          expect(rank(axis, one.posture[axis])).toBeLessThanOrEqual(rank(axis, to))
          below.push(...one.childIds)
        }
      }),
      { numRuns: 300 },
    )
  })

  it("AXS-6 at most one change waits per axis, and a restoration never equals what is", () => {
    fc.assert(
      fc.property(tree, story, (start, steps) => {
        tell(start, steps, (_before, _events, after) => {
          for (const agent of allAgents(after)) {
            const waiting = agent.pendingSteers.map(({ axis }) => axis)
            expect(new Set(waiting).size).toBe(waiting.length)
            for (const [axis, value] of Object.entries(agent.afterUnit)) expect(agent.posture[axis as Axis]).not.toBe(value)
          }
        })
      }),
      { numRuns: 200 },
    )
  })
})
