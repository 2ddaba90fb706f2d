// One command after the other, one transaction per tick, and published only what is on disk.
import { jakeId, type Recorded } from "@kibitz/contract"
import { recordingNotifier } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { openedEngine } from "./testing/opened-engine.ts"

describe("the supervisor", () => {
  it("commits everything dispatched in one tick in one transaction", async () => {
    const app = await openedEngine()
    const before = app.journal.appends()
    await Promise.all(
      [100, 110, 120].map((textSize) => app.supervisor.dispatch({ type: "settings.change", patch: { textSize } })),
    )
    expect(app.journal.appends()).toBe(before + 1)
  })

  it("a failed append changes nothing, and says so to each who asked for a change", async () => {
    const app = await openedEngine()
    const before = app.supervisor.world()
    app.journal.failNextAppend("full")
    const [changed, nothing] = await Promise.all([
      app.supervisor.dispatch({ type: "settings.change", patch: { theme: "dark" } }),
      app.supervisor.dispatch({ type: "turn.interrupt", agentId: jakeId }),
    ])
    expect(changed).toMatchObject({ rejection: { kind: "storage-failed" } })
    expect(nothing).toMatchObject({ rejection: { kind: "nothing-to-stop" } })
    expect(app.supervisor.world()).toBe(before)
  })

  it("a snapshot and what follows it have no gap and no overlap, however writing and subscribing interleave", async () => {
    const app = await openedEngine()
    for (let round = 0; round < 20; round++) {
      const following: Recorded[] = []
      const pending = app.supervisor.dispatch({ type: "settings.change", patch: { textSize: 80 + round } })
      const opening = app.channels.subscribe({ kind: "world" }, { events: (events) => following.push(...events), live() {} })
      await pending
      await app.supervisor.dispatch({ type: "settings.change", patch: { textSize: 120 + round } })
      const from = opening?.snapshot.kind === "world" ? opening.snapshot.world.seq : Number.NaN
      expect(following.map(({ seq }) => seq)).toEqual([from + 1, from + 2])
      opening?.close()
    }
  })

  it("checks a connection when asked, and records what it found", async () => {
    const app = await openedEngine()
    app.model.answerChecks("auth")
    await app.supervisor.dispatch({ type: "connection.check" })
    await app.until("the check is over", () => app.supervisor.world().connection.check?.result === "failed")
    app.model.answerChecks(["claude-sonnet-5-5"])
    await app.supervisor.dispatch({ type: "connection.check" })
    await app.until("the check is over", () => app.supervisor.world().connection.check?.result === "ok")
  })
})

it("what is published is the event and nothing of the audit log", async () => {
  const app = await openedEngine()
  const told: Recorded[] = []
  const before = app.journal.audit({ kind: "system" }, null, 10).entries.length
  app.supervisor.listen((batch) => told.push(...batch))
  await app.supervisor.dispatch({ type: "surfaces.record", surfaces: ["rpc"] })
  await app.supervisor.dispatch({
    type: "sandbox.record",
    status: { state: "on", name: "test", because: "", remedy: "" },
  })
  expect(told.map((entry) => Object.keys(entry).sort())).toEqual([
    ["at", "event", "seq"],
    ["at", "event", "seq"],
  ])
  expect(app.journal.audit({ kind: "system" }, null, 10).entries).toHaveLength(before + 2)
})

it("OPM-10 a question reaches a user who looks elsewhere, once: a start after it only puts it on the badge", async () => {
  const notifier = recordingNotifier()
  const app = await openedEngine({ notifier })
  await app.send("hello")
  const exchange = await app.model.asked()
  exchange.call("ask_user", { question: "Red or blue?" })
  exchange.finish()
  await app.until("the question waits", () => Object.keys(app.supervisor.world().attention).length === 1)
  app.clock.advance(8_000)
  expect([notifier.shown.length, notifier.count()]).toEqual([1, 1])
  app.stop()
  const later = recordingNotifier()
  const back = await openedEngine({ journal: app.journal.reopen(), notifier: later })
  back.clock.advance(60_000)
  await back.supervisor.drain()
  expect([later.shown.length, later.count()]).toEqual([0, 1])
  back.stop()
})
