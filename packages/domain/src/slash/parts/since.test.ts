// /logs, /forensics and /cost by time: what the world dates is filtered, what it does not date is counted, and nothing is made up.
import {
  type Agent,
  AgentId,
  type AttentionItem,
  type CallId,
  type CostReport,
  type Instant,
  type ItemId,
  type TurnId,
  type World,
} from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { agentAt, sampleTurn, sampleWorld } from "../../testing/sample-world.ts"
import { readSlash } from "../read.ts"
import { findSlash } from "../table.ts"
import { parseSince } from "./since.ts"

const now = "2026-03-05T12:00:00.000Z" as Instant
const at = (time: string) => `2026-03-05T${time}:00.000Z` as Instant
const yesterday = "2026-03-04T23:59:59.999Z" as Instant

function read(line: string, world: World): string {
  const reading = readSlash(line, world, agentAt(world), { at: now })
  if (!reading.ok) return reading.message
  return reading.effect.kind === "answer" ? reading.effect.text : expect.fail(reading.effect.kind)
}

describe("a moment as it is typed", () => {
  it.each([
    ["10m", at("11:50")],
    ["2h", at("10:00")],
    ["36H", "2026-03-04T00:00:00.000Z"],
    ["today", at("00:00")],
    ["2026-03-05T09:00Z", at("09:00")],
    ["2026-03-05T09:00:00.000Z", at("09:00")],
    ["2026-03-05T09:00+02:00", at("07:00")],
  ])("%s", (word, moment) => {
    expect(parseSince(word)?.(now)).toBe(moment)
  })

  it.each([
    "",
    "m",
    "0m",
    "10",
    "10x",
    "-5m",
    "1.5h",
    "999999m",
    "yesterday",
    "2026-03-05",
    "2026-03-05T09:00",
    "2026-13-05T09:00Z",
  ])("%j is none", (word) => {
    expect(parseSince(word)).toBeNull()
  })

  it("never breaks, and gives moments that sort by their letters", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.date({ noInvalidDate: true }).map(String), fc.stringMatching(/^\d{1,6}[mh]$/)),
        (word) => {
          const moment = parseSince(word)?.(now)
          if (moment) expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        },
      ),
    )
  })
})

const busy: Partial<Agent> = {
  turn: {
    ...sampleTurn(),
    startedAt: at("11:00"),
    calls: [
      { status: "allowed", id: "c1" as CallId, capability: "bash", input: {}, since: at("11:55") },
      { status: "blocked", id: "c2" as CallId, capability: "write_file", input: {}, because: "no" },
    ],
  },
  taintedAt: at("11:58"),
  progress: { percent: 40, note: "half" },
  commitments: [{ callId: "c0" as CallId, command: "npm test", timeoutSeconds: 60 }],
  pendingSteers: [{ axis: "modelMode", to: "deep", scope: "next-milestone", reason: "", at: at("11:10") }],
}
const failure = { kind: "auth", message: "key refused", status: 401, requestId: null, retryAfterMs: null } as const
const failed: Partial<Agent> = {
  name: "API squad",
  trouble: { at: at("11:30"), turnId: "t" as TurnId, parked: true, failure },
  lastTurn: { outcome: "failed", stopReason: null },
}
function question(id: string, since: Instant, asks: string): AttentionItem {
  const agentId = AgentId.parse("a1")
  return { kind: "question", id: id as ItemId, agentId, at: since, tier: 1, question: asks, options: [], preferred: null }
}
const world: World = {
  ...sampleWorld([busy, failed]),
  attention: {
    ["i1" as ItemId]: question("i1", at("11:59"), "Which?"),
    ["i2" as ItemId]: question("i2", yesterday, "Whose?"),
  },
}

