// A start that cannot do everything at once, or not for everybody.
import { type AgentId, jakeId } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { StorageFailure, type Tools } from "@kibitz/ports"
import type { MemoryJournal } from "@kibitz/testkit"
import { expect, it } from "vitest"
import { openedEngine } from "../testing/opened-engine.ts"

it("F12 a turn that was in flight is gone on with when the disk has room again, and the session begins then too", async () => {
  const app = await openedEngine()
  await app.send("hello")
  await app.model.asked()
  const journal = app.journal.reopen()
  journal.failEveryAppend("full")
  const again = await openedEngine({ journal })
  expect(again.of("turn.recovered")).toEqual([])
  again.clock.advance(5_000)
  await again.supervisor.drain()
  expect(again.model.requests).toEqual([])
  journal.recover()
  await again.until("it is gone on with", () => {
    again.clock.advance(1_000)
    return again.model.requests.length > 0
  })
  const exchange = await again.model.asked()
  expect(JSON.stringify(exchange.request.messages)).toContain("[Kibitz] restarted at ")
  exchange.text("here again")
  exchange.finish()
  await again.idle()
  expect(again.of("turn.recovered")).toHaveLength(1)
})

it("F12 what begins while the disk is full at a start is not taken for something that was in flight", async () => {
  const app = await openedEngine()
  const journal = app.journal.reopen()
  journal.failEveryAppend("full")
  const again = await openedEngine({ journal })
  journal.recover()
  await again.send("hello")
  await again.until("it is answered", () => {
    again.clock.advance(1_000)
    return again.model.requests.length > 0
  })
  expect(again.of("turn.started")).toHaveLength(1)
})

it("F14 an agent whose transcript cannot be read fails, and keeps no other agent from going on", async () => {
  const tools: Tools = { run: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }) }
  const app = await openedEngine({ tools })
  await app.supervisor.dispatch({ type: "sandbox.record", status: { state: "on", name: "test", because: "", remedy: "" } })
  const user = { actor: "user", surface: "desktop", connection: "c1" } as const
  const change = {
    type: "posture.change",
    agentId: jakeId,
    changes: { phase: "execution" },
    reason: "",
    confirm: "execution",
  } as const
  await app.supervisor.dispatch({ ...change, when: "now" }, user)
  await app.send("run it")
  const first = await app.model.asked()
  first.call("bash", { command: "ls" })
  first.finish()
  await app.until("Jake's command runs", () => app.jake().turn?.calls[0]?.status === "allowed")
  await app.supervisor.dispatch({ type: "agent.spawn", parentId: jakeId, name: "Flo", assignment: "do it" }, user)
  const flo = app.jake().childIds[0] as AgentId
  const second = await app.model.asked()
  second.fail("overloaded")
  await app.until("Flo is delayed", () => findAgent(app.supervisor.world(), flo)?.turn?.status.kind === "delayed")

  const whole = app.journal.reopen()
  const journal: MemoryJournal = {
    ...whole,
    page(agentId, before, bytes) {
      if (agentId === jakeId) throw new StorageFailure("corrupt", "a page is damaged")
      return whole.page(agentId, before, bytes)
    },
  }
  const again = await openedEngine({ journal })
  await again.until("Flo asks again", () => {
    again.clock.advance(1_000)
    return again.model.requests.some(({ system }) => system.includes("You are Flo"))
  })
  await again.until("Jake's turn ends and says so", () => {
    again.clock.advance(60_000)
    return JSON.stringify(again.of("turn.failed")).includes("a page is damaged")
  })
})
