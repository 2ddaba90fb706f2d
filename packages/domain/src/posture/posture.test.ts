// Who may change which axis, and when the change takes effect.
import type { Agent, CommandOf, Event, PostureChanges, PostureDefaults, World } from "@kibitz/contract"
import { defaultSettings, jakeId, ModelMode, SteerScope } from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import type { Decision } from "../kernel/outcome.ts"
import { decideSurfaces } from "../presence/surfaces.ts"
import { putAgent } from "../team/agents.ts"
import { agentAt, sampleMoment, sampleTime, sampleTurn, sampleWorld, withPosture } from "../testing/sample-world.ts"
import { decideCancelSteer, decideChooseModel, decidePosture } from "./decide.ts"
import { evolvePosture } from "./evolve.ts"
import { modelFor } from "./model-for.ts"
import { beginSessionPosture, startPosture } from "./start.ts"
import { atNextUnit, steersDue, surfaceNoted } from "./steer.ts"

type Options = { when?: SteerScope; confirm?: string; actor?: "user" | "app" }

function change(world: World, at: number, changes: PostureChanges, { when, confirm, actor }: Options = {}): Decision {
  const agent = agentAt(world, at)
  const command = {
    type: "posture.change",
    agentId: agent.id,
    changes,
    when,
    confirm,
    reason: "why",
  } as CommandOf<"posture.change">
  return decidePosture(world, agent, command, sampleMoment(actor))
}

function events(decision: Decision): readonly Event[] {
  return "events" in decision ? decision.events : expect.fail(decision.rejection.message)
}

function fold(world: World, made: readonly Event[]): World {
  let agents = world.agents
  for (const event of made) {
    if (event.type !== "posture.changed" && event.type !== "posture.steer-queued" && event.type !== "posture.steers-dropped")
      continue
    const at = event.agentId === "jake" ? 0 : Number(event.agentId.slice(1))
    agents = putAgent(agents, evolvePosture(agentAt({ ...world, agents }, at), event))
  }
  return { ...world, agents }
}

const busy = (running = false): Partial<Agent> => ({ turn: sampleTurn(running) })
const trusted = withPosture({ phase: "execution", permissionProfile: "trusted" })

