// A messageId names one message of one agent. What shares a transaction is not in the journal yet, and counts all the same.
import { type AgentId, jakeId, MessageId } from "@kibitz/contract"
import type { Origin } from "@kibitz/domain"
import type { Tools } from "@kibitz/ports"
import { memoryJournal } from "@kibitz/testkit"
import { expect, it } from "vitest"
import { openedEngine } from "./testing/opened-engine.ts"

const user: Origin = { actor: "user", surface: "rpc" }
const id = (name: string) => MessageId.parse(name)
const send = (messageId: string, agentId: AgentId = jakeId) =>
  ({ type: "message.send", agentId, messageId: id(messageId), text: messageId, delivery: "queue" }) as const
const withdraw = (messageId: string) => ({ type: "message.withdraw", agentId: jakeId, messageId: id(messageId) }) as const

it("sent, withdrawn and sent again in one tick is one message that was withdrawn", async () => {
  const app = await openedEngine()
  await app.send("go")
  const names = Array.from({ length: 40 }, (_, n) => `m${n}`)
  const commands = names.flatMap((name) => [send(name), withdraw(name)])
  const before = app.journal.appends()
  await Promise.all([...commands, ...names.map((name) => send(name))].map((command) => app.supervisor.dispatch(command, user)))
  expect(app.journal.appends()).toBe(before + 1)
  expect(app.jake().queue).toEqual([])
  expect(app.of("message.queued")).toHaveLength(40)
})

it("the same id for another agent is another message", async () => {
  const app = await openedEngine()
  await app.supervisor.dispatch({ type: "agent.spawn", parentId: jakeId, name: "Ed" }, user)
  const ed = app.jake().childIds[0] as AgentId
  await app.supervisor.dispatch(send("m1"), user)
  await app.supervisor.dispatch(send("m1", ed), user)
  expect(app.of("message.delivered").map(({ event }) => "agentId" in event && event.agentId)).toEqual([jakeId, ed])
})

it("a message that is already there changes nothing, also when it comes over another surface or its agent was dismissed", async () => {
  const app = await openedEngine()
  await app.supervisor.dispatch({ type: "agent.spawn", parentId: jakeId, name: "Ed" }, user)
  const ed = app.jake().childIds[0] as AgentId
  await app.supervisor.dispatch(send("m1", ed), user)
  await app.supervisor.dispatch({ type: "agent.dismiss", agentId: ed }, user)
  const { seq } = app.supervisor.world()
  expect(await app.supervisor.dispatch(send("m1", ed), { actor: "user", surface: "desktop" })).toEqual({ seq })
  expect(app.supervisor.world().seq).toBe(seq)
})

it("a journal that cannot be asked refuses the message as storage-failed, and nothing has changed", async () => {
  const journal = memoryJournal()
  const app = await openedEngine({ journal })
  journal.failEveryRead("unreachable")
  expect(await app.supervisor.dispatch(send("m1"), user)).toMatchObject({ rejection: { kind: "storage-failed" } })
  journal.recover()
  await app.supervisor.dispatch(send("m1"), user)
  expect(app.of("message.delivered")).toHaveLength(1)
})

it("F1 is answered with a number that the journal holds, also while the result of a read is not on disk yet", async () => {
  const tools: Tools = {
    async *run() {
      yield { type: "end", ok: true, output: "read", bytes: 4 }
    },
  }
  const app = await openedEngine({ tools })
  await app.supervisor.dispatch(send("m1"), user)
  const exchange = await app.model.asked()
  exchange.call("read_file", { path: "README.md" })
  exchange.finish()
  await app.until("the result counts and is not on disk", () => app.supervisor.world().seq > app.supervisor.published().seq)
  const again = await app.supervisor.dispatch(send("m1"), user)
  expect(again).toEqual({ seq: app.journal.last() })
  expect(app.supervisor.world().seq).toBeGreaterThan(app.journal.last())
})

it("F12 a message and the same message again in one tick are both refused when they cannot be written", async () => {
  const app = await openedEngine()
  app.journal.failEveryAppend("full")
  const outcomes = await Promise.all([send("m1"), send("m1")].map((command) => app.supervisor.dispatch(command, user)))
  expect(outcomes).toMatchObject([{ rejection: { kind: "storage-failed" } }, { rejection: { kind: "storage-failed" } }])
  app.journal.recover()
  await app.supervisor.dispatch(send("m1"), user)
  expect(app.of("message.delivered")).toHaveLength(1)
})
