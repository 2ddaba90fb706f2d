// A message that is sent again with its messageId stays one message, for ever (docs/rpc.md): over the real host and a journal on disk.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import { auditKey } from "@kibitz/adapters/system"
import type { WireMessage } from "@kibitz/contract"
import { recordingLog, untilFact } from "@kibitz/testkit"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openHost } from "./host.ts"

const resourcesDir = join(import.meta.dirname, "../../../resources")
const environment = { KIBITZ_REHEARSAL_PACE: "0" }

let base = ""
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-sent-again-")))
  mkdirSync(join(base, "project"))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

async function open() {
  const host = await openHost({
    dataDir: join(base, "data"),
    workspace: join(base, "project"),
    resourcesDir,
    version: "0",
    environment,
  })
  const sent: WireMessage[] = []
  const line = host.connect("rpc", (message) => sent.push(message))
  let asked = 0
  function dispatch(command: object): Promise<WireMessage> {
    const id = ++asked
    line.receive({ type: "dispatch", id, command })
    return untilFact(`request ${id} is answered`, () => sent.find((message) => "id" in message && message.id === id))
  }
  async function jake() {
    const id = `world-${++asked}`
    line.receive({ type: "subscribe", id, channel: { kind: "world" } })
    const answer = sent.find((message) => message.type === "subscribed" && message.id === id)
    if (answer?.type !== "subscribed" || answer.snapshot.kind !== "world") throw new Error("no world in the answer")
    line.receive({ type: "unsubscribe", id: `${id}-over`, subscription: answer.subscription })
    return answer.snapshot.world.agents["jake" as keyof typeof answer.snapshot.world.agents]
  }
  const send = (messageId: string, text = `say ${messageId}`) =>
    dispatch({ type: "message.send", agentId: "jake", messageId, text })
  const idle = () =>
    untilFact("Jake has taken everything", async () => {
      const agent = await jake()
      return agent?.turn === null && agent.queue.length === 0
    })
  return { dispatch, send, idle, close: () => host.close() }
}

/** How often each messageId came into the journal: queued, or delivered without having waited. */
function mentions(): Map<string, string[]> {
  const journal = sqliteJournal({
    file: join(base, "data", "kibitz.db"),
    migrationsDir: join(resourcesDir, "migrations"),
    auditKey: auditKey(join(base, "data", "audit.key")),
    log: recordingLog(),
  })
  const found = new Map<string, string[]>()
  for (const { event } of journal.since(0)) {
    if (!event.type.startsWith("message.") || !("messageId" in event) || !event.messageId.startsWith("m-")) continue
    found.set(event.messageId, [...(found.get(event.messageId) ?? []), event.type])
  }
  journal.close()
  return found
}

const ids = Array.from({ length: 50 }, (_, n) => `m-${n}`)

test("sending 50 messages again after a restart, and after a second one, adds nothing", async () => {
  let app = await open()
  for (const id of ids) expect(await app.send(id)).toMatchObject({ type: "accepted" })
  await app.idle()
  await app.close()
  const first = mentions()
  expect([...first.keys()].toSorted()).toEqual(ids.toSorted())

  for (const _ of ["once", "twice"]) {
    app = await open()
    for (const id of ids) expect(await app.send(id, "other words")).toMatchObject({ type: "accepted" })
    await app.idle()
    await app.close()
    expect(mentions()).toEqual(first)
  }
})

test("a message that was withdrawn stays withdrawn when it is sent again, in the same run and after a restart", async () => {
  let app = await open()
  void app.send("m-first", "Tell me a long story")
  await app.send("m-back")
  expect(await app.dispatch({ type: "message.withdraw", agentId: "jake", messageId: "m-back" })).toMatchObject({
    type: "accepted",
  })
  expect(await app.send("m-back")).toMatchObject({ type: "accepted" })
  await app.idle()
  await app.close()
  app = await open()
  expect(await app.send("m-back")).toMatchObject({ type: "accepted" })
  await app.idle()
  await app.close()
  expect(mentions().get("m-back")).toEqual(["message.queued", "message.withdrawn"])
})
