// What concerns many at once: money, a limit of the provider, everybody below one held and let go on; and what the user puts off.
import type { AgentScope, ItemId } from "@kibitz/contract"
import fc from "fast-check"
import type { Sim } from "./sim.ts"
import { below, isQuestion, type SimAgent, spentBy } from "./sim-state.ts"
import { byUser, idOf, isAsked, isHere, MOST_AGENTS, staysHeard, step } from "./step.ts"

const who = fc.nat(MOST_AGENTS - 1)

/** One purse on each way up: what is set aside from another has tests of its own. */
function mayHavePurse(agent: SimAgent): boolean {
  const above: SimAgent[] = []
  for (let one = agent.parent; one; one = one.parent) above.push(one)
  return [...above, ...below(agent).slice(1)].every(({ limit, standing }) => limit === null || standing === "dismissed")
}
export const moneyFor = (who: number, dollars: number) =>
  step(
    `is given $${dollars}`,
    who,
    (sim, agent) => isHere(sim, agent) && mayHavePurse(agent),
    async (sim, real, agent) => {
      const limitUsd = spentBy(agent) + dollars
      sim.givesMoney(agent, limitUsd)
      await byUser(real, { type: "agent.set-budget", agentId: idOf(real, agent), limitUsd })
    },
  )
export const givesMoney = fc.record({ who, dollars: fc.constantFrom(1, 2, 4) }).map(({ who, dollars }) => moneyFor(who, dollars))

/** Of the provider: the user gives another key, or looks whether the one there is works. */
export const anotherKey = () =>
  step(
    "another key",
    0,
    () => true,
    async (sim, real) => {
      sim.anotherKey()
      const keyHint = `…${real.asked++}`
      const found = { using: "provider", keySource: "keychain", keyHint, protection: "none" } as const
      await real.theatre.do({ type: "connection.record", ...found })
    },
  )
export const givesKey = fc.constant(null).map(anotherKey)
export const check = () =>
  step(
    "the connection is checked",
    0,
    () => true,
    async (sim, real) => {
      sim.checked()
      await byUser(real, { type: "connection.check" })
    },
  )
export const checksOut = fc.constant(null).map(check)

export const network = (isThere: boolean) =>
  step(
    `the network is ${isThere ? "there" : "gone"}`,
    0,
    (sim) => sim.isDown === isThere,
    (sim, { theatre }) => {
      sim.isDown = !isThere
      theatre.network(isThere)
    },
  )
export const networkChanges = fc.boolean().map(network)

/** By the computer's clock: what has a time goes on when that clock says so (F30). What the provider wants goes by durations, and has tests of its own. */
export const clockBack = (ms: number) =>
  step(
    `the clock is set back by ${ms} ms`,
    0,
    (sim) => sim.isUntroubled(),
    (sim, { theatre }) => {
      sim.setBack(ms)
      theatre.setBack(ms)
    },
  )
export const clockChanges = fc.constantFrom(1_000, 30_000, 600_000).map(clockBack)

/** All tries of one request: in between, everything else has its time. */
const TRIES_MS = 62_000
export const outage = (who: number) =>
  step(
    "cannot reach anybody",
    who,
    (sim, agent) =>
      isAsked(sim, agent) && staysHeard({ agents: sim.agents.filter((one) => one !== agent), now: sim.now }, TRIES_MS),
    async (sim, real, agent) => {
      while (agent.turn?.at === "model") {
        sim.unreachable(agent)
        real.theatre.exchange(agent.name).fail("offline")
        sim.settle()
        await real.theatre.settled()
        if (agent.turn === null) return
        const ms = agent.turn.until - sim.now
        sim.pass(ms)
        await real.theatre.pass(ms)
      }
    },
  )
export const outages = who.map(outage)

const LIMIT_MS = 60_000
export const limitFor = (who: number) =>
  step("meets a limit", who, isAsked, (sim, { theatre }, agent) => {
    sim.meetsLimit(agent, LIMIT_MS)
    const failure = { kind: "rate_limited", message: "later", status: 429, requestId: null, retryAfterMs: LIMIT_MS } as const
    theatre.exchange(agent.name).stop({ kind: "failed", failure })
  })
export const meetsLimit = who.map(limitFor)

export const wake = () =>
  step(
    "wakes all",
    0,
    ({ limit }) => limit !== null && !limit.wakes,
    async (sim, real) => {
      sim.wakesAll()
      await byUser(real, { type: "limit.wake", wake: true })
    },
  )
export const wakesAll = fc.constant(null).map(wake)

function inScope(sim: Sim, agent: SimAgent, scope: AgentScope): readonly SimAgent[] {
  const those = scope === "all" ? sim.inOrder(() => true) : scope === "subtree" ? below(agent) : [agent]
  return those.filter((one) => isHere(sim, one))
}
const scope = fc.constantFrom<AgentScope>("subtree", "all")

export const haltMany = (who: number, how: "pause" | "stop", scope: AgentScope) =>
  step(`${how} ${scope}`, who, isHere, async (sim, real, agent) => {
    for (const one of inScope(sim, agent, scope)) sim[how](one)
    await byUser(real, { type: "agent.halt", agentId: idOf(real, agent), how, all: false, scope })
  })
export const haltsMany = fc
  .record({ who, how: fc.constantFrom("pause" as const, "pause" as const, "stop" as const), scope })
  .map(({ who, how, scope }) => haltMany(who, how, scope))

export const resumeMany = (who: number, scope: AgentScope, stopped: boolean) =>
  step(`resumes ${scope}${stopped ? ", the stopped too" : ""}`, who, isHere, async (sim, real, agent) => {
    sim.resume(inScope(sim, agent, scope), stopped)
    const also = stopped ? { stopped: true as const } : {}
    await byUser(real, { type: "agent.resume", agentId: idOf(real, agent), scope, ...also })
  })
export const resumesMany = fc
  .record({ who, scope, stopped: fc.boolean() })
  .map(({ who, scope, stopped }) => resumeMany(who, scope, stopped))

/** Putting something off changes nothing but when the user hears of it, and that no other word of theirs is the answer. */
export const putOff = (who: number, minutes: 1 | 5) =>
  step(
    `put off for ${minutes} min`,
    who,
    (_, { items }) => items.length > 0,
    async (sim, real, agent) => {
      const { items } = real.theatre.named(agent.name)
      const itemId = items[who % items.length]
      const asked = items.filter((id) => real.theatre.world().attention[id]?.kind === "question")
      const question = agent.items.filter(isQuestion)[asked.indexOf(itemId as ItemId)]
      if (question) sim.putOff.set(question, sim.now + minutes * 60_000)
      if (itemId) await byUser(real, { type: "attention.snooze", itemId, until: minutes })
    },
  )
export const snoozes = fc
  .record({ who, minutes: fc.constantFrom(1 as const, 5 as const) })
  .map(({ who, minutes }) => putOff(who, minutes))
