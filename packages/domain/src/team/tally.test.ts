// The counts over a tree (OPM-9): kept up event by event, they are what counting everybody anew would give.
import {
  type Agent,
  type AgentId,
  type AttentionItem,
  type CallId,
  type Event,
  type Instant,
  type ItemId,
  jakeId,
  type Standing,
  type Tally,
  type TurnId,
  type Verdict,
  type World,
  type WorldSnapshot,
} from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { emptyWorld, evolve } from "../record.ts"
import { allAgents, findAgent, snapshotOf, worldFrom } from "./agents.ts"
import { agentCounts, itemsToAnswer, noTally } from "./tally.ts"

const at = "2026-01-01T00:00:00.000Z" as Instant
const failure = { kind: "unknown", message: "", status: null, requestId: null, retryAfterMs: null } as const
const standings: readonly Standing[] = [
  { kind: "open" },
  { kind: "open" },
  { kind: "paused", at, by: "user" },
  { kind: "stopped", at },
  { kind: "stuck", at, why: "blocked", detail: "" },
  { kind: "done", at, verified: false },
  { kind: "dismissed", at },
]

/** Everything counted anew, from what each agent is. */
function counted(world: World, id: AgentId): Tally {
  const tiers: Tally["tiers"] = [0, 0, 0, 0, 0]
  const sum = { agents: 0, working: 0, waiting: 0, stopped: 0, paused: 0, stuck: 0, done: 0, rehearsal: 0 }
  const needed = { ...noTally.needed }
  const visit = (agent: Agent | undefined): void => {
    if (!agent) return
    for (const child of agent.childIds) visit(findAgent(world, child))
    const waiting = Object.values(world.attention).filter(({ agentId, snoozed }) => agentId === agent.id && !snoozed)
    for (const { tier } of waiting) tiers[tier] = (tiers[tier] ?? 0) + 1
    const isGone = agent.standing.kind === "dismissed"
    if (waiting.some(({ tier }) => tier <= 1)) needed[isGone ? "dismissed" : wordOf(agent)] += 1
    if (isGone) return
    sum.agents += 1
    sum[wordOf(agent)] += 1
    sum.rehearsal += agent.rehearsal ? 1 : 0
  }
  visit(findAgent(world, id))
  return { ...sum, needed, tiers }
}

function wordOf({ turn, standing, due, trouble }: Agent): Exclude<keyof Tally["needed"], "dismissed"> {
  if (turn?.status.kind === "held" || turn?.status.kind === "delayed") return "stopped"
  if (turn?.status.kind === "calling") {
    const [asked, allowed] = [
      turn.calls.some(({ status }) => status === "asked"),
      turn.calls.some(({ status }) => status === "allowed"),
    ]
    return asked && !allowed ? "waiting" : "working"
  }
  if (turn) return "working"
  if (standing.kind === "paused" || standing.kind === "stuck" || standing.kind === "done") return standing.kind
  if (due) return "stopped"
  if (trouble) return trouble.parked ? "paused" : "stuck"
  return "waiting"
}

const names = Array.from({ length: 8 }, (_, index) => `agent_${index}` as AgentId)
const turnOf = (agentId: AgentId) => `turn of ${agentId}` as TurnId
const items = Array.from({ length: 6 }, (_, index) => `item_${index}` as ItemId)

const step = fc.record({
  who: fc.nat(names.length - 1),
  what: fc.constantFrom(
    "move",
    "move",
    "start",
    "finish",
    "fail",
    "interrupt",
    "verify",
    "hold",
    "delay",
    "ask",
    "allow",
    "plan",
    "raise",
    "raise",
    "resolve",
    "snooze",
    "join",
  ),
  number: fc.nat(99),
  again: fc.boolean(),
})

function eventOf(
  agentId: AgentId,
  { what, number, again }: { what: string; number: number; again: boolean },
  world: World,
): Event {
  const turnId = turnOf(agentId)
  const itemId = items[number % items.length] as ItemId
  switch (what) {
    case "move":
      return { type: "agent.moved", agentId, standing: standings[number % standings.length] as Standing, because: "" }
    case "start":
      return { type: "turn.started", agentId, turnId, model: "m" }
    case "finish":
      return { type: "turn.finished", agentId, turnId }
    case "fail":
      return { type: "turn.failed", agentId, turnId, failure, parked: again, draft: "" }
    case "interrupt":
      return { type: "turn.interrupted", agentId, turnId, draft: "" }
    case "verify":
      return { type: "verification.started", agentId, turnId, checks: [], said: "" }
    case "hold":
      return { type: again ? "turn.held" : "turn.released", agentId, turnId }
    case "delay":
      return { type: "turn.delayed", agentId, turnId, until: at, failure, draft: "" }
    case "ask":
    case "allow": {
      const call = { turnId, callId: `call_${number % 3}` as CallId, capability: "bash", input: {} }
      const verdict = { effect: what, rule: "profile", because: "" } as Verdict
      if (what === "allow") return { type: "call.allowed", agentId, ...call, verdict }
      return { type: "call.asked", agentId, ...call, verdict, itemId }
    }
    case "plan":
      return { type: "agent.planned", agentId, due: again ? { at, why: "continue" } : null, waits: again ? null : "you" }
    case "raise": {
      // An item has one owner for as long as it waits; raised again it may be of another tier.
      const owner = world.attention[itemId]?.agentId ?? agentId
      const item = { kind: "help", id: itemId, agentId: owner, at, tier: number % 5, reason: "" } as AttentionItem
      return { type: "attention.raised", agentId: owner, item }
    }
    case "snooze": {
      const owner = world.attention[itemId]?.agentId ?? agentId
      return { type: "attention.snoozed", agentId: owner, itemId, until: again ? at : number % 2 === 0 ? "team" : null }
    }
    case "resolve": {
      const owner = world.attention[itemId]?.agentId ?? agentId
      return { type: "attention.resolved", agentId: owner, itemId, outcome: "seen", note: "", visibleMs: 0 }
    }
    default:
      return again
        ? { type: "presence.joined", agentId, cause: "tab", surface: "desktop" }
        : { type: "presence.left", agentId, cause: "close", stayedMs: 0 }
  }
}

