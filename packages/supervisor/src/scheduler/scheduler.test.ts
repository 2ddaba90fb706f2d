// The scheduler on the real engine: every moment is the test's, every start is over the journal of the one before.
import { type AgentId, type Event, jakeId, type Turn } from "@kibitz/contract"
import { agentStatus, findAgent, fromApp, type Origin } from "@kibitz/domain"
import type { Tools } from "@kibitz/ports"
import { memoryJournal } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { openedEngine } from "../testing/opened-engine.ts"

type App = Awaited<ReturnType<typeof openedEngine>>

const user: Origin = { actor: "user", surface: "desktop", connection: "desktop-1" }

/** A child that is at work, with its first request not yet answered. */
async function spawn(app: App, name: string, parentId: AgentId = jakeId): Promise<AgentId> {
  await app.supervisor.dispatch({ type: "agent.spawn", parentId, name, assignment: `${name}: do it` }, user)
  const founded = app.of("agent.founded").at(-1)?.event as Extract<Event, { type: "agent.founded" }>
  return founded.agentId
}

const agentOf = (app: App, id: AgentId) => findAgent(app.supervisor.world(), id) ?? expect.fail(`there is no ${id}`)
const turnKind = (app: App, id: AgentId): Turn["status"]["kind"] | undefined => agentOf(app, id).turn?.status.kind
const continued = (app: App) =>
  app.journal.all().filter(({ event }) => event.type === "turn.started" && event.cause === "continuation")

/** Lets its first unit end without a word about being done. */
async function stopsEarly(app: App, id: AgentId): Promise<void> {
  const exchange = await app.model.asked()
  exchange.text("Half of it is there.")
  exchange.finish()
  await app.until("it has stopped", () => agentOf(app, id).turn === null)
}

