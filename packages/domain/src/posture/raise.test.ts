// Giving an agent more power takes a confirmation that names it, on every surface and by every command (AXS-4, ux 2.10).
import {
  type Command,
  defaultSettings,
  jakeId,
  PermissionProfile,
  Phase,
  type PostureChanges,
  type RunControl,
  type Surface,
  type World,
} from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import { evolve } from "../record.ts"
import { agentAt, sampleMoment, sampleWorld, withPosture } from "../testing/sample-world.ts"
import { decide } from "../world.ts"
import { isLowering } from "./power.ts"
import { confirmationOf, raisesIn } from "./raise.ts"

const surfaces = ["desktop", "web", "rpc"] as const satisfies readonly Surface[]
const controls = ["manual", "assisted", "autonomous"] as const satisfies readonly RunControl[]
const powers = Phase.options.flatMap((phase) =>
  PermissionProfile.options.flatMap((permissionProfile) =>
    controls.map((runControl) => ({ phase, permissionProfile, runControl })),
  ),
)

function run(world: World, command: Command, surface: Surface = "desktop") {
  const moment = sampleMoment()
  return decide(world, command, { ...moment, origin: { ...moment.origin, surface } })
}

function after(world: World, command: Command): World {
  const decision = run(world, command)
  if (!("events" in decision)) return expect.fail(decision.rejection.message)
  return decision.events.reduce((so, event) => evolve(so, { seq: so.seq + 1, at: sampleMoment().at, event }), world)
}

const change = (changes: PostureChanges, confirm?: string): Command => ({
  type: "posture.change",
  agentId: jakeId,
  changes,
  reason: "",
  when: "now",
  ...(confirm === undefined ? {} : { confirm }),
})
const line = (text: string, confirm?: string): Command => ({
  type: "slash.run",
  agentId: jakeId,
  line: text,
  ...(confirm === undefined ? {} : { confirm }),
})

describe("AXS-4: entering execution", () => {
  const planning = sampleWorld()

  it.each(surfaces)("is refused over %s without a confirmation, and the refusal says what to send", (surface) => {
    for (const command of [change({ phase: "execution" }), line("/execute"), line("/execute fix the tests")]) {
      expect(run(planning, command, surface)).toMatchObject({
        rejection: {
          kind: "needs-confirmation",
          message: expect.stringMatching(/may then write files and run commands.*confirm "execution"/),
        },
      })
    }
  })

  it.each(["yes", "", "true", "EXECUTION", "trusted", "unrestricted", "execution trusted"])(
    "%j is a confirmation of something else",
    (confirm) => {
      for (const command of [change({ phase: "execution" }, confirm), line("/execute", confirm)]) {
        expect(run(planning, command)).toMatchObject({ rejection: { kind: "needs-confirmation" } })
      }
    },
  )

  it("is done with its confirmation, by both commands", () => {
    for (const command of [change({ phase: "execution" }, "execution"), line("/execute", "execution")]) {
      expect(agentAt(after(planning, command)).posture.phase).toBe("execution")
    }
  })

  it("is confirmed once: an agent in execution is not asked about again", () => {
    const world = sampleWorld([withPosture({ phase: "execution" })])
    expect(run(world, change({ phase: "execution" }))).toEqual({ events: [] })
    expect(run(world, line("/execute fix the tests"))).toHaveProperty("events")
  })

  it("back to planning needs none", () => {
    const world = sampleWorld([withPosture({ phase: "execution" })])
    expect(agentAt(after(world, change({ phase: "planning" }))).posture.phase).toBe("planning")
    expect(agentAt(after(world, line("/plan"))).posture.phase).toBe("planning")
  })

  it("a change that waits for its moment is confirmed when it is asked for", () => {
    for (const when of ["after-current-unit", "next-milestone", "for-next-unit"] as const) {
      const command = { ...change({ phase: "execution" }), when } as Command
      expect(run(planning, command)).toMatchObject({ rejection: { kind: "needs-confirmation" } })
    }
  })
})

describe("ux 2.10: one mechanism for every power", () => {
  it("from every posture to every other: a raise needs the words that name it, and nothing else does", () => {
    for (const from of powers) {
      const world = sampleWorld([withPosture(from)])
      for (const to of powers) {
        const isRaise = (["phase", "permissionProfile", "runControl"] as const).some((axis) =>
          isLowering(axis, to[axis], from[axis]),
        )
        const confirmation = confirmationOf(raisesIn(agentAt(world), to))
        expect([from, to, confirmation !== null]).toEqual([from, to, isRaise])
        if (confirmation === null) expect(agentAt(after(world, change(to))).posture).toMatchObject(to)
        else {
          expect(run(world, change(to))).toMatchObject({ rejection: { kind: "needs-confirmation" } })
          expect(agentAt(after(world, change(to, confirmation))).posture).toMatchObject(to)
        }
      }
    }
  })

  it("the words do not depend on the order in which the axes are named", () => {
    const world = sampleWorld([withPosture({ runControl: "manual" })])
    const one = { runControl: "autonomous", permissionProfile: "trusted", phase: "execution" } as const
    const other = { phase: "execution", permissionProfile: "trusted", runControl: "autonomous" } as const
    for (const changes of [one, other]) {
      expect(run(world, change(changes, "execution trusted autonomous"))).toHaveProperty("events")
    }
  })

  it("says what the profile of the same step allows in execution", () => {
    expect(run(sampleWorld(), change({ phase: "execution", permissionProfile: "trusted" }))).toMatchObject({
      rejection: { message: expect.stringContaining("the profile trusted allows") },
    })
  })
})

describe("AXS-10: what new agents start with", () => {
  const patch = (defaults: object, confirm?: string): Command =>
    ({ type: "settings.change", patch: { defaults }, ...(confirm === undefined ? {} : { confirm }) }) as Command

  it.each(surfaces)("is not raised over %s without a confirmation", (surface) => {
    expect(run(sampleWorld(), patch({ phase: "execution" }), surface)).toMatchObject({
      rejection: { kind: "needs-confirmation", message: expect.stringContaining('confirm "execution"') },
    })
    expect(run(sampleWorld(), patch({ permissionProfile: "trusted" }), surface)).toMatchObject({
      rejection: { kind: "needs-confirmation" },
    })
  })

  it("is raised with it, and lowered without", () => {
    const raised = after(sampleWorld(), patch({ phase: "execution", permissionProfile: "trusted" }, "execution trusted"))
    expect(raised.settings.defaults).toMatchObject({ phase: "execution", permissionProfile: "trusted" })
    expect(after(raised, patch(defaultSettings.defaults)).settings.defaults).toEqual(defaultSettings.defaults)
    expect(after(sampleWorld(), patch({ runControl: "manual" })).settings.defaults.runControl).toBe("manual")
  })
})
