// WRK-5: every time in an answer of Kibitz is a time in the user's zone. Nothing that is told to the user is in UTC.
import type { Instant, World } from "@kibitz/contract"
import { replayWithJake, sampleItem } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { startOfDay } from "../kernel/local-time.ts"
import { agentAt, sampleTurn, sampleWorld } from "../testing/sample-world.ts"
import { decide } from "../world.ts"
import { readSlash } from "./read.ts"
import { everyLine } from "./testing/every-line.ts"

/** Ten to midnight in UTC, when it is another day in both zones' morning and afternoon. */
const now = "2026-03-05T23:50:00.000Z" as Instant
const earlier = "2026-03-05T20:15:30.000Z" as Instant
const zones = [
  ["Asia/Tokyo", "2026-03-06 05:15:30", "2026-03-06 00:00"],
  ["America/New_York", "2026-03-05 15:15:30", "2026-03-05 00:00"],
] as const

const failure = { kind: "rate_limited", message: "slow down", status: 429, requestId: null, retryAfterMs: null } as const
const working: World = {
  ...sampleWorld([
    {
      createdAt: earlier,
      taintedAt: earlier,
      turn: {
        ...sampleTurn(true),
        startedAt: earlier,
        status: { kind: "delayed", until: earlier, failure },
        calls: [{ status: "allowed", id: "c1" as never, capability: "bash", input: {}, since: earlier }],
      },
      trouble: { at: earlier, turnId: "t" as never, parked: true, failure },
    },
  ]),
}
const everyKind = [
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
const attention = Object.fromEntries(
  everyKind.map((kind) => [`i-${kind}`, sampleItem(kind, { id: `i-${kind}`, agentId: "jake" as never, at: earlier })]),
)
const world = { ...working, attention } as World

const hours = [{ at: earlier, costUsd: 1, inputTokens: 1, outputTokens: 1 }]
const report = { hours, agents: [{ agentId: "jake" as never, costUsd: 1, tokens: 2 }] }

function read(line: string, zone: string): string | null {
  const lookedUp = [earlier, startOfDay(now, zone)].map((since) => ({ kind: "spent-since" as const, since, report }))
  const reading = readSlash(line, world, agentAt(world), { at: now, zone, sessionSince: earlier, lookedUp })
  return reading.ok && reading.effect.kind === "answer" ? reading.effect.text : null
}

describe("WRK-5 the answers to slash commands", () => {
  it.each(zones)("tell the time in %s", (zone, local) => {
    expect(read("/logs", zone)).toContain(`since ${local} (${zone})`)
    expect(read("/logs", zone)).toContain(`Turn turn_1 since ${local}: delayed until ${local}`)
    expect(read("/forensics", zone)).toContain(`Trouble at ${local}`)
    expect(read("/forensics", zone)).toContain(`running since ${local}`)
    expect(read("/forensics", zone)).toContain(`Times are in ${zone}.`)
    expect(read("/parallel", zone)).toContain(`since ${local}`)
    expect(read("/parallel", zone)).toContain(`Times are in ${zone}.`)
  })

  it.each(zones)("begin a day at midnight in %s", (zone, _, midnight) => {
    expect(read("/logs today", zone)).toContain(`Since ${midnight}:00:`)
    expect(read("/cost today", zone)).toContain(`since ${midnight} (${zone})`)
  })

  it("hold no instant as it is stored, whatever is asked", () => {
    const answers = everyLine().map((line) => read(line, "Asia/Tokyo"))
    expect(answers.filter((text) => text !== null).length).toBeGreaterThan(20)
    for (const text of answers) expect(text ?? "").not.toMatch(/\d\d:\d\d(:\d\d)?(\.\d+)?Z/)
  })
})

it.each(zones)("WRK-5 a refusal to try again before the provider allows it names the time in %s", (zone, local) => {
  const command = { type: "turn.retry", agentId: agentAt(world).id } as const
  const decision = decide(world, command, {
    at: now,
    id: (prefix) => prefix,
    origin: { actor: "user", surface: "desktop" },
    zone,
  })
  expect(decision).toMatchObject({ rejection: { message: expect.stringContaining(`at ${local}`) } })
})

it("WRK-5 a day without a midnight begins where it begins", () => {
  const run = replayWithJake()
  const at = "2026-03-29T12:00:00.000Z" as Instant
  // In Beirut the clock went from 23:59 to 01:00 in that night.
  const reading = readSlash("/logs today", run.world(), run.agent(), { at, zone: "Asia/Beirut" })
  expect(reading).toMatchObject({ ok: true, effect: { text: expect.stringContaining("2026-03-29 01:00:00") } })
})
