// A second kind of brief without a model needs nothing but its own file: it begins, makes its calls through the gate, is recorded, and survives crashes.
import { type Command, jakeId } from "@kibitz/contract"
import { foldTranscript, registerBrief } from "@kibitz/domain"
import type { Tools } from "@kibitz/ports"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openedEngine } from "../testing/opened-engine.ts"
import { toyWork, toyWorkBrief } from "./testing/toy-work.ts"

let unregister = () => {}
beforeAll(() => {
  unregister = registerBrief(toyWork)
})
afterAll(() => unregister())

type App = Awaited<ReturnType<typeof openedEngine>>
const ask = (...commands: string[]): Command => ({ type: "turn.ask", agentId: jakeId, brief: toyWorkBrief(...commands) })

/** Prints what it ran; the command `hangs` runs until it is released. */
function shell(hangs = "") {
  const ran: string[] = []
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const tools: Tools = {
    async *run({ input }) {
      const { command } = input as { command: string }
      ran.push(command)
      if (command === hangs) await promise
      yield { type: "end", ok: true, output: `ran ${command}`, bytes: 1 }
    },
  }
  return { ran, tools, release }
}

const user = { actor: "user", surface: "desktop", connection: "c1" } as const

/** Commands that only look run without a question; others wait for the user. */
async function opened(tools: Tools): Promise<App> {
  const app = await openedEngine({ tools })
  await app.supervisor.dispatch({ type: "sandbox.record", status: { state: "on", name: "test", because: "", remedy: "" } })
  const changes = { phase: "execution" } as const
  const raise: Command = { type: "posture.change", agentId: jakeId, changes, confirm: "execution", reason: "", when: "now" }
  expect(await app.supervisor.dispatch(raise, user)).not.toHaveProperty("rejection")
  return app
}

async function asked(app: App, ...commands: string[]): Promise<void> {
  expect(await app.supervisor.dispatch(ask(...commands))).not.toHaveProperty("rejection")
}

/** The app dies without a word, and is opened again over what it had written. */
const reopened = (app: App, tools: Tools) => openedEngine({ journal: app.journal.reopen(), ids: app.ids, tools })

describe("a turn in which Kibitz works", () => {
  it("makes its calls through the gate, one after the other, and records its answer; no model is asked", async () => {
    const { ran, tools } = shell()
    const app = await opened(tools)
    await asked(app, "ls", "pwd")
    await app.idle()
    expect(ran).toEqual(["ls", "pwd"])
    expect(app.jake()).toMatchObject({ turn: null, progress: { note: "ran ls; ran pwd" }, standing: { kind: "open" } })
    expect(app.types().slice(4)).toEqual([
      "turn.started",
      "call.allowed",
      "call.finished",
      "turn.found",
      "call.allowed",
      "call.finished",
      "turn.found",
      "turn.finished",
      "agent.progressed",
      "agent.planned",
    ])
    expect(app.model.requests).toHaveLength(0)
    app.stop()
  })

  it("shows its calls in the transcript, and its status while it runs", async () => {
    const { tools } = shell("pwd")
    const app = await opened(tools)
    await asked(app, "ls", "pwd")
    await app.until("the second command runs", () => app.jake().turn?.calls.length === 2)
    expect(app.jake().turn).toMatchObject({ cause: "asked", status: { kind: "calling" }, found: ["ran ls"] })
    expect(foldTranscript([], app.journal.all()).slice(1)).toMatchObject([
      { kind: "call", capability: "bash", status: "done", output: "ran ls" },
      { kind: "call", capability: "bash", status: "running" },
    ])
    app.stop()
  })

  it("waits for the user where the gate asks, and a no is a finding like any other", async () => {
    const { ran, tools } = shell()
    const app = await opened(tools)
    await asked(app, "npm test", "ls")
    const [item] = Object.values(app.supervisor.world().attention)
    if (item?.kind !== "approval") return expect.fail("nothing is asked for")
    const decision = { kind: "deny", why: "" } as const
    await app.supervisor.dispatch({ type: "approval.answer", items: [{ id: item.id, hash: item.hash }], decision }, user)
    await app.idle()
    expect(ran).toEqual(["ls"])
    expect(app.jake().progress?.note).toMatch(/^refused \(.+\); ran ls$/)
    app.stop()
  })

  it("has only the tools of its brief: the gate refuses any other, also the first, and the work continues with that", async () => {
    const forget = registerBrief({ ...toyWork, kind: "toy-idle", tools: [] })
    const { ran, tools } = shell()
    const app = await opened(tools)
    const brief = { ...toyWorkBrief("ls", "pwd"), kind: "toy-idle" }
    expect(await app.supervisor.dispatch({ type: "turn.ask", agentId: jakeId, brief })).not.toHaveProperty("rejection")
    expect(app.jake()).toMatchObject({ turn: null, progress: { note: "refused (brief); refused (brief)" } })
    expect(ran).toEqual([])
    app.stop()
    forget()
  })

  it("is no turn of the agent's own: its conversation, its time and its number of turns stay as they were", async () => {
    const { tools } = shell()
    const app = await opened(tools)
    await app.send("hello")
    const exchange = await app.model.asked()
    exchange.text("Half of")
    await app.until("something is written", () => app.written() === "Half of")
    await app.supervisor.dispatch({ type: "turn.interrupt", agentId: jakeId })
    await app.idle()
    const { lastTurn, spell, run } = app.jake()
    await asked(app, "ls")
    await app.idle()
    expect(app.jake()).toMatchObject({ lastTurn, spell, run: { workedMs: run.workedMs, iteration: run.iteration } })
    app.stop()
  })

  it("is no unit: a change for the next unit waits for one in which the agent works", async () => {
    const { tools } = shell()
    const app = await opened(tools)
    const changes = { modelMode: "deep" } as const
    await app.supervisor.dispatch({ type: "posture.change", agentId: jakeId, changes, reason: "", when: "for-next-unit" }, user)
    await asked(app, "ls")
    await app.idle()
    expect(app.jake().pendingSteers).toMatchObject([{ axis: "modelMode", scope: "for-next-unit" }])
    await app.send("hello")
    expect(app.jake()).toMatchObject({ pendingSteers: [], posture: { modelMode: "deep" } })
    app.stop()
  })

  it("costs no money: it is asked also when all of it is spent, and a model is not", async () => {
    const { tools } = shell()
    const app = await opened(tools)
    await app.supervisor.dispatch({ type: "agent.set-budget", agentId: jakeId, limitUsd: 0 }, user)
    const brief = { kind: "handover", input: {} }
    expect(await app.supervisor.dispatch({ type: "turn.ask", agentId: jakeId, brief })).toHaveProperty("rejection")
    await asked(app, "ls")
    await app.idle()
    expect(app.jake().progress?.note).toBe("ran ls")
    app.stop()
  })

  it("with nothing to do it is over at once", async () => {
    const app = await openedEngine()
    await asked(app)
    expect(app.jake()).toMatchObject({ turn: null, progress: { note: "" } })
    app.stop()
  })

  it("takes no message; what was said meanwhile is answered after it", async () => {
    const { tools, release } = shell("pwd")
    const app = await opened(tools)
    await asked(app, "ls", "pwd")
    await app.send("look here", "now")
    expect(app.of("message.delivered")).toHaveLength(0)
    release()
    const { request } = await app.model.asked()
    expect(app.jake().progress?.note).toBe("ran ls; ran pwd")
    expect(request.messages.at(-1)?.content.at(-1)).toEqual({ type: "text", text: "look here" })
    expect(JSON.stringify(request.messages)).not.toContain("ran ls")
    app.stop()
  })

  it("a stop ends it, and nothing comes of it", async () => {
    const { tools } = shell("ls")
    const app = await opened(tools)
    await asked(app, "ls", "pwd")
    await app.supervisor.dispatch({ type: "turn.interrupt", agentId: jakeId })
    await app.idle()
    expect(app.jake().progress).toBeNull()
    expect(app.of("turn.interrupted")).toHaveLength(1)
    app.stop()
  })
})

