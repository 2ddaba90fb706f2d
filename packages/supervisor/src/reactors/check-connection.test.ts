// F32: while there is no network Kibitz looks for it by itself: with one timer however many wait, also after a restart, until it is there.
import { offlineItem } from "@kibitz/domain"
import { memoryJournal } from "@kibitz/testkit"
import { expect, it } from "vitest"
import { openedEngine } from "../testing/opened-engine.ts"

type App = Awaited<ReturnType<typeof openedEngine>>

/** Jake has tried as often as a step is tried. */
async function cutOff(app: App): Promise<void> {
  app.model.answerChecks("offline")
  await app.send("hello")
  for (let attempt = 1; attempt < 8; attempt++) {
    ;(await app.model.asked()).fail("offline")
    await app.until("it waits", () => app.jake().turn?.status.kind === "delayed")
    app.clock.advance(60_000)
  }
  ;(await app.model.asked()).fail("offline")
  await app.idle()
}
const checks = (app: App) =>
  app
    .of("connection.changed")
    .filter(({ event }) => event.type === "connection.changed" && event.connection.check?.result === "failed").length

it("F32 it is looked for until it is there, and whoever waited asks again", async () => {
  const app = await openedEngine()
  await cutOff(app)
  expect(app.jake()).toMatchObject({ standing: { kind: "open" }, trouble: { parked: true }, turn: null })
  expect(Object.keys(app.supervisor.world().attention)).toEqual([offlineItem])
  expect(app.clock.pending()).toBe(1)
  for (let looked = 1; looked <= 5; looked++) {
    app.clock.advance(60_000)
    await app.until("it was looked for", () => checks(app) === looked)
    expect(app.clock.pending()).toBe(1)
  }
  expect(app.model.requests).toHaveLength(8)
  app.model.answerChecks(["scripted"])
  app.clock.advance(60_000)
  await app.until("nothing is said any more", () => Object.keys(app.supervisor.world().attention).length === 0)
  app.clock.advance(200)
  const again = await app.model.asked()
  again.text("Here I am.")
  again.finish()
  await app.idle()
  expect(app.jake()).toMatchObject({ trouble: null, run: { restarts: 0 } })
  app.stop()
})

it("F32 known, it is not tried eight times more by the next", async () => {
  const app = await openedEngine()
  await cutOff(app)
  await app.send("are you there?")
  ;(await app.model.asked()).fail("offline")
  await app.idle()
  expect(app.of("turn.delayed")).toHaveLength(7)
  expect(Object.keys(app.supervisor.world().attention)).toEqual([offlineItem])
  app.stop()
})

it("F32 OPM-11 Kibitz was closed meanwhile, also in the middle of a look: it is looked for when it is open again", async () => {
  const journal = memoryJournal()
  const first = await openedEngine({ journal })
  await cutOff(first)
  await first.supervisor.dispatch({ type: "connection.check" })
  const startsAt = first.clock.now().add({ hours: 1 })
  first.stop()
  const app = await openedEngine({ journal: journal.reopen(), startsAt })
  // As every start does: what was being looked at then is not any more.
  const found = { using: "provider", keySource: "environment", keyHint: "…one", protection: "none" } as const
  await app.supervisor.dispatch({ type: "connection.record", ...found })
  app.clock.advance(0)
  await app.until("nothing is said any more", () => Object.keys(app.supervisor.world().attention).length === 0)
  app.clock.advance(1_000)
  expect(await app.model.asked()).toBeDefined()
  app.stop()
})
