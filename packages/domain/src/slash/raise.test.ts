// A slash line that gives more power needs a confirmation, one that gives power up does not (ux 2.10). Only /execute leaves planning (U16).
import { type Agent, PermissionProfile, Phase, type Posture, type RunControl, type World } from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import { isLowering } from "../posture/power.ts"
import { confirmationOf } from "../posture/raise.ts"
import { evolve } from "../record.ts"
import { rules } from "../testing/rules.ts"
import { agentAt, sampleMoment, sampleTurn, sampleWorld, withPosture } from "../testing/sample-world.ts"
import { decideSlash } from "./decide.ts"
import { readSlash } from "./read.ts"
import { everyLine } from "./testing/every-line.ts"

const controls = ["manual", "assisted", "autonomous"] as const satisfies readonly RunControl[]
type Power = Pick<Posture, "phase" | "permissionProfile" | "runControl">
const powers = ["phase", "permissionProfile", "runControl"] as const
const postures: readonly Power[] = Phase.options.flatMap((phase) =>
  PermissionProfile.options.flatMap((permissionProfile) =>
    controls.map((runControl) => ({ phase, permissionProfile, runControl })),
  ),
)

function run(world: World, line: string, confirm?: string) {
  const agent = agentAt(world)
  const command = { type: "slash.run", agentId: agent.id, line, ...(confirm === undefined ? {} : { confirm }) } as const
  return decideSlash(world, agent, command, sampleMoment(), rules)
}

/** All three powers and what waits for each, afterwards. */
function after(world: World, line: string, confirm?: string): readonly Pick<Agent, "posture" | "pendingSteers">[] {
  const decision = run(world, line, confirm)
  if (!("events" in decision)) return []
  const events = decision.events.map((event, at) => ({ seq: world.seq + 1 + at, at: sampleMoment().at, event }))
  return [agentAt(events.reduce(evolve, world))]
}

/** The confirmation the user would give to this line, whatever it is. */
function confirmationFor(world: World, line: string): string | undefined {
  const reading = readSlash(line, world, agentAt(world))
  if (!reading.ok || reading.effect.kind !== "commands") return undefined
  return confirmationOf(reading.effect.raises ?? []) ?? undefined
}

function raised(world: World, line: string, confirm?: string): readonly string[] {
  const { posture } = agentAt(world)
  return after(world, line, confirm).flatMap((agent) =>
    powers.filter(
      (axis) =>
        isLowering(axis, agent.posture[axis], posture[axis]) ||
        agent.pendingSteers.some((steer) => steer.axis === axis && isLowering(axis, steer.to, posture[axis])),
    ),
  )
}

const lines = everyLine()

describe("U16: a planning agent", () => {
  const planning = { phase: "planning", permissionProfile: "restricted", runControl: "manual" } as const
  const worlds = {
    idle: sampleWorld([withPosture(planning), {}]),
    working: sampleWorld([{ turn: sampleTurn(), ...withPosture(planning) }, {}]),
    "running a tool": sampleWorld([{ turn: sampleTurn(true), ...withPosture(planning) }, {}]),
    "with the rest at its most": sampleWorld([
      withPosture({ ...planning, permissionProfile: "unrestricted", runControl: "autonomous" }),
      {},
    ]),
  }

  it.each(Object.entries(worlds))(
    "%s: no line that can be completed leaves planning but /execute, confirmed or not",
    (_, world) => {
      const left = lines.filter((line) =>
        [undefined, confirmationFor(world, line)].some((confirm) => raised(world, line, confirm).includes("phase")),
      )
      expect(new Set(left.map((line) => line.split(" ")[0]))).toEqual(new Set(["/execute"]))
    },
  )

  it("every command, every argument that is offered and every moment is among the lines", () => {
    expect(lines.length).toBeGreaterThan(1_000)
    expect(lines).toEqual(
      expect.arrayContaining([
        "/steer permission-profile trusted now",
        "/steer control autonomous for-next-unit",
        "/mode build --model-mode deep --autonomous --permission-profile trusted",
        "/repair --autonomous",
        "/profile trusted",
      ]),
    )
  })

  it.each(["/steer phase execution now", "/steer phase execution", "/steer phase planning next-milestone"])(
    "%s is no steer",
    (line) => {
      expect(run(worlds.idle, line)).toMatchObject({
        rejection: { message: expect.stringContaining("Type it like this: /steer") },
      })
    },
  )
})