describe("counts over a tree", () => {
  it("OPM-9 kept up event by event, they are what counting anew gives; also after a restart from what was saved", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(6), { minLength: 7, maxLength: 7 }),
        fc.array(step, { maxLength: 80 }),
        fc.nat(79),
        (parents, steps, saved) => {
          let world = emptyWorld
          const add = (event: Event) => {
            world = evolve(world, { seq: world.seq + 1, at, event })
          }
          names.forEach((agentId, index) => {
            const parentId = index === 0 ? null : (names[(parents[index - 1] ?? 0) % index] as AgentId)
            add({ type: "agent.founded", agentId, parentId, name: agentId })
          })
          for (const [index, one] of steps.entries()) {
            add(eventOf(names[one.who] as AgentId, one, world))
            if (index === saved) world = worldFrom(JSON.parse(JSON.stringify(snapshotOf(world))) as WorldSnapshot)
            for (const { id, tally } of allAgents(world)) {
              expect(tally).toEqual(counted(world, id))
              // Whoever is gone and still asked about is the one that is no agent any more.
              const signs = Object.values(agentCounts(tally)).reduce((so, count) => so + count, 0)
              expect(signs - tally.needed.dismissed).toBe(tally.agents)
            }
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it("OPM-9 one event costs the way up to the root, and leaves everybody else as they were", () => {
    let world = emptyWorld
    const add = (event: Event) => {
      world = evolve(world, { seq: world.seq + 1, at, event })
    }
    add({ type: "agent.founded", agentId: jakeId, parentId: null, name: "Jake" })
    for (const id of ["a", "b"]) add({ type: "agent.founded", agentId: id as AgentId, parentId: jakeId, name: id })
    add({ type: "agent.founded", agentId: "a1" as AgentId, parentId: "a" as AgentId, name: "a1" })
    const b = findAgent(world, "b" as AgentId)
    add({ type: "turn.started", agentId: "a1" as AgentId, turnId: "t" as TurnId, model: "m" })
    expect(findAgent(world, "b" as AgentId)).toBe(b)
    expect(["a1", "a", jakeId].map((id) => findAgent(world, id as AgentId)?.tally.working)).toEqual([1, 1, 1])
  })

  it("whoever is dismissed is not counted; what is still in the inbox on its behalf is", () => {
    let world = emptyWorld
    const add = (event: Event) => {
      world = evolve(world, { seq: world.seq + 1, at, event })
    }
    add({ type: "agent.founded", agentId: jakeId, parentId: null, name: "Jake" })
    add({ type: "agent.founded", agentId: "a" as AgentId, parentId: jakeId, name: "a" })
    const item = { kind: "help", id: "i" as ItemId, agentId: "a" as AgentId, at, tier: 1, reason: "" } as const
    add({ type: "attention.raised", agentId: "a" as AgentId, item })
    expect(findAgent(world, jakeId)?.tally).toMatchObject({ agents: 2, tiers: [0, 1, 0, 0, 0] })
    add({ type: "agent.moved", agentId: "a" as AgentId, standing: { kind: "dismissed", at }, because: "" })
    expect(findAgent(world, jakeId)?.tally).toMatchObject({ agents: 1, tiers: [0, 1, 0, 0, 0] })
  })

  it("ux 5.2: who asks two things is one who needs the user, and is counted as nothing else; the items are counted by themselves", () => {
    let world = emptyWorld
    const add = (event: Event) => {
      world = evolve(world, { seq: world.seq + 1, at, event })
    }
    const [ed, mira] = ["ed" as AgentId, "mira" as AgentId]
    add({ type: "agent.founded", agentId: jakeId, parentId: null, name: "Jake" })
    for (const agentId of [ed, mira]) {
      add({ type: "agent.founded", agentId, parentId: jakeId, name: agentId })
      add({ type: "turn.started", agentId, turnId: turnOf(agentId), model: "m" })
    }
    for (const id of ["i", "j"] as ItemId[])
      add({ type: "attention.raised", agentId: ed, item: { kind: "help", id, agentId: ed, at, tier: 1, reason: "" } })
    const tally = findAgent(world, jakeId)?.tally ?? noTally
    expect(agentCounts(tally)).toEqual({ needsYou: 1, working: 1, waiting: 1, stopped: 0, paused: 0, stuck: 0, done: 0 })
    expect([itemsToAnswer(tally), tally.working]).toEqual([2, 2])
  })
})
