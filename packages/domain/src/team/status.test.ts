// The one word for where an agent stands (OPM-7), and that it is never guessed.
import { type Agent, AgentStatus, type Call, type Instant, type Standing, type Turn } from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import { agentAt, sampleTurn, sampleWorld } from "../testing/sample-world.ts"
import { agentStatus, isSilent, modeOf, SILENT_MS } from "./status.ts"

const at = "2026-01-01T00:00:00.000Z" as Instant
const later = (ms: number) => new Date(Date.parse(at) + ms).toISOString() as Instant
const failure = { kind: "overloaded", message: "", status: null, requestId: null, retryAfterMs: null } as const
const asked = { status: "asked", id: "c1", capability: "bash", input: {}, itemId: "i", since: at } as unknown as Call
const running = { status: "allowed", id: "c2", capability: "bash", input: {}, since: at } as unknown as Call

function agent(fields: Partial<Agent>): Agent {
  return { ...agentAt(sampleWorld()), assignment: "do it", waits: null, evidence: { at, what: "began" }, ...fields }
}
const below = (fields: Partial<Agent["tally"]>) => ({ ...agent({}).tally, agents: 3, ...fields })
const turn = (fields: Partial<Turn>): Turn => ({ ...sampleTurn(), ...fields })
const presence = { since: at, surface: "desktop", cause: "tab" } as const
const trouble = (parked: boolean) => ({ at, turnId: "t" as never, parked, failure })
const stands: Readonly<Record<string, Standing>> = {
  paused: { kind: "paused", at, by: "user" },
  stopped: { kind: "stopped", at },
  stuck: { kind: "stuck", at, why: "blocked", detail: "" },
  done: { kind: "done", at, verified: true },
  dismissed: { kind: "dismissed", at },
}

const cases: readonly (readonly [AgentStatus, string, Partial<Agent>])[] = [
  ["waiting", "it was never asked for anything", { assignment: null, waits: "nothing" }],
  ["waiting", "the user is there", { presence }],
  ["waiting", "the user stopped it", { standing: stands.stopped as Standing }],
  ["working", "a request is out", { turn: turn({}) }],
  ["working", "a tool runs", { turn: turn({ status: { kind: "calling" }, calls: [running] }) }],
  ["working", "a tool runs while another is asked for", { turn: turn({ status: { kind: "calling" }, calls: [asked, running] }) }],
  ["waiting-api", "the provider asked us to wait", { turn: turn({ status: { kind: "delayed", until: at, failure } }) }],
  ["waiting-api", "no slot is free", { turn: turn({ status: { kind: "held" } }) }],
  ["waiting-api", "its time has come, and a usage limit is on", { due: { at: later(1), why: "continue", limited: true } }],
  ["waiting-child", "those below it work", { waits: "child", tally: below({ working: 1, stuck: 1, tiers: [0, 0, 1, 0, 0] }) }],
  ["waiting-child", "those below it go on by themselves", { waits: "child", tally: below({ stopped: 1, paused: 1 }) }],
  ["waiting-child", "the one below it has asked one above", { waits: "child", tally: below({ waiting: 1 }) }],
  ["waiting-child", "the one below it is stuck", { waits: "child", tally: below({ stuck: 1, tiers: [0, 0, 1, 0, 0] }) }],
  ["waiting-child", "the one below it has a question", { waits: "child", tally: below({ waiting: 1, tiers: [0, 1, 0, 0, 0] }) }],
  ["paused", "all below it are paused", { waits: "child", tally: below({ paused: 2, done: 1 }) }],
  ["waiting-parent", "its question is with one above", { waits: "parent" }],
  ["needs-you", "a call waits for the user", { turn: turn({ status: { kind: "calling" }, calls: [asked] }) }],
  ["needs-you", "it has a question", { waits: "you", asks: true }],
  ["paused", "its money is spent, and another asks for more", { waits: "you" }],
  ["paused", "the same, and it has knocked", { waits: "you", items: ["i" as never], asks: false }],
  ["waiting", "a unit waits for a look", { waits: "review" }],
  ["put-off", "it has a question, which the user wants later", { waits: "you", asks: true, putOff: true }],
  ["put-off", "a unit waits for a look, which the user wants later", { waits: "review", putOff: true }],
  [
    "put-off",
    "a call waits for the user, who wants it later",
    { turn: turn({ status: { kind: "calling" }, calls: [asked] }), putOff: true },
  ],
  [
    "put-off",
    "a call waits for the user, who wants it later, and something else is there to be looked at",
    { turn: turn({ status: { kind: "calling" }, calls: [asked] }), items: ["i" as never], asks: false, putOff: false },
  ],
  ["working", "what it asked sleeps, and it goes on meanwhile", { turn: turn({}), putOff: true }],
  ["stopped", "it goes on at a known time", { due: { at, why: "continue" } }],
  ["stopped", "it is started again at a known time", { due: { at, why: "restart" }, trouble: trouble(false) }],
  ["verifying", "its checks run", { turn: turn({ cause: "verification", status: { kind: "calling" }, calls: [running] }) }],
  [
    "needs-you",
    "a check waits for the user",
    { turn: turn({ cause: "verification", status: { kind: "calling" }, calls: [asked] }) },
  ],
  ["paused", "by the user", { standing: stands.paused as Standing }],
  ["paused", "the key is refused", { trouble: trouble(true) }],
  ["stuck", "it says so", { standing: stands.stuck as Standing }],
  ["failed", "it was restarted as often as allowed", { trouble: trouble(false) }],
  ["done", "its checks passed", { standing: stands.done as Standing, presence }],
  ["dismissed", "whatever it was doing", { standing: stands.dismissed as Standing, turn: turn({}) }],
]

describe("agentStatus", () => {
  it.each(cases)("OPM-7 %s: %s", (status, _, fields) => {
    expect(agentStatus(agent(fields), at)).toBe(status)
  })

  it("OPM-7 unverifiable: it should be working, and nothing has been heard of it for two minutes", () => {
    const one = agent({ turn: turn({}) })
    expect(agentStatus(one, later(SILENT_MS - 1))).toBe("working")
    expect(agentStatus(one, later(SILENT_MS))).toBe("unverifiable")
    expect(agentStatus(one)).toBe("working")
  })

  it("OPM-7 of one that waits for the user or the provider nothing is to be heard", () => {
    for (const fields of [
      { turn: turn({ status: { kind: "calling" }, calls: [asked] }) },
      { turn: turn({ status: { kind: "held" } }) },
      { turn: turn({ status: { kind: "delayed", until: at, failure } }) },
      { turn: null },
    ]) {
      expect(isSilent(agent(fields), later(10 * SILENT_MS))).toBe(false)
    }
  })

  it("OPM-7 each of the fourteen words can come to be", () => {
    const seen = new Set<string>([...cases.map(([status]) => status), "unverifiable"])
    expect(AgentStatus.options.filter((status) => !seen.has(status))).toEqual([])
  })

  it("OPM-4 the mode is presence and nothing else", () => {
    for (const standing of Object.values(stands)) {
      expect([modeOf(agent({ standing })), modeOf(agent({ standing, presence }))]).toEqual(["perseverance", "chat"])
    }
  })
})