describe("changing a posture", () => {
  it("AXS-6 an idle agent changes at once, with a complete record", () => {
    expect(change(sampleWorld(), 0, { workMode: "build" })).toEqual({
      events: [
        {
          type: "posture.changed",
          agentId: "jake",
          axis: "workMode",
          from: "chat",
          to: "build",
          reason: "why",
          scope: "now",
          actor: "user",
        },
      ],
    })
  })

  it("ux 2.10 a busy agent changes after the tool that runs, and at once where it is lowered", () => {
    const world = sampleWorld([{ ...busy(true), ...trusted }])
    const made = events(change(world, 0, { modelMode: "deep", permissionProfile: "normal", runControl: "manual" }))
    expect(made).toMatchObject([
      { type: "posture.steer-queued", steer: { axis: "modelMode", to: "deep", scope: "after-current-tool", at: sampleTime } },
      { type: "posture.changed", axis: "permissionProfile", from: "trusted", to: "normal", scope: "now" },
      { type: "posture.changed", axis: "runControl", to: "manual", scope: "now" },
    ])
  })

  it("AXS-6 after-current-tool waits for a call that runs, and for nothing else", () => {
    const running = sampleWorld([busy(true)])
    const queued = events(change(running, 0, { workMode: "review" }, { when: "after-current-tool" }))
    expect(queued).toMatchObject([{ type: "posture.steer-queued" }])
    const before = fold(running, queued)
    expect(steersDue(before, agentAt(before), "milestone")).toEqual([])
    expect(steersDue(before, agentAt(before), "tool")).toMatchObject([
      { axis: "workMode", to: "review", scope: "after-current-tool", actor: "user" },
    ])
    expect(events(change(sampleWorld([busy()]), 0, { workMode: "review" }, { when: "after-current-tool" }))).toMatchObject([
      { type: "posture.changed", scope: "now" },
    ])
  })

  it("AXS-6 a call that runs keeps what it was allowed with", () => {
    const world = sampleWorld([{ ...busy(true), ...trusted }])
    const after = fold(world, events(change(world, 0, { phase: "planning" })))
    expect(agentAt(after).posture.phase).toBe("planning")
    expect(agentAt(after).turn).toEqual(agentAt(world).turn)
  })

  it("AXS-6 the last word on an axis wins: queued replaces queued, now replaces queued", () => {
    let world = sampleWorld([{ ...busy(true), ...trusted }])
    world = fold(world, events(change(world, 0, { permissionProfile: "unrestricted" }, { confirm: "unrestricted" })))
    world = fold(world, events(change(world, 0, { permissionProfile: "normal" }, { when: "next-milestone" })))
    expect(agentAt(world).pendingSteers).toMatchObject([{ to: "normal", scope: "next-milestone" }])
    expect(change(world, 0, { permissionProfile: "normal" }, { when: "next-milestone" })).toEqual({ events: [] })
    const stays = events(change(world, 0, { permissionProfile: "trusted" }))
    expect(stays).toEqual([{ type: "posture.steers-dropped", agentId: "jake", axes: ["permissionProfile"] }])
    world = fold(world, events(change(world, 0, { permissionProfile: "restricted" })))
    expect(agentAt(world)).toMatchObject({ pendingSteers: [], posture: { permissionProfile: "restricted" } })
  })

  it("what is so already is no event", () => {
    expect(change(sampleWorld(), 0, { workMode: "chat", phase: "planning" })).toEqual({ events: [] })
  })

  it("AXS-6 for-next-unit holds for one unit and goes back", () => {
    let world = sampleWorld()
    world = fold(world, events(change(world, 0, { modelMode: "deep" }, { when: "for-next-unit" })))
    expect(agentAt(world)).toMatchObject({ posture: { modelMode: "smart" }, pendingSteers: [{ scope: "for-next-unit" }] })
    expect(steersDue(world, agentAt(world), "unit-end")).toEqual([])
    world = fold(world, steersDue(world, agentAt(world), "unit-start"))
    expect(agentAt(world)).toMatchObject({ posture: { modelMode: "deep" }, afterUnit: { modelMode: "smart" }, pendingSteers: [] })
    const back = steersDue(world, agentAt(world), "unit-end")
    expect(back).toMatchObject([{ axis: "modelMode", from: "deep", to: "smart", actor: "policy" }])
    world = fold(world, back)
    expect(agentAt(world).posture.modelMode).toBe("smart")
    expect(agentAt(world).afterUnit).toEqual({})
  })

  it("asking during that unit for what it has now makes it stay", () => {
    let world = sampleWorld([{ ...withPosture({ modelMode: "deep" }), afterUnit: { modelMode: "smart" }, ...busy() }])
    world = fold(world, events(change(world, 0, { modelMode: "deep" }, { when: "now" })))
    expect(agentAt(world).posture.modelMode).toBe("deep")
    expect(agentAt(world).afterUnit).toEqual({})
    expect(steersDue(world, agentAt(world), "unit-end")).toEqual([])
  })

  it("a change after the unit takes the place of going back", () => {
    let world = sampleWorld([{ ...withPosture({ modelMode: "deep" }), afterUnit: { modelMode: "smart" }, ...busy() }])
    world = fold(world, events(change(world, 0, { modelMode: "fast" }, { when: "after-current-unit" })))
    const due = steersDue(world, agentAt(world), "unit-end")
    expect(due).toMatchObject([{ axis: "modelMode", from: "deep", to: "fast", actor: "user" }])
    const after = agentAt(fold(world, due))
    expect([after.posture.modelMode, after.afterUnit, after.pendingSteers]).toEqual(["fast", {}, []])
  })
})