describe("after a crash", () => {
  it("begins again with what was found before: the first command is not run twice, and the answer counts once", async () => {
    const first = shell("pwd")
    const app = await opened(first.tools)
    await asked(app, "ls", "pwd")
    await app.until("the second command runs", () => first.ran.length === 2)
    const before = app.jake().turn?.id
    const second = shell()
    const again = await reopened(app, second.tools)
    await again.idle()
    expect(second.ran).toEqual(["pwd"])
    expect(again.jake().progress?.note).toBe("ran ls; ran pwd")
    expect(again.of("turn.cut-off").map(({ event }) => event)).toEqual([
      { type: "turn.cut-off", agentId: jakeId, turnId: before },
    ])
    expect(again.of("turn.finished")).toHaveLength(1)
    expect(again.of("agent.progressed")).toHaveLength(1)
    again.stop()
  })

  it("a card that waits still does, and the turn is the same", async () => {
    const { tools } = shell()
    const app = await opened(tools)
    await asked(app, "npm test")
    const before = app.jake()
    expect(before.items).toHaveLength(1)
    const again = await reopened(app, tools)
    expect(again.jake()).toMatchObject({ turn: { id: before.turn?.id }, items: before.items })
    again.stop()
  })

  it("F34 the third time in the middle of the same command, it is given up", async () => {
    const { tools } = shell("ls")
    let app = await opened(tools)
    await asked(app, "ls")
    for (let crash = 0; crash < 3; crash += 1) app = await reopened(app, tools)
    expect(app.jake()).toMatchObject({ turn: null, standing: { kind: "stuck", why: "crashed" } })
    app.stop()
  })

  it("a kind that this version does not know ends the turn with a reason", async () => {
    const { tools } = shell("ls")
    const app = await opened(tools)
    await asked(app, "ls")
    unregister()
    const again = await reopened(app, tools)
    unregister = registerBrief(toyWork)
    expect(again.jake()).toMatchObject({ turn: null, standing: { kind: "stuck" } })
    expect(again.of("turn.failed").map(({ event }) => event)).toMatchObject([
      { failure: { message: expect.stringContaining('of the kind "toy-work"') } },
    ])
    again.stop()
  })
})
