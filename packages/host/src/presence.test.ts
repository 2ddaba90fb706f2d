import { type AgentId, jakeId } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { startEngine } from "@kibitz/supervisor"
import { countingIds, fixedChance, manualClock, memoryDrafts, memoryJournal, recordingLog } from "@kibitz/testkit"
import { scriptedModel } from "@kibitz/testkit/model"
import { describe, expect, it } from "vitest"
import { receiveVisitors } from "./presence.ts"

async function opened() {
  const journal = memoryJournal()
  const clock = manualClock()
  const engine = startEngine({
    journal,
    clock,
    ids: countingIds(),
    chance: fixedChance(0),
    model: scriptedModel(),
    tools: { async *run() {} },
    drafts: memoryDrafts(),
    log: recordingLog(),
    project: "/project",
  })
  await engine.open()
  const { supervisor } = engine
  const visitors = receiveVisitors(supervisor, clock)
  const come = (surface: "desktop" | "web" | "rpc") => {
    const { connection, gone } = visitors.came(surface)
    const origin = { actor: "user", surface, connection } as const
    return {
      connection,
      gone,
      join: (agentId: AgentId = jakeId, pane = "p1") =>
        supervisor.dispatch({ type: "presence.join", agentId, pane, cause: "navigate" }, origin),
      focus: () => supervisor.dispatch({ type: "focus.set", window: true, pane: "p1" }, origin),
    }
  }
  const told = () =>
    journal.all().flatMap(({ event }) => {
      if (event.type === "presence.joined") return ["joined"]
      return event.type === "presence.left" ? [`left ${event.cause}`] : []
    })
  const pass = async (ms: number) => {
    clock.advance(ms)
    await supervisor.drain()
  }
  return {
    journal,
    engine,
    supervisor,
    visitors,
    come,
    told,
    pass,
    isThere: () => findAgent(supervisor.world(), jakeId)?.presence !== null,
  }
}

describe("clients that come and go", () => {
  it("ux 2.8 a line that ends is looked at by nobody from that moment, though who is in its chats is missed only later", async () => {
    const { come, supervisor } = await opened()
    const page = come("desktop")
    await page.join()
    await page.focus()
    expect(Object.keys(supervisor.world().focus)).toEqual([page.connection])
    page.gone()
    await Promise.resolve()
    expect(supervisor.world().focus).toEqual({})
    expect(findAgent(supervisor.world(), jakeId)?.presence).not.toBeNull()
  })

  it("OPM-3 a window that closes has left, with its focus", async () => {
    const { come, told, pass, supervisor } = await opened()
    const window = come("desktop")
    await window.join()
    await window.focus()
    expect(supervisor.world().focus).toHaveProperty(window.connection)
    window.gone()
    window.gone()
    await pass(2_000)
    expect(told()).toEqual(["joined", "left close"])
    expect([supervisor.world().focus, supervisor.world().panes]).toEqual([{}, {}])
  })

  it("ux 6: a window whose page died has left at once, though its line was heard to close first; the page that comes back has come again", async () => {
    const { come, told, pass } = await opened()
    const window = come("desktop")
    await window.join()
    window.gone()
    window.gone("crashed")
    await come("desktop").join()
    await pass(60_000)
    expect(told()).toEqual(["joined", "left recovered", "joined"])
  })

  it("OPM-3 a window that is known to be closed has left at once: who comes again has come again", async () => {
    const { come, told, pass } = await opened()
    const own = come("desktop")
    await own.join()
    own.gone()
    own.gone("closed")
    await come("desktop").join()
    await pass(60_000)
    expect(told()).toEqual(["joined", "left close", "joined"])
  })

  it("OPM-3 a chat that moves to another window is neither left nor joined", async () => {
    const { come, told, pass, isThere } = await opened()
    const main = come("desktop")
    const own = come("desktop")
    await main.join()
    await own.join()
    main.gone()
    await pass(2_000)
    expect([told(), isThere()]).toEqual([["joined"], true])
    own.gone()
    await pass(2_000)
    expect(told()).toEqual(["joined", "left close"])
  })

  it.each(["web", "rpc"] as const)("OPM-3 a client over %s has left after ten seconds, not before", async (surface) => {
    const { come, told, pass } = await opened()
    const page = come(surface)
    await page.join()
    page.gone()
    await pass(9_999)
    expect(told()).toEqual(["joined"])
    await pass(1)
    expect(told()).toEqual(["joined", "left lost"])
  })

  it("OPM-3 a page that comes back within ten seconds has never left", async () => {
    const { come, told, pass, isThere } = await opened()
    const before = come("web")
    await before.join()
    before.gone()
    await pass(3_000)
    const after = come("web")
    expect(after.connection).not.toBe(before.connection)
    await after.join()
    await pass(60_000)
    expect([told(), isThere()]).toEqual([["joined"], true])
    after.gone()
    await pass(10_000)
    expect(told()).toEqual(["joined", "left lost"])
  })

  it("F12 a full disk does not keep one there who has gone", async () => {
    const { come, told, pass, journal } = await opened()
    const window = come("desktop")
    await window.join()
    journal.failNextAppend("full")
    window.gone()
    await pass(2_000)
    expect(told()).toEqual(["joined"])
    await pass(1_000)
    expect(told()).toEqual(["joined", "left close"])
  })

  it("U12 quitting with three joined lets three leave because of it, though their windows close just before", async () => {
    const { come, journal, supervisor, visitors, pass } = await opened()
    const window = come("desktop")
    for (const name of ["Ed", "Flo"]) await supervisor.dispatch({ type: "agent.spawn", parentId: jakeId, name })
    const everybody = findAgent(supervisor.world(), jakeId)?.childIds ?? []
    for (const [at, agentId] of [jakeId, ...everybody].entries()) await window.join(agentId, `p${at}`)
    window.gone()
    await visitors.quit()
    await pass(60_000)
    const causes = journal.all().flatMap(({ event }) => (event.type === "presence.left" ? [event.cause] : []))
    expect(causes).toEqual(["quit", "quit", "quit"])
  })
})
