// Closing, dying and coming back (OPM-11): who was there has left, once; who worked goes on, is told, and is prodded by nobody twice.
import { type AgentId, type Command, jakeId, projectWorkspaceId } from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import { heldThroughout, holdsNow } from "./testing/invariants.ts"
import { openTheatre, type Theatre, userAt } from "./testing/theatre.ts"

const user = userAt("c1")
const join = (agentId: AgentId, pane: string): Command => ({ type: "presence.join", agentId, pane, cause: "navigate" })

/** Three with an assignment, all at work. */
async function team(): Promise<{ theatre: Theatre; ids: [AgentId, AgentId, AgentId] }> {
  const theatre = await openTheatre()
  for (const name of ["Ed", "Flo", "Gil"]) {
    await theatre.do({ type: "agent.spawn", parentId: jakeId, name, assignment: `${name}: do it` }, user)
  }
  return { theatre, ids: ["Ed", "Flo", "Gil"].map((name) => theatre.named(name).id) as [AgentId, AgentId, AgentId] }
}

async function replies(theatre: Theatre, name: string, text: string): Promise<void> {
  theatre.exchange(name).text(text)
  theatre.exchange(name).finish()
  await theatre.settled()
}

const left = (theatre: Theatre) => theatre.events("presence.left").map(({ agentId, cause }) => [agentId, cause])
const prodded = (theatre: Theatre) => theatre.events("turn.started").filter(({ cause }) => cause === "continuation")
const read = (theatre: Theatre, name: string) => JSON.stringify(theatre.exchange(name).request.messages)
const times = (text: string, what: string) => text.split(what).length - 1

describe("OPM-11 closing", () => {
  it("OPM-11 everybody is left, cause quit, each once; the next start adds nothing", async () => {
    const { theatre, ids } = await team()
    await theatre.do(join(ids[0], "p1"), user)
    await theatre.do(join(ids[1], "p1"), userAt("c2"))
    await theatre.do(join(ids[1], "p2"), user)
    await theatre.quit()
    expect(left(theatre)).toEqual([
      [ids[0], "quit"],
      [ids[1], "quit"],
    ])
    await theatre.quit()
    await theatre.crash()
    expect(left(theatre)).toHaveLength(2)
    expect(theatre.world()).toMatchObject({ panes: {}, focus: {} })
    heldThroughout(theatre)
  })
})