describe("continuation", () => {
  it("OPM-6 fires at its time, not before and not twice", async () => {
    const app = await openedEngine()
    const ed = await spawn(app, "Ed")
    await stopsEarly(app, ed)
    expect(agentOf(app, ed).due).toMatchObject({ why: "continue" })
    expect(agentStatus(agentOf(app, ed))).toBe("stopped")
    app.clock.advance(1_999)
    await app.supervisor.drain()
    expect(continued(app)).toHaveLength(0)
    app.clock.advance(1)
    await app.model.asked()
    app.clock.advance(60_000)
    await app.supervisor.drain()
    expect(continued(app)).toHaveLength(1)
    app.stop()
  })

  it("OPM-3 OPM-6 is taken back when the user joins, and planned anew when they leave", async () => {
    const app = await openedEngine()
    const ed = await spawn(app, "Ed")
    await stopsEarly(app, ed)
    await app.supervisor.dispatch({ type: "presence.join", agentId: ed, pane: "p1", cause: "navigate" }, user)
    app.clock.advance(600_000)
    await app.supervisor.drain()
    expect(continued(app)).toHaveLength(0)
    await app.supervisor.dispatch({ type: "presence.leave", pane: "p1", cause: "zoom-out" }, user)
    app.clock.advance(2_000)
    await app.model.asked()
    expect(continued(app)).toHaveLength(1)
    app.stop()
  })

  it("OPM-11 survives a restart: it fires once, at the time that was planned before", async () => {
    const app = await openedEngine()
    const ed = await spawn(app, "Ed")
    await stopsEarly(app, ed)
    const back = await openedEngine({ journal: app.journal.reopen() })
    back.clock.advance(1_999)
    await back.supervisor.drain()
    expect(continued(back)).toHaveLength(0)
    back.clock.advance(1)
    await back.model.asked()
    back.clock.advance(60_000)
    expect(continued(back)).toHaveLength(1)
    back.stop()
  })

  it("F12 a full disk puts it off, and it still goes on once", async () => {
    const app = await openedEngine()
    const ed = await spawn(app, "Ed")
    await stopsEarly(app, ed)
    app.journal.failNextAppend("full")
    app.clock.advance(2_000)
    await app.supervisor.drain()
    expect(continued(app)).toHaveLength(0)
    await app.until("it is put off", () => app.clock.pending() > 0)
    app.clock.advance(1_000)
    await app.model.asked()
    expect(continued(app)).toHaveLength(1)
    app.stop()
  })

  it("F30 a clock that is set back loses none: it goes on when that clock says so", async () => {
    const app = await openedEngine()
    const ed = await spawn(app, "Ed")
    await stopsEarly(app, ed)
    app.clock.setWallClock(app.clock.now().subtract({ minutes: 10 }))
    app.clock.advance(2_000)
    await app.supervisor.drain()
    expect(app.log.lines).toEqual([])
    app.clock.advance(10 * 60_000)
    await app.model.asked()
    expect(continued(app)).toHaveLength(1)
    app.stop()
  })

  it("OPM-11 a storm of 500 that came due while Kibitz was closed is spread out, and none is prodded twice", async () => {
    const app = await openedEngine()
    await app.supervisor.dispatch({ type: "settings.change", patch: { limits: { children: 1_000, requests: 1_000 } } })
    const ids: AgentId[] = []
    for (let count = 0; count < 500; count++) ids.push(await spawn(app, `Worker ${count}`))
    for (const id of ids) await stopsEarly(app, id)
    app.stop()
    const back = await openedEngine({ journal: app.journal.reopen(), startsAt: app.clock.now().add({ hours: 8 }) })
    const startedAt: number[] = []
    const whom = new Set<AgentId>()
    back.supervisor.listen((batch) => {
      for (const { event } of batch) {
        if (event.type !== "turn.started" || event.cause !== "continuation") continue
        startedAt.push(back.clock.monotonic())
        whom.add(event.agentId)
      }
    })
    for (let passed = 0; passed < 150_000; passed += 50) {
      back.clock.advance(50)
      await back.supervisor.drain()
    }
    expect(startedAt).toHaveLength(500)
    const perSecond = new Map<number, number>()
    for (const at of startedAt) {
      const second = Math.floor(at / 1_000)
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1)
    }
    expect(Math.max(...perSecond.values())).toBeLessThanOrEqual(7)
    expect(whom.size).toBe(500)
    back.stop()
  }, 60_000)

  it("OPM-11 A1 a hundred turns that were in flight do not all ask at once after a crash, say so meanwhile, and each asks once", async () => {
    const app = await openedEngine()
    await app.supervisor.dispatch({ type: "settings.change", patch: { limits: { children: 1_000, requests: 1_000 } } })
    const ids: AgentId[] = []
    for (let count = 0; count < 100; count++) ids.push(await spawn(app, `Worker ${count}`))
    await app.until("all of them ask", () => app.model.requests.length === 100)
    const back = await openedEngine({ journal: app.journal.reopen() })
    await back.until("the others say that they wait", () => ids.filter((id) => turnKind(back, id) === "held").length === 90)
    expect(back.model.requests).toHaveLength(10)
    const inEachSecond: number[] = []
    for (let second = 0; second < 10; second++) {
      const before = back.model.requests.length
      for (let passed = 0; passed < 1_000; passed += 50) {
        back.clock.advance(50)
        await back.until(
          "what is due has asked",
          () => 10 + Math.floor(back.clock.monotonic() / 100) <= back.model.requests.length || back.model.requests.length === 100,
        )
      }
      inEachSecond.push(back.model.requests.length - before)
    }
    expect(Math.max(...inEachSecond)).toBeLessThanOrEqual(11)
    expect(back.model.requests).toHaveLength(100)
    expect(ids.every((id) => turnKind(back, id) === "asking")).toBe(true)
    back.stop()
  })
})

