// What an agent that stands still does next (OPM-4, OPM-6): a time or a reason, always; and how long it waits.
import {
  type Agent,
  type AgentId,
  type AttentionItem,
  type Due,
  defaultSettings,
  type Instant,
  type ItemId,
  jakeId,
  type MessageId,
  type Standing,
  type Trouble,
  type World,
} from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findAgent, putAgent } from "../team/agents.ts"
import { agentAt, sampleTurn, sampleWorld } from "../testing/sample-world.ts"
import { delayMs, hasObligation, nextMove } from "./next-move.ts"

const at = "2026-01-01T00:00:00.000Z" as Instant
const standings: readonly Standing[] = [
  { kind: "open" },
  { kind: "open" },
  { kind: "open" },
  { kind: "paused", at, by: "user" },
  { kind: "stopped", at },
  { kind: "stuck", at, why: "blocked", detail: "" },
  { kind: "done", at, verified: true },
  { kind: "dismissed", at },
]
const kinds = [
  "approval",
  "phase-request",
  "question",
  "knock",
  "budget",
  "help",
  "stuck",
  "your-turn",
  "result",
  "provider",
] as const
const holding = ["approval", "phase-request", "question", "budget", "help", "stuck"]
const trouble = (parked: boolean): Trouble => ({
  at,
  turnId: "t" as never,
  parked,
  failure: { kind: parked ? "auth" : "unknown", message: "", status: null, requestId: null, retryAfterMs: null },
})
const restarting: Due = { at, why: "restart" }

const some = fc.record({
  assignment: fc.constantFrom(null, "do it"),
  addressed: fc.boolean(),
  presence: fc.option(fc.constant({ since: at, surface: "desktop" as const, cause: "tab" as const }), { freq: 5 }),
  standing: fc.constantFrom(...standings),
  working: fc.boolean(),
  kind: fc.option(fc.constantFrom(...kinds)),
  unit: fc.boolean(),
  asks: fc.boolean(),
  queued: fc.boolean(),
  trouble: fc.option(fc.boolean().map(trouble), { freq: 2 }),
  due: fc.constantFrom(null, null, restarting),
  runControl: fc.constantFrom("autonomous" as const, "autonomous" as const, "assisted" as const, "manual" as const),
  child: fc.constantFrom(null, "open", "done", "stopped", "stuck"),
  idle: fc.nat(8),
  restarts: fc.nat(5),
})
type Some = typeof some extends fc.Arbitrary<infer T> ? T : never

function staged(one: Some): { world: World; agent: Agent } {
  const world = sampleWorld()
  const jake = agentAt(world)
  const itemId = (one.kind === "provider" ? "provider-auth" : "i") as ItemId
  const item = {
    kind: one.kind,
    id: itemId,
    agentId: jakeId,
    at,
    tier: 1,
    why: one.unit ? "unit" : "stopped",
  } as unknown as AttentionItem
  const parked = { id: itemId, at, question: "?", options: [], preferred: null, holderId: jakeId, climbsAt: at }
  const childId = "child" as AgentId
  const agent: Agent = {
    ...jake,
    assignment: one.assignment,
    addressed: one.addressed,
    presence: one.presence,
    standing: one.standing,
    turn: one.working ? sampleTurn() : null,
    items: one.kind ? [itemId] : [],
    asking: one.asks ? [parked] : [],
    queue: one.queued ? [{ id: "m" as MessageId, text: "hm", delivery: "queue", at }] : [],
    trouble: one.trouble,
    due: one.due,
    childIds: one.child ? [childId] : [],
    posture: { ...jake.posture, runControl: one.runControl },
    run: { ...jake.run, idle: one.idle, restarts: one.restarts },
  }
  const standing = standings.find(({ kind }) => kind === one.child) ?? { kind: "open" as const }
  const agents = one.child
    ? putAgent(world.agents, { ...jake, id: childId, parentId: jakeId, assignment: "a part", standing })
    : world.agents
  const attention = (one.kind ? { [itemId]: item } : {}) as World["attention"]
  return { agent, world: { ...world, attention, agents: putAgent(agents, agent) } }
}