describe("ux 2.10: power by a command", () => {
  it("no line raises anything without a confirmation, from any posture", () => {
    for (const posture of postures) {
      for (const turn of [null, sampleTurn(true)]) {
        const world = sampleWorld([{ turn, ...withPosture(posture) }, {}])
        // Steers with a scope behave like one without; the walk above has them all.
        for (const line of lines.filter((one) => !one.startsWith("/steer ") || one.split(" ").length < 4)) {
          expect([line, raised(world, line)]).toEqual([line, []])
        }
      }
    }
  }, 60_000)

  const wanted = (to: Power) => `/mode build --permission-profile ${to.permissionProfile}`
  const pairs = postures.flatMap((from) => postures.filter(({ phase }) => phase === from.phase).map((to) => ({ from, to })))

  it("goes from every posture to every other in one step where nothing is raised, and in two where something is", () => {
    for (const { from, to } of pairs) {
      const world = sampleWorld([withPosture(from)])
      for (const [axis, line] of [
        ["permissionProfile", `/permission-profile ${to.permissionProfile}`],
        ["runControl", `/control ${to.runControl}`],
        ["permissionProfile", wanted(to)],
      ] as const) {
        const isRaise = isLowering(axis, to[axis], from[axis])
        const first = run(world, line)
        if (isRaise) {
          expect(first).toMatchObject({ rejection: { kind: "needs-confirmation" } })
          expect(run(world, line, "yes")).toMatchObject({ rejection: { kind: "needs-confirmation" } })
          expect(after(world, line, to[axis])).toMatchObject([{ posture: { [axis]: to[axis] } }])
        } else expect(after(world, line)).toMatchObject([{ posture: { [axis]: to[axis] } }])
      }
    }
    expect(pairs).toHaveLength(288)
  })

  it("says what becomes possible and how to go on; what was shown is what is confirmed", () => {
    const world = sampleWorld([withPosture({ runControl: "manual" })])
    const line = "/mode build --autonomous --permission-profile trusted"
    expect(run(world, line)).toMatchObject({
      rejection: {
        message:
          '/mode: Jake then builds, tests, installs packages and commits without asking. Jake then goes on by itself until it is done, blocked or stopped. Nothing has changed yet: send it again with confirm "trusted autonomous".',
      },
    })
    expect(run(world, line, "trusted")).toMatchObject({ rejection: { kind: "needs-confirmation" } })
    expect(after(world, line, "trusted autonomous")).toMatchObject([
      { posture: { workMode: "build", runControl: "autonomous", permissionProfile: "trusted" } },
    ])
  })

  it("/execute typed by the user carries its confirmation; no other line does", () => {
    for (const posture of postures) {
      const world = sampleWorld([withPosture(posture), {}])
      for (const line of lines) {
        const reading = readSlash(line, world, agentAt(world))
        const typed = reading.ok && reading.effect.kind === "commands" ? reading.effect.typed : undefined
        const isExecute = posture.phase === "planning" && line.split(" ")[0] === "/execute"
        expect([line, typed]).toEqual([line, isExecute ? "execution" : undefined])
      }
    }
  })

  it("/next is a raise for one that asks before every step, and none for the others", () => {
    expect(run(sampleWorld([withPosture({ runControl: "manual" })]), "/next")).toMatchObject({
      rejection: { kind: "needs-confirmation" },
    })
    expect(run(sampleWorld([withPosture({ runControl: "autonomous" })]), "/next")).toHaveProperty("events")
  })

  it("AXS-5: what the one above does not have is refused before anything is asked", () => {
    const world = sampleWorld([{}, {}])
    const command = { type: "slash.run", agentId: agentAt(world, 1).id, line: "/permission-profile trusted" } as const
    const decision = decideSlash(world, agentAt(world, 1), command, sampleMoment(), rules)
    expect(decision).toMatchObject({ rejection: { kind: "not-allowed", message: expect.stringContaining("Change Jake first") } })
  })
})