describe("slots", () => {
  const oneRequest = { type: "settings.change", patch: { limits: { requests: 1 } } } as const

  it("OPM-7 one that has no slot says that it waits for the API, and asks once when there is one", async () => {
    const app = await openedEngine()
    await app.supervisor.dispatch(oneRequest)
    const [ed, flo] = [await spawn(app, "Ed"), await spawn(app, "Flo")]
    await app.until("it is held", () => turnKind(app, flo) === "held")
    expect([agentStatus(agentOf(app, ed)), agentStatus(agentOf(app, flo))]).toEqual(["working", "waiting-api"])
    expect(app.model.requests).toHaveLength(1)
    const first = await app.model.asked()
    first.text("done")
    first.finish()
    const second = await app.model.asked()
    await app.until("it is released", () => turnKind(app, flo) === "asking")
    second.text("done")
    second.finish()
    await app.until("both are over", () => !agentOf(app, ed).turn && !agentOf(app, flo).turn)
    expect(app.model.requests).toHaveLength(2)
    expect([app.of("turn.held"), app.of("turn.released")].map((events) => events.length)).toEqual([1, 1])
    app.stop()
  })

  it("whom the user is with goes first; then a branch that has nothing running, though another has waited longer", async () => {
    const app = await openedEngine()
    await app.supervisor.dispatch({ type: "settings.change", patch: { limits: { requests: 2 } } })
    const big = await spawn(app, "Big")
    const below: AgentId[] = []
    for (const name of ["Ann", "Bea", "Cid"]) below.push(await spawn(app, name, big))
    await spawn(app, "Small")
    await app.supervisor.dispatch({ type: "presence.join", agentId: below[2] as AgentId, pane: "p1", cause: "navigate" }, user)
    await app.until("all but two are held", () => app.of("turn.held").length === 3)
    const order: string[] = []
    const running = [await app.model.asked(), await app.model.asked()]
    for (let next = running.shift(); next; next = running.shift()) {
      order.push(/(\w+): do it/.exec(JSON.stringify(next.request.messages))?.[1] ?? "")
      next.text("so far")
      next.finish()
      if (order.length <= 3) running.push(await app.model.asked())
    }
    expect(order).toEqual(["Big", "Ann", "Cid", "Small", "Bea"])
    app.stop()
  })

  it("one that is stopped while it is held gives its place up and asks nobody", async () => {
    const app = await openedEngine()
    await app.supervisor.dispatch(oneRequest)
    await spawn(app, "Ed")
    const flo = await spawn(app, "Flo")
    await app.until("it is held", () => turnKind(app, flo) === "held")
    await app.supervisor.dispatch({ type: "turn.interrupt", agentId: flo })
    await app.until("it is over", () => agentOf(app, flo).turn === null)
    ;(await app.model.asked()).finish()
    await app.supervisor.drain()
    expect(app.model.requests).toHaveLength(1)
    app.stop()
  })

  it("F1 a crash while one is held loses neither: after the start one asks and the other is held again", async () => {
    const app = await openedEngine()
    await app.supervisor.dispatch(oneRequest)
    const [ed, flo] = [await spawn(app, "Ed"), await spawn(app, "Flo")]
    await app.until("it is held", () => turnKind(app, flo) === "held")
    const back = await openedEngine({ journal: app.journal.reopen() })
    await back.until("one is held", () => [ed, flo].filter((id) => turnKind(back, id) === "held").length === 1)
    for (let count = 0; count < 2; count++) {
      const exchange = await back.model.asked()
      exchange.text("done")
      exchange.finish()
    }
    await back.until("both are over", () => !agentOf(back, ed).turn && !agentOf(back, flo).turn)
    expect(back.model.requests).toHaveLength(2)
    back.stop()
  })

  it("a higher limit counts at once", async () => {
    const app = await openedEngine()
    await app.supervisor.dispatch(oneRequest)
    await spawn(app, "Ed")
    const flo = await spawn(app, "Flo")
    await app.until("it is held", () => turnKind(app, flo) === "held")
    await app.supervisor.dispatch({ type: "settings.change", patch: { limits: { requests: 2 } } })
    await app.model.asked()
    expect(await app.model.asked()).toBeTruthy()
    app.stop()
  })

  it("F12 a full disk while it is released does not lose its reply", async () => {
    const app = await openedEngine()
    await app.supervisor.dispatch(oneRequest)
    await spawn(app, "Ed")
    const flo = await spawn(app, "Flo")
    await app.until("it is held", () => turnKind(app, flo) === "held")
    const first = await app.model.asked()
    app.journal.failEveryAppend("full")
    first.finish()
    await app.until("the disk was tried", () => app.log.lines.length > 0)
    app.journal.recover()
    for (let count = 0; count < 3; count++) {
      app.clock.advance(1_000)
      await app.supervisor.drain()
    }
    const second = await app.model.asked()
    second.text("precious")
    second.finish()
    await app.until("it is over", () => agentOf(app, flo).turn === null)
    expect(JSON.stringify(app.of("turn.replied"))).toContain("precious")
    app.stop()
  })
})