describe("nextMove", () => {
  it("OPM-6 is total: whoever is alone, idle, open and obliged gets a time, a reason, or has a failure that says why", () => {
    fc.assert(
      fc.property(some, (one) => {
        const { world, agent } = staged(one)
        const { due, waits } = nextMove(world, agent, at)
        expect(due !== null && waits !== null).toBe(false)
        const isAlone = !agent.turn && !agent.presence && agent.standing.kind === "open"
        if (!isAlone) return void expect({ due, waits }).toEqual({ due: null, waits: null })
        if (agent.trouble && agent.due) return void expect({ due, waits }).toEqual({ due: agent.due, waits: null })
        if (!hasObligation(agent) && !agent.trouble) return void expect({ due, waits }).toEqual({ due: null, waits: "nothing" })
        if (!agent.trouble) expect(due ?? waits).not.toBeNull()
        else if (!due && !waits && agent.trouble.parked) expect(Object.keys(world.attention)).toContain("provider-auth")
        else if (!due && !waits) expect(one.restarts).toBeGreaterThanOrEqual(world.settings.limits.restarts)
      }),
      { numRuns: 2_000 },
    )
  })

  it("OPM-4 OPM-5 goes on by itself only where nobody has to be waited for", () => {
    fc.assert(
      fc.property(some, (one) => {
        const { world, agent } = staged({ ...one, trouble: null })
        const { due } = nextMove(world, agent, at)
        if (due?.why !== "continue") return
        expect(agent.turn ?? agent.presence).toBeNull()
        expect(agent.standing.kind).toBe("open")
        expect(agent.posture.runControl).toBe("autonomous")
        expect(holding).not.toContain(one.kind)
        expect(agent.asking).toEqual([])
        if (one.child === "open" || one.child === "stuck") expect(agent.queue.length).toBeGreaterThan(0)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ["you", { kind: "question" as const }],
    ["you", { kind: "approval" as const }],
    ["you", { kind: "help" as const }],
    ["parent", { asks: true }],
    ["child", { child: "open" }],
    ["review", { runControl: "assisted" as const }],
  ] as const)("OPM-6 waits for %s", (waits, how) => {
    const { world, agent } = staged({ ...alone, ...how })
    expect(nextMove(world, agent, at)).toEqual({ due: null, waits })
  })

  it.each(["knock", "result", "provider"] as const)("OPM-4 a %s holds nobody up", (kind) => {
    const { world, agent } = staged({ ...alone, kind })
    expect(nextMove(world, agent, at).due).toMatchObject({ why: "continue" })
  })

  it("OPM-6 cut in the middle of a turn it does not wait for a child: its own work is not done", () => {
    const { world, agent } = staged({ ...alone, child: "open" })
    const ended = (outcome: "finished" | "interrupted") => ({ ...agent, lastTurn: { outcome, stopReason: null } })
    expect(nextMove(world, ended("finished"), at)).toEqual({ due: null, waits: "child" })
    expect(nextMove(world, ended("interrupted"), at)).toMatchObject({ due: { why: "continue" }, waits: null })
  })

  it("OPM-6 with something in its queue it does not wait for a child", () => {
    const { world, agent } = staged({ ...alone, child: "open", queued: true })
    expect(nextMove(world, agent, at).due).toMatchObject({ why: "continue" })
  })

  it.each([0, 1, 2])("OPM-7 F34 after failure %s it is started again, each time a little later", (restarts) => {
    const { world, agent } = staged({ ...alone, trouble: trouble(false), restarts })
    const { due } = nextMove(world, agent, at)
    expect(due).toMatchObject({ why: "restart" })
    expect(Date.parse(due?.at ?? "") - Date.parse(at)).toBe(5_000 * 2 ** restarts)
  })

  it("OPM-7 F34 as often as allowed, and not at all where something outside has to change first", () => {
    for (const one of [
      { trouble: trouble(false), restarts: 3 },
      { trouble: trouble(true), kind: "provider" as const },
    ]) {
      const { world, agent } = staged({ ...alone, ...one })
      expect(nextMove(world, agent, at)).toEqual({ due: null, waits: null })
    }
  })

  it("OPM-6 what had to change outside has changed when nobody is asked for it any more: it goes on", () => {
    for (const obliged of [{}, { assignment: null, addressed: false }]) {
      const { world, agent } = staged({ ...alone, trouble: trouble(true), ...obliged })
      expect(nextMove(world, agent, at).due).toMatchObject({ why: "restart" })
    }
  })

  it("OPM-7 whoever asked for what it does: one that failed is started again", () => {
    const { world, agent } = staged({ ...alone, assignment: null, addressed: false, trouble: trouble(false) })
    expect(nextMove(world, agent, at).due).toMatchObject({ why: "restart" })
  })
})

const alone: Some = {
  assignment: "do it",
  addressed: false,
  presence: null,
  standing: { kind: "open" },
  working: false,
  kind: null,
  unit: false,
  asks: false,
  queued: false,
  trouble: null,
  due: null,
  runControl: "autonomous",
  child: null,
  idle: 0,
  restarts: 0,
}

describe("delayMs", () => {
  it("OPM-6 doubles for each continuation that brought nothing, up to the longest, and never beyond", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60_000 }),
        fc.integer({ min: 0, max: 3_600_000 }),
        fc.nat(200),
        (first, longest, idle) => {
          const { world, agent } = staged(alone)
          const limits = { ...defaultSettings.limits, continuationDelayMs: first, longestDelayMs: longest }
          const at = (count: number) =>
            delayMs({ ...world, settings: { ...world.settings, limits } }, { ...agent, run: { ...agent.run, idle: count } })
          expect(at(0)).toBe(Math.min(first, longest))
          expect(at(idle)).toBeLessThanOrEqual(longest)
          expect(at(idle + 1)).toBe(Math.min(longest, Math.max(at(idle), at(idle) === longest ? longest : at(idle) * 2)))
        },
      ),
    )
  })

  it("OPM-6 by default 2 s, 4 s, 8 s, 16 s, 32 s, and a minute from then on", () => {
    const { world, agent } = staged(alone)
    const seconds = [0, 1, 2, 3, 4, 5, 6, 50].map((idle) => delayMs(world, { ...agent, run: { ...agent.run, idle } }) / 1_000)
    expect(seconds).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
  })
})

it("C8 an obligation is an assignment, or what the user has said", () => {
  const jake = findAgent(sampleWorld(), jakeId) as Agent
  expect([
    hasObligation({ ...jake, assignment: null, addressed: false }),
    hasObligation({ ...jake, assignment: "x", addressed: false }),
    hasObligation({ ...jake, assignment: null, addressed: true }),
  ]).toEqual([false, true, true])
})