describe("/logs and /forensics since a moment", () => {
  it("show what happened since, and count what they leave out", () => {
    expect(read("/logs 10m", world).split("\n")).toEqual([
      "Jake: working, 0 turns since 2026-01-01 00:00:00 (UTC).",
      "Since 2026-03-05 11:50:00:",
      "Call bash: allowed.",
      "Left out: 1 older, 2 whose time is not kept.",
      "0 messages and 0 questions wait.",
    ])
    expect(read("/logs 2h", world)).toContain("Turn turn_1 since 2026-03-05 11:00:00")
    expect(read("/logs 2h", world)).toContain("Call write_file: blocked.")
    expect(read("/logs 2h", world)).toContain("Left out: 1 whose time is not kept.")
  })

  it("take an agent, whose name may have spaces, and then a moment", () => {
    const why = read("/forensics @api squad today", world)
    expect(why).toContain("Last turn: failed.")
    expect(why).toContain("Trouble at 2026-03-05 11:30:00")
    expect(why).toContain("Which?")
    expect(why).not.toContain("Whose?")
    expect(why).toContain("Left out: 1 older.")
    expect(read("/forensics API squad 2026-03-05T11:45Z", world)).not.toContain("Trouble")
    expect(read("/forensics a1", world)).toContain("Whose?")
    const own = read("/forensics 30m", world)
    expect(own).toContain("it has read text from the network")
    expect(own).not.toContain("modelMode deep waits")
    expect(own).toContain("Has to pass before its work counts as done: npm test")
  })

  it("say so when nothing is known", () => {
    expect(read("/logs a1 5m", world)).toContain("Nothing is known since 2026-03-05 11:55:00.\nLeft out: 2 older.")
  })

  it("an agent called like a moment is that agent", () => {
    expect(read("/logs today", sampleWorld([{}, { name: "Today" }]))).toMatch(/^Today: /)
  })

  it.each([
    ["/logs a1 yesterday", '"yesterday" is no moment.'],
    ["/logs 10x", 'There is no agent "10x".'],
    ["/forensics nobody 10m", 'There is no agent "nobody".'],
    ["/forensics 10m please", 'There is no agent "10m please".'],
  ])("%s is refused with the hint", (line, why) => {
    const name = line.split(" ")[0]
    expect(read(line, world)).toBe(
      `${why} Type it like this: ${name} [agent] [since]; since is 10m, 2h, today or a moment like 2026-01-31T09:00Z.`,
    )
  })
})

describe("/cost by time", () => {
  const asked: Instant[] = []
  const spentSince = (since: Instant): CostReport => {
    asked.push(since)
    const hour = { at: at("11:00"), costUsd: 3.5, inputTokens: 1_200, outputTokens: 34 }
    const agents = [
      { agentId: AgentId.parse("a1"), costUsd: 0.5, tokens: 34 },
      { agentId: AgentId.parse("jake"), costUsd: 3, tokens: 1_200 },
    ]
    return since >= at("11:59") ? { hours: [], agents: [] } : { hours: [hour], agents }
  }
  const run = (line: string, more: { zone?: string; sessionSince?: Instant } = {}) => {
    const { zone, sessionSince = at("11:30") } = more
    const world = sampleWorld([{}, {}])
    const when = { at: now, zone, sessionSince }
    const [, command = "", rest = ""] = /^\/(\S+) ?(.*)$/.exec(line) ?? []
    const wanted = findSlash(command)?.lookups(rest, when) ?? []
    const lookedUp = wanted.flatMap((one) => (one.kind === "spent-since" ? [{ ...one, report: spentSince(one.since) }] : []))
    const reading = readSlash(line, world, agentAt(world), { ...when, lookedUp })
    return reading.ok && reading.effect.kind === "answer" ? reading.effect.text : expect.fail("no answer")
  }

  it("today begins at the user's midnight, and is summed from the journal", () => {
    expect(run("/cost today", { zone: "Asia/Tokyo" }).split("\n")).toEqual([
      "Today, since 2026-03-05 00:00 (Asia/Tokyo): $3.50 by 2 agents.",
      "Tokens: 1200 in, with what came from the cache and went there, 34 out.",
      "Jake: $3.00, 1200 tokens.",
      "a1: $0.50, 34 tokens.",
      "By the price table in the settings; the provider's bill decides.",
    ])
    expect(asked.at(-1)).toBe("2026-03-04T15:00:00.000Z")
    expect(run("/session-report today")).toContain("Today, since 2026-03-05 00:00 (UTC)")
  })

  it("a session is since this run of Kibitz began; where nobody was answered it says so", () => {
    expect(run("/cost session")).toContain("This session, since 2026-03-05 11:30 (UTC): $3.50 by 2 agents.")
    expect(asked.at(-1)).toBe(at("11:30"))
    expect(run("/cost session", { sessionSince: at("11:59") })).toBe(
      "This session, since 2026-03-05 11:59 (UTC): $0.00. Nobody has been answered.",
    )
  })

  it("where no journal is at hand it says so, and before it is run it is only checked", () => {
    const world = sampleWorld([{}])
    expect(read("/cost today", world)).toContain("in the journal, which is not at hand here")
    expect(readSlash("/cost today", world, agentAt(world)).ok).toBe(true)
  })
})