describe("signs of life", () => {
  it("OPM-7 text that streams is noted every half minute, in one transaction for all", async () => {
    const app = await openedEngine()
    const [ed, flo] = [await spawn(app, "Ed"), await spawn(app, "Flo")]
    for (const exchange of [await app.model.asked(), await app.model.asked()]) exchange.text("a word")
    await app.until("the words are in", () => app.written(ed) !== "" && app.written(flo) !== "")
    const before = app.journal.appends()
    app.clock.advance(30_000)
    await app.supervisor.drain()
    expect(app.of("evidence.recorded")).toHaveLength(2)
    expect(app.journal.appends()).toBe(before + 1)
    app.clock.advance(30_000)
    await app.supervisor.drain()
    expect(app.of("evidence.recorded")).toHaveLength(2)
    app.stop()
  })

  it("OPM-7 of one that should be working and gives no sign for two minutes it is said so, once", async () => {
    const app = await openedEngine()
    const ed = await spawn(app, "Ed")
    await app.model.asked()
    app.clock.advance(119_000)
    await app.supervisor.drain()
    const silent = () =>
      Object.values(app.supervisor.world().attention).filter((item) => item.kind === "stuck" && item.why === "silent")
    expect(silent()).toHaveLength(0)
    app.clock.advance(60_000)
    await app.until("it is said", () => silent().length === 1)
    expect(agentStatus(agentOf(app, ed), app.journal.all().at(-1)?.at)).toBe("unverifiable")
    app.clock.advance(600_000)
    await app.supervisor.drain()
    expect(app.of("attention.raised")).toHaveLength(1)
    app.stop()
  })

  it("OPM-7 a tool that prints is alive; one that waits for the user is not expected to be", async () => {
    const printing = Promise.withResolvers<void>()
    const tools: Tools = {
      async *run(_, signal) {
        yield { type: "output", text: "compiling" }
        printing.resolve()
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }))
        yield { type: "end", ok: false, output: "", bytes: 0 }
      },
    }
    const app = await openedEngine({ tools })
    const ed = await spawn(app, "Ed")
    const exchange = await app.model.asked()
    exchange.call("read_file", { path: "a" })
    exchange.finish()
    await printing.promise
    app.clock.advance(30_000)
    await app.supervisor.drain()
    expect(agentOf(app, ed).evidence.what).toContain("read_file")
    app.stop()
  })

  it("nobody works: nothing is looked for, and no timer is set", async () => {
    const app = await openedEngine()
    await app.supervisor.dispatch({ type: "agent.spawn", parentId: jakeId, name: "Ed" }, user)
    expect(app.clock.pending()).toBe(0)
    app.stop()
  })
})

describe("presence over a restart", () => {
  it("U12 OPM-11 after a crash with two joined, both have left by the start, once, and say why", async () => {
    const app = await openedEngine()
    const ids = [await spawn(app, "Ed"), await spawn(app, "Flo")]
    for (const [at, agentId] of ids.entries()) {
      await app.supervisor.dispatch({ type: "presence.join", agentId, pane: `p${at}`, cause: "navigate" }, user)
    }
    const back = await openedEngine({ journal: app.journal.reopen() })
    const left = back.of("presence.left").map(({ event }) => event)
    expect(left.map((event) => (event.type === "presence.left" ? [event.agentId, event.cause] : []))).toEqual(
      ids.map((id) => [id, "recovered"]),
    )
    const again = await openedEngine({ journal: back.journal.reopen() })
    expect(again.of("presence.left")).toHaveLength(2)
    expect(Object.keys(again.supervisor.world().panes)).toEqual([])
  })

  it("U12 quitting lets everybody leave, and the next start has nothing to add", async () => {
    const app = await openedEngine()
    const ed = await spawn(app, "Ed")
    await app.supervisor.dispatch({ type: "presence.join", agentId: ed, pane: "p1", cause: "navigate" }, user)
    await app.supervisor.dispatch({ type: "session.end" }, fromApp)
    app.stop()
    const back = await openedEngine({ journal: app.journal.reopen() })
    expect(back.of("presence.left").map(({ event }) => event)).toMatchObject([{ agentId: ed, cause: "quit" }])
  })
})

it("OPM-9 a question that nobody above answers climbs when its time has come, also after a restart", async () => {
  const journal = memoryJournal()
  const app = await openedEngine({ journal })
  const ed = await spawn(app, "Ed")
  const exchange = await app.model.asked()
  exchange.call("ask_user", { question: "Red or blue?", ask: "parent" })
  exchange.finish()
  await app.until("the question is parked", () => agentOf(app, ed).asking.length === 1)
  const back = await openedEngine({ journal: app.journal.reopen() })
  back.clock.advance(59_999)
  await back.supervisor.drain()
  expect(agentOf(back, ed).asking).toHaveLength(1)
  back.clock.advance(1)
  await back.until("it has climbed", () => agentOf(back, ed).asking.length === 0)
  expect(back.of("question.left")[0]?.event).toMatchObject({ outcome: "climbed" })
  back.stop()
})