describe("OPM-11 dying", () => {
  it("OPM-11 the missing left is said at the next start, cause recovered, exactly once however often it dies", async () => {
    const { theatre, ids } = await team()
    await theatre.do(join(ids[0], "p1"), user)
    await theatre.do({ type: "focus.set", window: true, pane: "p1" }, user)
    await theatre.crash()
    expect(left(theatre)).toEqual([[ids[0], "recovered"]])
    await theatre.crash()
    await theatre.crash()
    expect(left(theatre)).toHaveLength(1)
    expect(theatre.world()).toMatchObject({ panes: {}, focus: {} })
    heldThroughout(theatre)
  })

  it("OPM-11 a turn that was under way is told of it, and reads that the user left before it ends", async () => {
    const { theatre, ids } = await team()
    await theatre.do(join(ids[0], "p1"), user)
    await theatre.crash()
    expect(times(read(theatre, "Ed"), "[Kibitz] restarted at ")).toBe(1)
    expect(read(theatre, "Ed")).toContain("No tool call was under way.")
    theatre.exchange("Ed").call("read_file", { path: "a.txt" })
    theatre.exchange("Ed").finish()
    await theatre.settled()
    expect(times(read(theatre, "Ed"), "[Kibitz] restarted at ")).toBe(1)
    expect(times(read(theatre, "Ed"), "[Kibitz] user joined")).toBe(1)
    expect(times(read(theatre, "Ed"), "[Kibitz] user left")).toBe(1)
  })

  it("OPM-11 a tool that was running: the model reads that it did not finish", async () => {
    const { theatre } = await team()
    theatre.exchange("Ed").call("read_file", { path: "a.txt" })
    theatre.exchange("Ed").finish()
    // The result of a read is not on disk yet: it is made again, and then the model is told.
    await theatre.settled()
    await theatre.crash()
    expect(times(read(theatre, "Ed"), "[Kibitz] restarted at ")).toBe(1)
    expect(read(theatre, "Ed")).toContain("the last tool call (read_file) did not finish")
    holdsNow(theatre)
  })

  it("OPM-11 who had stopped alone goes on at the time that was set, once; who was visited goes on because nobody is there", async () => {
    const { theatre, ids } = await team()
    const [ed, flo] = ids
    await theatre.do(join(flo, "p1"), user)
    await replies(theatre, "Ed", "Half.")
    await replies(theatre, "Flo", "Half.")
    await theatre.pass(1_500)
    await theatre.crash()
    expect(theatre.agent(ed).due).not.toBeNull()
    expect(theatre.agent(flo).due).not.toBeNull()
    await theatre.pass(499)
    expect(prodded(theatre)).toHaveLength(0)
    await theatre.pass(1)
    expect(prodded(theatre).map(({ agentId }) => agentId)).toEqual([ed])
    expect(times(read(theatre, "Ed"), "[Kibitz] restarted at ")).toBe(1)
    await theatre.pass(1_500)
    expect(prodded(theatre).map(({ agentId }) => agentId)).toEqual([ed, flo])
    await theatre.crash()
    await theatre.pass(60_000)
    expect(prodded(theatre)).toHaveLength(2)
    holdsNow(theatre)
  })

  it("OPM-11 who had stopped and goes on by itself is told of the restart too, once, however often it dies before that", async () => {
    const { theatre } = await team()
    await replies(theatre, "Ed", "Half.")
    await theatre.crash()
    await theatre.quit()
    await theatre.crash()
    await theatre.pass(2_000)
    expect(times(read(theatre, "Ed"), "[Kibitz] restarted at ")).toBe(1)
    expect(read(theatre, "Ed")).toContain("No tool call was under way.")
    heldThroughout(theatre)
  })

  it("OPM-11 what waits for the user still waits; stuck, paused, stopped and done stay what they are", async () => {
    const { theatre, ids } = await team()
    const [ed, flo, gil] = ids
    await replies(theatre, "Ed", "<chorus>BLOCKED:no disk</chorus>")
    await theatre.do({ type: "agent.halt", agentId: flo, how: "pause", all: false, scope: "one" }, user)
    await theatre.do({ type: "agent.halt", agentId: gil, how: "stop", all: false, scope: "one" }, user)
    const before = [ed, flo, gil].map((id) => [theatre.agent(id).standing, theatre.agent(id).items])
    await theatre.crash()
    await theatre.pass(600_000)
    expect([ed, flo, gil].map((id) => [theatre.agent(id).standing, theatre.agent(id).items])).toEqual(before)
    expect(prodded(theatre)).toHaveLength(0)
    holdsNow(theatre)
  })
})

