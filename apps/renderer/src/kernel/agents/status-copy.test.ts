import { type Agent, AgentStatus, type Instant } from "@kibitz/contract"
import { agentStatus, emptyWorld, putAgent } from "@kibitz/domain"
import { sampleItem } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { evidenceLine, statusLine } from "./status-copy.ts"
import { statusGlyphs, statusWords } from "./status-glyphs.ts"

const now = "2026-01-01T10:00:00.000Z" as Instant
const later = (seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString() as Instant
const agent = (more: object) =>
  ({
    id: "jake",
    name: "Jake",
    parentId: null,
    childIds: [],
    assignment: null,
    addressed: true,
    presence: null,
    standing: { kind: "open" },
    due: null,
    waits: null,
    asking: [],
    turn: null,
    trouble: null,
    evidence: { at: later(-12), what: "replied" },
    ...more,
  }) as unknown as Agent
const child = (id: string, name: string, standing = "open") =>
  agent({ id, name, parentId: "jake", assignment: "work", standing: { kind: standing } })
const world = (...agents: Agent[]) => ({ ...emptyWorld, agents: agents.reduce(putAgent, emptyWorld.agents) })
const line = (of: Agent, ...others: Agent[]) => statusLine(world(of, ...others), of, agentStatus(of, now), now)

test("OPM-7: every status has a shape and a word", () => {
  for (const status of AgentStatus.options) {
    expect(statusGlyphs[status]).toBeTruthy()
    expect(statusWords[status]).toMatch(/^[a-z]/)
  }
})

test("OPM-7: what it waits for, by name and by time", () => {
  expect(line(agent({ due: { at: later(2), why: "continue" } }))).toBe("goes on in 2 s")
  expect(line(agent({ due: { at: later(20), why: "restart" } }))).toBe("tries again in 20 s")
  const team = agent({ waits: "child", childIds: ["ed", "mira", "tal"], tally: { working: 2 } })
  expect(line(team, child("ed", "Ed"), child("mira", "Mira"), child("tal", "Tal", "done"))).toBe("waits for Ed, Mira")
  const failure = { kind: "overloaded" }
  const turn = { cause: "message", calls: [], attempt: 2, status: { kind: "delayed", until: later(38), failure } }
  expect(line(agent({ turn }))).toBe("waits for the provider, 38 s · retry 2 of 7")
  expect(line(agent({ turn: { ...turn, status: { kind: "held" } } }))).toBe("waits for a free request")
})

test("C8: one that was given nothing has no assignment; one that is talked to waits for its turn", () => {
  expect(line(agent({ addressed: false, waits: "nothing" }))).toBe("no assignment")
  expect(line(agent({ presence: { since: now } }))).toBe("your turn")
  expect(line(agent({ standing: { kind: "stopped", at: now } }))).toBe("stopped by you")
  expect(line(agent({ standing: { kind: "done", at: now, verified: true } }))).toBe("done, verified")
  expect(line(agent({ standing: { kind: "done", at: now, verified: false } }))).toBe("done, unverified")
})

test("OPM-7: the last evidence and its age; two minutes without any are no longer called working", () => {
  expect(evidenceLine(agent({}), now)).toBe("replied 12 s ago")
  const turn = { cause: "message", calls: [], status: { kind: "asking" } }
  expect(line(agent({ turn, evidence: { at: later(-121), what: "replied" } }))).toBe("no sign of it")
})

test("A1: whom a limit ended in the middle of a turn says the same as whom it kept from one; spent money is told as such", () => {
  const parked = (kind: string) => agent({ trouble: { parked: true, failure: { kind } } })
  expect(line(parked("rate_limited"))).toBe("paused by a limit")
  expect(line(agent({ standing: { kind: "paused", at: now, by: "limit" } }))).toBe("paused by a limit")
  expect(line(parked("budget"))).toBe("paused, its money is spent")
  expect(line(parked("offline"))).toBe("paused, no network")
  expect(line(parked("auth"))).toBe("paused")
  expect(line(agent({ standing: { kind: "paused", at: now, by: "user" } }))).toBe("paused by you")
})

test("F32: whom the network stopped says so, and when it is looked for again", () => {
  const item = sampleItem("provider", { id: "provider-offline", agentId: "jake", failure: "offline", until: later(20) })
  const cutOff = agent({ trouble: { parked: true, failure: { kind: "offline" } } })
  const told = { ...world(cutOff), attention: { [item.id]: item } }
  expect(statusLine(told, cutOff, agentStatus(cutOff, now), now)).toBe("paused, no network, tried again in 20 s")
})
