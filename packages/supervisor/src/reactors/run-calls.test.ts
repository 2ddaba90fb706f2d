// How many calls run at once, that those which wait are seen to wait, can be stopped, and are known after a crash not to have run.
import { type AgentId, type Call, jakeId } from "@kibitz/contract"
import type { Permit, ToolEvent, Tools } from "@kibitz/ports"
import { describe, expect, it } from "vitest"
import { callLimits } from "../scheduler/call-slots.ts"
import { openedEngine } from "../testing/opened-engine.ts"

const { program } = callLimits(2)
const done: ToolEvent = { type: "end", ok: true, output: "done", bytes: 4 }

/** Commands that run until the test ends them. */
function heldTools() {
  const running = new Map<string, () => void>()
  const began: string[] = []
  let most = 0
  const tools: Tools = {
    async *run(permit, signal) {
      const name = nameOf(permit)
      began.push(name)
      const over = new Promise<void>((resolve) => {
        running.set(name, resolve)
        signal.addEventListener("abort", () => resolve())
      })
      most = Math.max(most, running.size)
      await over
      running.delete(name)
      yield done
    },
  }
  const end = (name: string) => running.get(name)?.()
  return { tools, running, began, end, most: () => most }
}

const nameOf = ({ agentId, input }: Permit) => `${agentId}: ${(input as { command: string }).command}`

type App = Awaited<ReturnType<typeof openedEngine>>

async function mayExecute(app: App, agentId: AgentId = jakeId): Promise<void> {
  await app.supervisor.dispatch({ type: "sandbox.record", status: { state: "on", name: "test", because: "", remedy: "" } })
  await app.supervisor.dispatch(
    { type: "posture.change", agentId, changes: { phase: "execution" }, reason: "", when: "now", confirm: "execution" },
    { actor: "user", surface: "desktop", connection: "c1" },
  )
}

async function replies(app: App, commands: readonly string[]): Promise<void> {
  const exchange = await app.model.asked()
  for (const command of commands) exchange.call("bash", { command })
  exchange.finish()
}

async function opened(commands: readonly string[]) {
  const stage = heldTools()
  const app = await openedEngine({ tools: stage.tools })
  await mayExecute(app)
  await app.send("work")
  await replies(app, commands)
  await app.until("something runs", () => stage.running.size > 0)
  return { ...stage, app }
}

const many = (count: number) => Array.from({ length: count }, (_, at) => `ls ${at}`)
const jakeRuns = (at: number) => `${jakeId}: ls ${at}`
const callsOf = (app: App): readonly Call[] => app.jake().turn?.calls ?? []
const held = (app: App) => callsOf(app).filter((call) => call.status === "allowed" && call.held)
const untilHeld = async (app: App, count: number) => {
  app.clock.advance(1_000)
  await app.until("the rest is seen to wait", () => held(app).length === count)
}

describe("a reply with many commands", () => {
  it("T30 runs no more than may at once, in their order, and all of them in the end", async () => {
    const { app, running, began, end, most } = await opened(many(60))
    expect([...running.keys()]).toEqual([0, 1, 2, 3].map(jakeRuns))
    for (let at = 0; at < 60; at += 1) {
      await app.until(`the command ${at} runs`, () => running.has(jakeRuns(at)))
      end(jakeRuns(at))
    }
    await app.model.asked()
    expect(began).toEqual(Array.from({ length: 60 }, (_, at) => jakeRuns(at)))
    expect(most()).toBe(program.ofAgent)
    expect(app.of("call.finished")).toHaveLength(60)
  })

  it("T30 does not keep another agent's command from beginning at once", async () => {
    const { app, running } = await opened(many(1_000))
    await app.supervisor.dispatch(
      { type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "look" },
      { actor: "user", surface: null },
    )
    const ed = app.jake().childIds[0] as AgentId
    await mayExecute(app, ed)
    await replies(app, ["ls"])
    await app.until("Ed's command runs", () => running.has(`${ed}: ls`))
    expect(running.size).toBe(program.ofAgent + 1)
  })

  it("T30 those that wait are seen to wait, by one event, and each is seen to begin", async () => {
    const { app, running, end } = await opened(many(10))
    await untilHeld(app, 10 - program.ofAgent)
    expect(app.of("calls.held")).toHaveLength(1)
    end(jakeRuns(0))
    await app.until("the next runs", () => running.has(jakeRuns(4)))
    expect(held(app)).toHaveLength(5)
    expect(app.of("call.released")).toHaveLength(1)
  })

  it("T30 stopping the turn ends those that run, and those that wait never begin and are told so", async () => {
    const { app, began } = await opened(many(10))
    await untilHeld(app, 6)
    await app.supervisor.dispatch({ type: "turn.interrupt", agentId: jakeId })
    await app.idle()
    expect(began).toHaveLength(program.ofAgent)
    expect(app.of("call.blocked")).toHaveLength(6)
    expect(app.of("call.blocked")[0]?.event).toMatchObject({
      verdict: { because: expect.stringContaining("before the call was made") },
    })
    expect(app.of("call.finished")).toHaveLength(4)
  })

  it("F5 F6 after a crash those that ran have an unknown outcome, and those that waited run", async () => {
    const { app } = await opened(many(6))
    await untilHeld(app, 2)
    const journal = app.journal.reopen()
    const again = heldTools()
    const next = await openedEngine({ journal, tools: again.tools })
    await next.until("those that waited run", () => again.running.size === 2)
    expect(again.began).toEqual([jakeRuns(4), jakeRuns(5)])
    const unknown = next.of("call.finished").map(({ event }) => (event as { result: { output: string } }).result.output)
    expect(unknown).toHaveLength(4)
    for (const output of unknown) expect(output).toContain("outcome unknown")
    expect(next.jake().run.crashes).toMatchObject({})
    expect(Object.keys(next.jake().run.crashes ?? {})).toHaveLength(4)
  })

  it("T26 a command that waited is judged again when it is to begin: what may no longer be done is not done", async () => {
    const { app, began, end } = await opened(many(6).map((command) => command.replace("ls", "touch")))
    await untilHeld(app, 2)
    await app.supervisor.dispatch(
      { type: "posture.change", agentId: jakeId, changes: { phase: "planning" }, reason: "", when: "now" },
      { actor: "user", surface: "desktop", connection: "c1" },
    )
    for (const at of [0, 1, 2, 3]) end(`${jakeId}: touch ${at}`)
    await app.until("nothing of it runs or waits", () => callsOf(app).every(({ status }) => status !== "allowed"))
    expect(began).toHaveLength(4)
  })

  it("T30 a full disk keeps no call from beginning for ever", async () => {
    const { app, running, end } = await opened(many(6))
    await untilHeld(app, 2)
    app.journal.failEveryAppend("full")
    end(jakeRuns(0))
    await app.until("the report was refused", () => app.log.lines.some(({ level }) => level === "error"))
    app.journal.recover()
    await app.until("the next runs", () => {
      app.clock.advance(1_000)
      return running.has(jakeRuns(4))
    })
  })
})

it("a turn that is over leaves no place taken", async () => {
  const { app, running, end } = await opened(many(20))
  await app.supervisor.dispatch({ type: "turn.interrupt", agentId: jakeId })
  await app.idle()
  await app.supervisor.dispatch({ type: "message.send", agentId: jakeId, text: "again", delivery: "queue" })
  await replies(app, ["ls again"])
  await app.until("it runs", () => running.has(`${jakeId}: ls again`))
  expect(running.size).toBe(1)
  end(`${jakeId}: ls again`)
  await app.model.asked()
})