describe("OPM-11 what was asked for, or had been approved and was running", () => {
  const connected = (...surfaces: "desktop"[]): Command => ({ type: "surfaces.record", surfaces })

  /** Ed may execute, and what needs a yes is asked for on the desktop. */
  async function executing(qualityCommands: readonly string[]): Promise<{ theatre: Theatre; ed: AgentId }> {
    const theatre = await openTheatre()
    await theatre.do(connected("desktop"))
    await theatre.do({ type: "sandbox.record", status: { state: "on", name: "test", because: "", remedy: "" } })
    const checks = qualityCommands.map((command, order) => ({
      name: command,
      command,
      required: true,
      order,
      timeoutSeconds: 60,
    }))
    const patch = { defaults: { phase: "execution" as const }, qualityCommands: checks }
    await theatre.do({ type: "settings.change", patch, confirm: "execution" }, user)
    await theatre.do(
      { type: "posture.change", agentId: jakeId, changes: { phase: "execution" }, confirm: "execution", reason: "", when: "now" },
      user,
    )
    await theatre.do({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "do it" }, user)
    return { theatre, ed: theatre.named("Ed").id }
  }

  const cards = (theatre: Theatre, id: AgentId) =>
    theatre.agent(id).items.flatMap((itemId) => {
      const item = theatre.world().attention[itemId]
      return item?.kind === "approval" ? [item] : []
    })

  async function approve(theatre: Theatre, id: AgentId): Promise<void> {
    const [item] = cards(theatre, id)
    if (!item) return expect.fail("nothing is asked for")
    const items = [{ id: item.id, hash: item.hash }]
    await theatre.do({ type: "approval.answer", items, decision: { kind: "once" } }, user)
  }

  async function calls(theatre: Theatre, capability: string, ...inputs: Record<string, string>[]): Promise<void> {
    for (const input of inputs) theatre.exchange("Ed").call(capability, input)
    theatre.exchange("Ed").finish()
    await theatre.settled()
  }

  it.each([["crash"], ["quit"]] as const)(
    "OPM-8 a check that ran at the %s is asked for anew, and waits for whoever connects: nobody is done, told or dismissed",
    async (how) => {
      const { theatre, ed } = await executing(["npm test"])
      await theatre.do({ type: "agent.configure", agentId: ed, whenDone: "dismiss" }, user)
      await replies(theatre, "Ed", "DONE")
      theatre.tool.hangs = true
      await approve(theatre, ed)
      expect(theatre.agent(ed).turn).toMatchObject({ cause: "verification", calls: [{ status: "allowed" }] })
      await theatre[how]()
      expect(theatre.world().surfaces).toEqual([])
      expect(theatre.agent(ed)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "verification" } })
      expect(cards(theatre, ed)).toHaveLength(1)
      expect(theatre.agent(jakeId)).toMatchObject({ turn: null, queue: [] })
      theatre.tool.hangs = false
      await theatre.do(connected("desktop"))
      await approve(theatre, ed)
      expect(theatre.agent(ed).standing).toMatchObject({ kind: "dismissed" })
      expect(theatre.events("verification.ended")).toMatchObject([{ passed: true }])
    },
  )

  it("OPM-8 the check after one that runs without asking waits as well: a start is quicker than any screen", async () => {
    const { theatre, ed } = await executing(["ls", "npm test"])
    theatre.tool.hangs = true
    await replies(theatre, "Ed", "DONE")
    theatre.tool.hangs = false
    await theatre.crash()
    expect(theatre.agent(ed)).toMatchObject({
      standing: { kind: "open" },
      turn: { found: [{ name: "ls", result: "passed" }] },
    })
    expect(cards(theatre, ed)).toHaveLength(1)
  })

  it("OPM-8 with nobody coming at all it ends when the card runs out, as unverified", async () => {
    const { theatre, ed } = await executing(["npm test"])
    await replies(theatre, "Ed", "DONE")
    theatre.tool.hangs = true
    await approve(theatre, ed)
    await theatre.crash()
    await theatre.pass(24 * 3_600_000 - 1)
    expect(theatre.agent(ed)).toMatchObject({ standing: { kind: "open" }, turn: { cause: "verification" } })
    await theatre.pass(1)
    expect(theatre.agent(ed).standing).toMatchObject({ kind: "done", verified: false })
  })

  it("T26 F6 an approved edit that was under way is asked for again, not refused because nobody is connected yet", async () => {
    const { theatre, ed } = await executing([])
    await calls(theatre, "edit_file", { path: "AGENTS.md", hash: "h", old: "1", new: "2" })
    theatre.tool.hangs = true
    await approve(theatre, ed)
    await theatre.crash()
    expect(theatre.agent(ed).turn?.calls).toMatchObject([{ capability: "edit_file", status: "asked" }])
    expect(cards(theatre, ed)).toHaveLength(1)
  })

  it("what waits for an answer still does when a session's grants end at a start that no screen has reached yet", async () => {
    const { theatre, ed } = await executing([])
    await calls(theatre, "bash", { command: "npm install jose" }, { command: "npm test" })
    const [install, test] = cards(theatre, ed)
    if (!install?.patterns[0] || !test) return expect.fail("two cards were to wait")
    const decision = { kind: "session", pattern: install.patterns[0] } as const
    await theatre.do({ type: "approval.answer", items: [{ id: install.id, hash: install.hash }], decision }, user)
    expect(Object.keys(theatre.world().grants)).toHaveLength(1)
    // The page goes first, then the program.
    await theatre.do(connected())
    await theatre.quit()
    expect(theatre.events("grants.ended")).toHaveLength(1)
    expect(cards(theatre, ed)).toEqual([test])
    expect(theatre.agent(ed).turn?.calls).toMatchObject([{}, { status: "asked" }])
  })

  it("what waits for an answer still does when the commit moves while the page is loaded anew", async () => {
    const { theatre, ed } = await executing([])
    await calls(theatre, "bash", { command: "npm test" })
    const before = cards(theatre, ed)
    await theatre.do(connected())
    await theatre.do({ type: "workspace.record-head", workspaceId: projectWorkspaceId, head: "another" })
    await theatre.do(connected("desktop"))
    expect(before).toHaveLength(1)
    expect(cards(theatre, ed)).toMatchObject([{ head: "another", title: before[0]?.title }])
    await approve(theatre, ed)
    expect(theatre.agent(ed).turn?.calls.at(-1)?.status).not.toBe("blocked")
  })
})
