// A turn that is delayed is asked again once its time has come: whenever Kibitz is killed, however late it runs, whatever the clock shows and whether or
// not the disk has room. Told as random stories over the real engine: kills at any point of any await, stalls, clocks that jump, restarts long after.
import { type AgentId, fromInstant, jakeId, type ModelFailure } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import type { Model, ModelEvent } from "@kibitz/ports"
import { countingIds, type ManualClock, manualClock, memoryDrafts, memoryJournal, recordingLog, replyOf } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Engine, startEngine } from "../engine.ts"

const AGENTS = 5
/** A line of that many, and of what else may be late, goes one after the other. */
const IN_LINE_MS = 10_000
const LOOK_MS = 1_000

type Answer = { readonly kind: ModelFailure["kind"] | "reply"; readonly retryAfterMs: number | null; readonly ticks: number }
type Step =
  | { readonly do: "pass" | "stall" | "jump" | "away"; readonly ms: number }
  | { readonly do: "kill"; readonly ticks: number; readonly isFull: boolean }
  | { readonly do: "say"; readonly agent: number }
  | { readonly do: "full" }

const answer = fc.record({
  kind: fc.constantFrom("rate_limited" as const, "overloaded" as const, "cut" as const, "reply" as const),
  retryAfterMs: fc.constantFrom(null, 0, 900, 30_000, 20 * 60_000),
  ticks: fc.nat(6),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 70_000 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("stall" as const), ms: fc.nat(8_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("jump" as const), ms: fc.integer({ min: -7_200_000, max: 7_200_000 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("kill" as const), ticks: fc.nat(60), isFull: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("away" as const), ms: fc.nat(3_600_000) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("say" as const), agent: fc.nat(AGENTS - 1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("full" as const) }) },
)

async function ticks(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await (at % 4 === 3 ? new Promise((resolve) => setImmediate(resolve)) : null)
}

/** One machine over many starts of Kibitz. */
function machine(answers: readonly Answer[]) {
  let journal = memoryJournal()
  const drafts = memoryDrafts()
  const ids = countingIds()
  const log = recordingLog()
  const left = [...answers]
  let clock: ManualClock = manualClock()
  let engine: Engine | null = null
  /** Turns whose time had come before the last start. */
  let pastAtStart = new Set<string>()
  const waits = new Map<string, { readonly start: number; readonly all: number }>()

  const model: Model = {
    async *stream(): AsyncGenerator<ModelEvent> {
      const { kind, retryAfterMs, ticks: count } = left.shift() ?? { kind: "reply", retryAfterMs: null, ticks: 0 }
      await ticks(count)
      if (kind === "reply")
        yield { type: "stop", stop: { kind: "replied", reply: replyOf([{ type: "text", text: "Half of it is done." }]) } }
      else {
        const failure = {
          kind,
          message: kind,
          status: null,
          requestId: null,
          retryAfterMs: kind === "rate_limited" ? retryAfterMs : null,
        }
        yield { type: "stop", stop: { kind: "failed", failure } }
      }
    },
    check: async () => ({ ok: true, models: ["scripted"] }),
  }

  /** `after`: killed after so many moments of its start; left out, it comes to its end. */
  async function start(after?: number, isFull = false): Promise<void> {
    const now = clock.now()
    clock = manualClock(now.toString())
    journal = journal.reopen()
    if (isFull) journal.failEveryAppend("full")
    const needs = { journal, clock, ids, chance: { next: () => 0.5 }, model, drafts, log, project: "/p" }
    engine = startEngine({ ...needs, tools: { run: nothing } })
    const opened = engine.open()
    if (after === undefined) await opened
    else await Promise.race([opened, ticks(after)])
    waits.clear()
    pastAtStart = new Set(delayed().flatMap(({ key, isDue }) => (isDue ? [key] : [])))
  }

  async function settled(): Promise<void> {
    for (let before = -1; before !== world().seq; ) {
      before = world().seq
      await ticks(12)
    }
  }

  const world = () => engine?.supervisor.world() ?? expect.fail("it does not run")

  return {
    start,
    settled,
    world,
    log,
    clock: () => clock,
    journal: () => journal,
    do: (...command: Parameters<Engine["supervisor"]["dispatch"]>) => engine?.supervisor.dispatch(...command),
    /** Time passes as it does, and whatever becomes due happens in between. Answers who was kept waiting too long in it. */
    async pass(ms: number): Promise<readonly string[]> {
      const late = new Set<string>()
      for (let leftMs = ms; leftMs > 0; ) {
        const next = Math.min(leftMs, LOOK_MS, Math.max(1, clock.nextIn() ?? leftMs))
        clock.advance(next)
        leftMs -= next
        await settled()
        for (const one of waiting(next)) late.add(one)
      }
      return [...late]
    },
  }

  function delayed() {
    return allAgents(world()).flatMap(({ name, turn }) => {
      if (turn?.status.kind !== "delayed") return []
      const { until, since, failure } = turn.status
      const isDue = fromInstant(until).epochMilliseconds <= clock.now().epochMilliseconds
      const saidMs = since ? Math.max(0, Date.parse(until) - Date.parse(since)) : 0
      return [{ name, key: `${turn.id} ${turn.attempt} ${since} ${until}`, isDue, saidMs, why: failure.kind }]
    })
  }

  /** Counted is only time in which this Kibitz ran: since its start, where the turn was due before that, and since it was told to wait, whatever the clock shows. */
  function waiting(passed: number): string[] {
    return delayed().flatMap(({ name, key, saidMs, why }) => {
      const before = waits.get(key) ?? { start: 0, all: 0 }
      const now = { start: pastAtStart.has(key) ? before.start + passed : 0, all: before.all + passed }
      waits.set(key, now)
      const isLate = now.start > IN_LINE_MS || now.all > saidMs + IN_LINE_MS
      return isLate ? [`${name} (${why}): told to wait ${saidMs} ms, waits ${now.all} ms, due for ${now.start} ms`] : []
    })
  }
}

async function* nothing() {
  yield { type: "end" as const, ok: true, output: "", bytes: 0 }
}

const user = { actor: "user", surface: "desktop", connection: "c1" } as const

async function tell(answers: readonly Answer[], steps: readonly Step[]): Promise<void> {
  const app = machine(answers)
  await app.start()
  for (let at = 1; at < AGENTS; at += 1)
    await app.do({ type: "agent.spawn", parentId: jakeId, name: `Agent ${at}`, assignment: "do it" }, user)
  await app.settled()
  for (const one of steps) {
    if (one.do === "pass") {
      app.journal().recover()
      expect(await app.pass(one.ms)).toEqual([])
    }
    if (one.do === "stall") {
      app.clock().stall(one.ms)
      await ticks(2)
    }
    if (one.do === "jump") app.clock().setWallClock(app.clock().now().add({ milliseconds: one.ms }))
    if (one.do === "say")
      void app.do({ type: "message.send", agentId: agentAt(app, one.agent), text: "go on", delivery: "queue" }, user)
    if (one.do === "full") app.journal().failEveryAppend("full")
    if (one.do === "away") app.clock().setWallClock(app.clock().now().add({ milliseconds: one.ms }))
    if (one.do === "kill") {
      await ticks(one.ticks)
      // Killed once more, in the middle of coming back.
      await app.start(one.ticks)
    }
    if (one.do === "kill" || one.do === "away") {
      await app.start(undefined, one.do === "kill" && one.isFull)
      await app.settled()
    }
  }
  app.journal().recover()
  expect(await app.pass(2 * IN_LINE_MS)).toEqual([])
}

function agentAt(app: ReturnType<typeof machine>, at: number): AgentId {
  return allAgents(app.world())[at]?.id ?? jakeId
}

describe("a delayed turn", () => {
  it("F12 F30 that was due at a start on a full disk is asked when there is room, although the clock was set back meanwhile", async () => {
    const limited = Array.from({ length: AGENTS - 1 }, () => ({ kind: "rate_limited" as const, retryAfterMs: 30_000, ticks: 0 }))
    await tell(limited, [
      { do: "jump", ms: 60_000 },
      { do: "kill", ticks: 0, isFull: true },
      { do: "jump", ms: -7_200_000 },
      { do: "pass", ms: 20_000 },
    ])
  })

  it("F1 F30 F31 is asked once it is due, after any kill, stall, jump of the clock or full disk", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { maxLength: 60, size: "max" }), fc.array(step, { maxLength: 14, size: "max" }), tell),
      { numRuns: Number(process.env.DELAYED_RUNS ?? 60) },
    )
  }, 120_000)
})