describe("who may", () => {
  it("AXS-4 only the user changes an axis, whichever, up or down, now or later", () => {
    const every = [
      ...[{ phase: "planning" }, { phase: "execution" }, { permissionProfile: "restricted" }, { runControl: "manual" }],
      ...[{ workMode: "repair" }, { style: "task" }, { modelMode: "deep" }],
    ] as readonly PostureChanges[]
    for (const world of [sampleWorld([trusted]), sampleWorld([{ ...busy(), ...trusted }])]) {
      for (const changes of every) {
        for (const when of [undefined, ...SteerScope.options]) {
          const decision = change(world, 0, changes, {
            actor: "app",
            confirm: Object.values(changes)[0],
            ...(when ? { when } : {}),
          })
          expect([changes, when, decision]).toMatchObject([changes, when, { rejection: { kind: "not-allowed" } }])
        }
      }
    }
  })

  it("unrestricted needs the word, and nothing changes without it", () => {
    const world = sampleWorld([trusted])
    const both = { permissionProfile: "unrestricted", workMode: "build" } as const
    expect(change(world, 0, both)).toMatchObject({ rejection: { kind: "needs-confirmation" } })
    expect(change(world, 0, both, { confirm: "yes" })).toMatchObject({ rejection: { kind: "needs-confirmation" } })
    expect(events(change(world, 0, both, { confirm: "unrestricted" }))).toHaveLength(2)
    expect(change(world, 0, both, { when: "for-next-unit" })).toMatchObject({ rejection: { kind: "needs-confirmation" } })
  })

  it("T25 AXS-5 a child does not rise above its parent, and is told whose turn it is", () => {
    const world = sampleWorld([{}, {}])
    expect(change(world, 1, { phase: "execution" })).toMatchObject({
      rejection: { kind: "not-allowed", message: expect.stringMatching(/Jake is in planning\. Change Jake first/) },
    })
    expect(change(world, 1, { permissionProfile: "trusted" }, { when: "for-next-unit" })).toMatchObject({
      rejection: { message: expect.stringContaining("Jake is normal") },
    })
  })

  it("AXS-5 lowering a parent lowers all below in the same decision, and only what is really lowered", () => {
    const world = sampleWorld([
      trusted,
      { ...trusted, ...busy(true) },
      { parent: 1, ...trusted },
      withPosture({ phase: "execution" }),
    ])
    const made = events(change(world, 0, { phase: "planning", permissionProfile: "normal" }))
    expect(made.slice(2)).toMatchObject([
      { agentId: "a1", axis: "phase", from: "execution", to: "planning", actor: "parent", scope: "now" },
      { agentId: "a1", axis: "permissionProfile", to: "normal" },
      { agentId: "a3", axis: "phase" },
      { agentId: "a2", axis: "phase" },
      { agentId: "a2", axis: "permissionProfile" },
    ])
    expect(made).toHaveLength(7)
  })

  it("AXS-5 what waits below, or would be gone back to, is lowered too", () => {
    const steer = { axis: "phase", to: "execution", scope: "after-current-unit", reason: "", at: sampleTime } as const
    const world = sampleWorld([
      trusted,
      { ...busy(), pendingSteers: [steer] },
      { ...busy(), ...withPosture({ permissionProfile: "restricted" }), afterUnit: { permissionProfile: "trusted" } },
    ])
    const after = fold(world, events(change(world, 0, { phase: "planning", permissionProfile: "normal" })))
    expect(agentAt(after, 1).pendingSteers).toEqual([])
    expect(agentAt(after, 2).posture.permissionProfile).toBe("restricted")
    expect(agentAt(after, 2).afterUnit).toEqual({})
  })

  it("AXS-5 a steer is cut to what the parent has when its moment comes, whatever the world was told before", () => {
    const steer = { axis: "permissionProfile", to: "trusted", scope: "after-current-unit", reason: "", at: sampleTime } as const
    const low = withPosture({ permissionProfile: "restricted" })
    const world = sampleWorld([{}, { ...busy(), ...low, pendingSteers: [steer], afterUnit: { phase: "execution" } }])
    expect(steersDue(world, agentAt(world, 1), "unit-end")).toMatchObject([
      { axis: "permissionProfile", from: "restricted", to: "normal" },
      { axis: "phase", to: "planning" },
    ])
  })

  it("AXS-8 what a unit is started with follows from the changes that begin with it", () => {
    const steer = { axis: "modelMode", to: "deep", scope: "for-next-unit", reason: "", at: sampleTime } as const
    const world = sampleWorld([
      { pendingSteers: [steer], ...withPosture({ workMode: "build" }), afterUnit: { workMode: "chat" } },
    ])
    expect(atNextUnit(world, agentAt(world))).toMatchObject({
      posture: { modelMode: "deep", workMode: "chat" },
      pendingSteers: [],
    })
  })

  it("AXS-5 one that was raised for a unit and is lowered from above still goes back below that", () => {
    const world = sampleWorld([
      withPosture({ permissionProfile: "unrestricted" }),
      { ...busy(), ...withPosture({ permissionProfile: "unrestricted" }), afterUnit: { permissionProfile: "restricted" } },
    ])
    let after = fold(world, events(change(world, 0, { permissionProfile: "trusted" })))
    expect(agentAt(after, 1)).toMatchObject({
      posture: { permissionProfile: "trusted" },
      afterUnit: { permissionProfile: "restricted" },
    })
    after = fold(after, steersDue(after, agentAt(after, 1), "unit-end"))
    expect(agentAt(after, 1).posture.permissionProfile).toBe("restricted")
    expect(agentAt(after, 1).afterUnit).toEqual({})
  })

  it("AXS-5 a steer that lowers when its moment comes lowers those below with it", () => {
    const steer = { axis: "phase", to: "planning", scope: "next-milestone", reason: "", at: sampleTime } as const
    const world = sampleWorld([{ ...trusted, ...busy(), pendingSteers: [steer] }, trusted])
    expect(steersDue(world, agentAt(world), "milestone")).toMatchObject([
      { agentId: "jake", actor: "user", scope: "next-milestone" },
      { agentId: "a1", actor: "parent", axis: "phase", to: "planning" },
    ])
  })
})

