// What happens to many when the provider asks everybody to wait (A1), and to one that has to wait for half a day.
import { type AgentId, jakeId } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { expect, it } from "vitest"
import { openedEngine } from "../testing/opened-engine.ts"

const limited = (retryAfterMs: number) => ({
  kind: "failed" as const,
  failure: { kind: "rate_limited" as const, message: "later", status: 429, requestId: null, retryAfterMs },
})

it("A1 twenty that wait for the provider come back not before it said, and one after the other", async () => {
  const app = await openedEngine()
  await app.supervisor.dispatch({ type: "settings.change", patch: { limits: { requests: 100 } } })
  const ids: AgentId[] = []
  for (let count = 0; count < 20; count++) {
    await app.supervisor.dispatch({ type: "agent.spawn", parentId: jakeId, name: `Worker ${count}`, assignment: "do it" })
    ids.push(app.jake().childIds.at(-1) as AgentId)
  }
  for (let count = 0; count < 20; count++) (await app.model.asked()).stop(limited(30_000))
  await app.until("all of them wait", () =>
    ids.every((id) => findAgent(app.supervisor.world(), id)?.turn?.status.kind === "delayed"),
  )
  const askedAt: number[] = []
  for (let passed = 0; passed < 60_000; passed += 10) {
    app.clock.advance(10)
    await app.supervisor.drain()
    while (askedAt.length < app.model.requests.length - 20) askedAt.push(app.clock.monotonic())
  }
  expect(askedAt).toHaveLength(20)
  expect(askedAt[0]).toBeGreaterThanOrEqual(30_000)
  const gaps = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(150)
  app.stop()
})

it("F31 A1 a limit of five hours is over when the computer has slept through it", async () => {
  const app = await openedEngine()
  await app.send("hello")
  ;(await app.model.asked()).stop(limited(5 * 3_600_000))
  await app.until("it waits", () => app.jake().turn?.status.kind === "delayed")
  // Asleep the monotonic clock of most systems stands still; the other one does not.
  app.clock.setWallClock(app.clock.now().add({ hours: 8 }))
  app.clock.advance(61_000)
  expect(await app.model.asked()).toBeTruthy()
  app.stop()
})

it("F30 A1 a short wait is not cut short by a clock that is set forward", async () => {
  const app = await openedEngine()
  await app.send("hello")
  ;(await app.model.asked()).stop(limited(120_000))
  await app.until("it waits", () => app.jake().turn?.status.kind === "delayed")
  app.clock.setWallClock(app.clock.now().add({ hours: 8 }))
  app.clock.advance(119_999)
  await app.supervisor.drain()
  expect(app.model.requests).toHaveLength(1)
  app.stop()
})

it("A1 ten whose time came while everybody waited go on one after the other when that is over", async () => {
  const app = await openedEngine()
  for (let count = 0; count < 11; count++)
    await app.supervisor.dispatch({ type: "agent.spawn", parentId: jakeId, name: `Worker ${count}`, assignment: "do it" })
  for (let count = 0; count < 10; count++) {
    const exchange = await app.model.asked()
    exchange.text("half")
    exchange.finish()
  }
  ;(await app.model.asked()).stop(limited(600_000))
  await app.until("there is a limit", () => app.supervisor.world().limit !== null)
  const startedAt: number[] = []
  app.supervisor.listen((batch) => {
    for (const { event } of batch) if (event.type === "turn.started") startedAt.push(app.clock.monotonic())
  })
  const over = app.clock.monotonic() + (Date.parse(app.supervisor.world().limit?.until ?? "") - app.clock.now().epochMilliseconds)
  for (let passed = 0; passed < 640_000; passed += 50) {
    app.clock.advance(50)
    await app.supervisor.drain()
  }
  expect(startedAt).toHaveLength(10)
  expect(startedAt[0]).toBeGreaterThanOrEqual(over)
  const gaps = startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100)
  app.stop()
})

it("A1 an agent whose time comes while everybody waits for the provider is sent on only when that is over", async () => {
  const app = await openedEngine()
  await app.supervisor.dispatch({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "do it" })
  await app.supervisor.dispatch({ type: "agent.spawn", parentId: jakeId, name: "Flo", assignment: "do it" })
  const [ed, flo] = app.jake().childIds as [AgentId, AgentId]
  const [first, second] = [await app.model.asked(), await app.model.asked()]
  first.text("half")
  first.finish()
  await app.until("one has stopped", () => findAgent(app.supervisor.world(), ed)?.due !== null)
  second.stop(limited(600_000))
  await app.until("the other waits", () => app.supervisor.world().limit !== null)
  app.clock.advance(599_000)
  await app.supervisor.drain()
  expect(findAgent(app.supervisor.world(), ed)).toMatchObject({
    turn: null,
    due: { at: app.supervisor.world().limit?.until, limited: true },
  })
  await app.supervisor.dispatch({ type: "limit.wake", wake: false })
  app.clock.advance(3_600_000)
  await app.supervisor.drain()
  expect(app.model.requests).toHaveLength(2)
  await app.supervisor.dispatch({ type: "limit.wake", wake: true })
  await app.until("both go on", () => {
    app.clock.advance(1_000)
    return [ed, flo].every((id) => findAgent(app.supervisor.world(), id)?.turn?.status.kind === "asking")
  })
  app.stop()
})
