// What a snapshot holds and what follows it are disjoint and together complete (docs/rpc.md, "Numbering"), whenever one subscribes: before a
// batch is written, while it is told, after it, and while a result of a read counts and is not on disk yet (ADR 6).
import { type AgentId, type Channel, jakeId, type Seq } from "@kibitz/contract"
import { transcriptOf } from "@kibitz/domain"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { openedEngine } from "../testing/opened-engine.ts"
import type { TranscriptChannel } from "./channels.ts"

type App = Awaited<ReturnType<typeof openedEngine>>
type Kind = "world" | "transcript"
type Seen = {
  readonly kind: Kind
  readonly agentId: AgentId
  readonly from: Seq
  readonly held: readonly Seq[]
  readonly told: Seq[]
}

const channelOf = (kind: Kind, agentId: AgentId): TranscriptChannel =>
  kind === "world" ? { kind } : { kind, agentId, bytes: 1_000_000 }

/** Subscribes and keeps which events the snapshot holds and which come after it. */
function look(app: App, kind: Kind, agentId: AgentId = jakeId): Seen {
  const told: Seq[] = []
  const opened = app.channels.subscribe(channelOf(kind, agentId), {
    events: (events) => told.push(...events.map(({ seq }) => seq)),
    live() {},
  })
  const { snapshot } = opened ?? expect.fail("there is no such agent")
  if (snapshot.kind === "world") {
    const { seq } = snapshot.world
    return { kind, agentId, from: seq, held: Array.from({ length: seq }, (_, n) => n + 1), told }
  }
  if (snapshot.kind !== "transcript") return expect.fail(`a ${snapshot.kind} was not asked for`)
  return { kind, agentId, from: app.journal.last(), held: snapshot.page.events.map(({ seq }) => seq), told }
}

function expectExactlyOnce(app: App, { kind, agentId, held, told }: Seen): void {
  const all = app.journal.all().filter(({ event }) => kind === "world" || transcriptOf(event) === agentId)
  expect([...held, ...told]).toEqual(all.map(({ seq }) => seq))
}

async function team() {
  const app = await openedEngine()
  await app.supervisor.dispatch({ type: "agent.spawn", parentId: jakeId, name: "Ed" })
  return { app, ed: app.jake().childIds[0] as AgentId }
}
const kinds: readonly Kind[] = ["world", "transcript"]

describe.each(kinds)("%s", (kind) => {
  it("holds no result of a read that is not on disk yet: it follows, once", async () => {
    const { app } = await team()
    await app.send("look")
    const first = await app.model.asked()
    first.call("read_file", { path: "a" })
    first.finish()
    const second = await app.model.asked()
    expect(app.of("call.finished")).toHaveLength(0)
    const seen = look(app, kind)
    expect(Math.max(0, ...seen.held)).toBeLessThanOrEqual(app.journal.last())
    second.text("done")
    second.finish()
    await app.idle()
    expectExactlyOnce(app, seen)
  })

  it("holds what is being told to others at this moment: it does not follow", async () => {
    const { app, ed } = await team()
    const late: Seen[] = []
    for (const [told, agentId] of [
      ["world", jakeId],
      ["transcript", jakeId],
      ["transcript", ed],
    ] as const) {
      app.channels.subscribe(channelOf(told, agentId), {
        events: () => void late.push(look(app, kind, jakeId), look(app, kind, ed)),
        live() {},
      })
    }
    const batch = [jakeId, ed].map((agentId) => ({ type: "message.send", agentId, text: "go", delivery: "queue" }) as const)
    await Promise.all(batch.map((command) => app.supervisor.dispatch(command)))
    expect(late).toHaveLength(6)
    await app.supervisor.dispatch({ type: "turn.interrupt", agentId: ed })
    for (const seen of late.slice(0, 6)) expectExactlyOnce(app, seen)
  })
})

it("any moment, any batch: every event exactly once", async () => {
  const at = fc.constantFrom("now", "while told", "with the batch")
  const step = fc.oneof(
    fc.record({ do: fc.constant("say" as const), to: fc.nat(1), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant("look" as const), kind: fc.constantFrom(...kinds), to: fc.nat(1), at }),
    fc.record({ do: fc.constant("read" as const) }),
    fc.record({ do: fc.constant("wait" as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { app, ed } = await team()
      const seen: Seen[] = []
      let answered = 0
      const waiting: (() => void)[] = []
      app.channels.subscribe({ kind: "world" }, { events: () => waiting.splice(0).forEach((go) => void go()), live() {} })
      const who = (index: number) => (index === 0 ? jakeId : ed)
      for (const one of steps) {
        if (one.do === "say") {
          const said = Array.from({ length: one.count }, (_, n) => n)
          const dispatched = said.map((n) =>
            app.supervisor.dispatch({ type: "message.send", agentId: who(one.to), text: `${n}`, delivery: "now" }),
          )
          await Promise.all(dispatched)
        } else if (one.do === "look") {
          const go = () => void seen.push(look(app, one.kind, who(one.to)))
          if (one.at === "while told") waiting.push(go)
          else if (one.at === "now") go()
          else {
            const dispatched = app.supervisor.dispatch({ type: "evidence.record", agentId: jakeId, what: "was looked at" })
            go()
            await dispatched
          }
        } else if (one.do === "read") {
          const asked = app.model.requests.length
          if (asked === answered) continue
          answered += 1
          const exchange = await app.model.asked()
          exchange.call("read_file", { path: `${asked}` })
          exchange.finish()
          await app.until("the result was sent", () => app.model.requests.length > asked)
        } else app.clock.advance(8)
      }
      await app.supervisor.dispatch({ type: "evidence.record", agentId: jakeId, what: "was there at the end" })
      for (const one of seen) expectExactlyOnce(app, one)
      app.stop()
    }),
    { numRuns: 60 },
  )
})

it("a channel that is over with its snapshot is told nothing", async () => {
  const { app } = await team()
  await app.send("hello")
  const told: unknown[] = []
  const over: Channel[] = [
    { kind: "page", agentId: jakeId, before: 99, bytes: 1_000 },
    { kind: "newer", agentId: jakeId, after: 0, bytes: 1_000 },
    { kind: "find", agentId: jakeId, text: "hello", before: null },
    { kind: "audit", filter: {}, before: null, limit: 10 },
    { kind: "cost", hours: 1 },
  ]
  for (const channel of over) {
    app.channels.subscribe(channel as TranscriptChannel, {
      events: (events) => told.push(...events),
      live: (d) => told.push(...d),
    })
  }
  await app.supervisor.dispatch({ type: "turn.interrupt", agentId: jakeId })
  expect(told).toEqual([])
})