describe("around a posture", () => {
  it("AXS-10 an agent starts with the project's defaults, and at most with what its parent has", () => {
    const defaults = { ...defaultSettings.defaults, phase: "execution", permissionProfile: "trusted" } as const
    const settings = { ...defaultSettings, defaults, modelMode: "deep" as const }
    const jake = startPosture(settings, null, "web")
    expect(jake).toMatchObject({ phase: "execution", permissionProfile: "trusted", modelMode: "deep", surface: "web" })
    const parent = agentAt(sampleWorld([withPosture({ permissionProfile: "restricted" })]))
    expect(startPosture(settings, parent, "rpc")).toMatchObject({
      phase: "planning",
      permissionProfile: "restricted",
      surface: "rpc",
    })
  })

  it.each([
    ["chat", "chat"],
    ["plan", "plan"],
    ["build", "development"],
    ["repair", "development"],
    ["review", "discussion"],
    ["research", "discussion"],
  ] as const)("a new agent in %s mode talks in style %s, unless the project chose another", (workMode, style) => {
    const starting = (defaults: Partial<PostureDefaults>) =>
      startPosture({ ...defaultSettings, defaults: { ...defaultSettings.defaults, ...defaults } }, null, "desktop")
    expect(starting({ workMode })).toEqual({ ...starting({}), workMode, style })
    expect(starting({ workMode, style: "task" }).style).toBe("task")
  })

  it("a new session takes unrestricted back from whoever has it, goes back to it, or waits for it", () => {
    const unrestricted = withPosture({ permissionProfile: "unrestricted" })
    const steer = { axis: "permissionProfile", to: "unrestricted", scope: "next-milestone", reason: "", at: sampleTime } as const
    const world = sampleWorld([
      unrestricted,
      unrestricted,
      { ...withPosture({}), afterUnit: { permissionProfile: "unrestricted" } },
      { pendingSteers: [steer] },
      trusted,
    ])
    const made = beginSessionPosture(world)
    expect(made).toHaveLength(4)
    const after = fold(world, made)
    expect([0, 1, 2, 3, 4].map((at) => agentAt(after, at).posture.permissionProfile)).toEqual([
      "trusted",
      "trusted",
      "normal",
      "normal",
      "trusted",
    ])
    expect(agentAt(after, 2).afterUnit).toEqual({})
    expect(agentAt(after, 3).pendingSteers).toEqual([])
    expect(beginSessionPosture(after)).toEqual([])
  })

  it("the surface follows the connection that speaks", () => {
    const agent = agentAt(sampleWorld())
    expect(surfaceNoted(agent, null)).toEqual([])
    expect(surfaceNoted(agent, "desktop")).toEqual([])
    expect(surfaceNoted(agent, "rpc")).toMatchObject([{ axis: "surface", from: "desktop", to: "rpc", actor: "policy" }])
  })

  it("connected surfaces are recorded once, in one order", () => {
    const world = sampleWorld()
    expect(decideSurfaces(world, { type: "surfaces.record", surfaces: ["desktop", "desktop"] })).toEqual({ events: [] })
    expect(decideSurfaces(world, { type: "surfaces.record", surfaces: ["rpc", "desktop", "rpc"] })).toEqual({
      events: [{ type: "surfaces.changed", surfaces: ["desktop", "rpc"] }],
    })
  })

  it("waiting changes can be taken back; what was for one unit still goes back", () => {
    const steer = { axis: "modelMode", to: "fast", scope: "next-milestone", reason: "", at: sampleTime } as const
    const world = sampleWorld([
      { pendingSteers: [steer], afterUnit: { modelMode: "smart" }, ...withPosture({ modelMode: "deep" }) },
    ])
    const after = fold(world, events(decideCancelSteer(agentAt(world))))
    expect(agentAt(after)).toMatchObject({ pendingSteers: [], afterUnit: { modelMode: "smart" } })
    expect(decideCancelSteer(agentAt(after))).toEqual({ events: [] })
  })

  it("AXS-8 a model is chosen by name and given up with null", () => {
    const agent = agentAt(sampleWorld())
    expect(decideChooseModel(agent, { type: "agent.choose-model", agentId: agent.id, model: null })).toEqual({ events: [] })
    const [event] = events(decideChooseModel(agent, { type: "agent.choose-model", agentId: agent.id, model: "m" }))
    expect(event?.type === "agent.model-chosen" && evolvePosture(agent, event).model).toBe("m")
  })

  it("AXS-8 a model that the user named stays when the model mode changes, whenever it does", () => {
    const named = sampleWorld([{ model: "m" }])
    for (const modelMode of ModelMode.options) {
      for (const when of [undefined, ...SteerScope.options]) {
        const made = events(change(named, 0, { modelMode }, when ? { when } : {}))
        expect(made.filter(({ type }) => type === "agent.model-chosen")).toEqual([])
        const after = agentAt(fold(named, made))
        expect([modelMode, modelFor(named.settings, after).model]).toEqual([modelMode, "m"])
      }
    }
  })

  it("AXS-8 the mode decides again once the name is given up", () => {
    const world = sampleWorld([{ model: "m", ...withPosture({ modelMode: "deep" }) }])
    const [event] = events(decideChooseModel(agentAt(world), { type: "agent.choose-model", agentId: jakeId, model: null }))
    if (event?.type !== "agent.model-chosen") return expect.fail("nothing was chosen")
    expect(modelFor(world.settings, evolvePosture(agentAt(world), event)).model).toBe(world.settings.models.deep)
  })

  it("AXS-4 a value nobody knows is the least, or is not taken", () => {
    const agent = agentAt(sampleWorld([trusted]))
    const event = {
      type: "posture.changed",
      agentId: agent.id,
      from: "",
      to: "godlike",
      reason: "",
      scope: "now",
      actor: "user",
    } as const
    expect(evolvePosture(agent, { ...event, axis: "permissionProfile" }).posture.permissionProfile).toBe("restricted")
    expect(evolvePosture(agent, { ...event, axis: "phase" }).posture.phase).toBe("planning")
    expect(evolvePosture(agent, { ...event, axis: "style" }).posture.style).toBe("chat")
  })
})
