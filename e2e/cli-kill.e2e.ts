// kill -9 at exact moments of a turn, from the message to the last request. After the next start the message is there once, the turn goes on to
// its end, and everything the model is sent is a valid history.
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { jakeId, type WireMessage } from "@kibitz/contract"
import { expect, test } from "@playwright/test"
import { end, type Folder, type Rpc, startRpc, temporaryFolder } from "./cli-driver.ts"
import { type Passed, type Provider, startProvider } from "./cli-provider.ts"
import { eventsIn } from "./driver/journal.ts"

let folder: Folder
let dataDir = ""
let provider: Provider
const started: Rpc[] = []

test.beforeEach(async () => {
  folder = temporaryFolder()
  dataDir = join(folder.path, "data")
  writeFileSync(join(folder.path, "README.md"), "# A project\n\nwith a few lines\n")
  provider = await startProvider(0.05)
})
test.afterEach(async () => {
  for (const rpc of started.splice(0)) await end(rpc)
  await provider.close()
  folder.remove()
})

async function start(): Promise<{ rpc: Rpc; isWorking: boolean }> {
  // No real key, and no way to a real provider: the address is set before anything is asked.
  const rpc = startRpc(["--data-dir", dataDir, "--project", folder.path], { ANTHROPIC_API_KEY: "sk-no-key-of-anybody" })
  started.push(rpc)
  rpc.send({ type: "dispatch", id: "base", command: { type: "settings.change", patch: { baseUrl: provider.baseUrl } } })
  rpc.send({ type: "subscribe", id: "world", channel: { kind: "world" } })
  const answer = (await rpc.until((message) => message.type === "subscribed")).at(-1)
  if (answer?.type !== "subscribed" || answer.snapshot.kind !== "world") throw new Error("no world in the answer")
  return { rpc, isWorking: answer.snapshot.world.agents[jakeId]?.turn !== null }
}

const send = (rpc: Rpc, text: string) =>
  rpc.send({ type: "dispatch", id: "send", command: { type: "message.send", agentId: "jake", messageId: "m1", text } })

const isEvent = (type: string) => (message: WireMessage) =>
  message.type === "envelope" && message.events.some(({ event }) => event.type === type)

/** Starts anew and waits for the end of the turn; what it recorded, oldest first. */
async function goOn() {
  const { rpc, isWorking } = await start()
  if (isWorking) await rpc.until(isEvent("turn.finished"))
  rpc.child.stdin.end()
  expect(await rpc.exit).toEqual({ code: 0, signal: null })
  return eventsIn({ dataDir }, "message.delivered", "turn.recovered", "turn.replied", "turn.finished", "call.finished")
}

const told = "Tell me a long story"
const reads = "rehearse: three calls"
const passes = (what: string, count = 1, ofRequest = 1) => ({
  passes: (passed: Passed) => passed.what === what && passed.count === count && passed.request === ofRequest,
})
const moments: [name: string, text: string, at: { passes(passed: Passed): boolean } | { event: string }][] = [
  ["F1: the message is in the journal, nothing is asked yet", reads, { event: "turn.started" }],
  ["F1: the request is out", reads, passes("request")],
  ["F1: the reply has begun, and says nothing yet", reads, passes("message_start")],
  ["F2: at the first words", told, passes("text_delta")],
  ["F2: in the middle of the text", told, passes("text_delta", 120)],
  ["F3: at the beginning of a call's input", reads, passes("input_json_delta")],
  ["F3: in the middle of a call's input", reads, passes("input_json_delta", 3)],
  ["F3: after the first of three calls", reads, passes("content_block_stop", 2)],
  ["F4: the reply has come to its end, its last event has not", reads, passes("message_delta")],
  ["F4: the reply is complete, and may not be in the journal yet", reads, passes("message_stop")],
  ["F5: the reply is in the journal, its calls are about to run", reads, { event: "turn.replied" }],
  ["F8: the results are in the journal", reads, { event: "call.finished" }],
  ["F7, F8: the results are sent, and may not be in the journal yet", reads, passes("request", 1, 2)],
  ["F2: in the reply to the results", reads, passes("text_delta", 3, 2)],
]

for (const [name, text, at] of moments) {
  test(`${name}: kill -9 loses nothing, and the turn goes on`, async () => {
    const { rpc } = await start()
    if ("passes" in at) provider.watch((passed) => at.passes(passed) && rpc.child.kill("SIGKILL"))
    send(rpc, text)
    if ("event" in at) {
      await rpc.until(isEvent(at.event))
      rpc.child.kill("SIGKILL")
    }
    expect(await rpc.exit).toEqual({ code: null, signal: "SIGKILL" })
    provider.watch(() => {})

    const events = await goOn()
    expect(provider.complaints).toEqual([])
    expect(events.filter(({ messageId }) => messageId === "m1").map(({ type }) => type)).toEqual(["message.delivered"])
    const types = events.map(({ type }) => type)
    expect(types.filter((type) => type === "turn.recovered")).toHaveLength(1)
    // A17: the same request may go out twice; only one of its replies is ever recorded.
    const replies = text === reads ? 2 : 1
    expect(types.slice(0, types.indexOf("turn.finished")).filter((type) => type === "turn.replied")).toHaveLength(replies)
    expect(types.filter((type) => type === "call.finished")).toHaveLength(text === reads ? 3 : 0)
  })
}

/** Processes that stand in the project or name it. */
function survivors(): string[] {
  return readdirSync("/proc")
    .filter((name) => Number(name) > 0 && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const about = `${readlinkSync(`/proc/${pid}/cwd`)} ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")}`
        return about.includes(folder.path) ? [about] : []
      } catch {
        return []
      }
    })
}

test("F6, F7, F26: a command that runs at a kill -9 ends with it, is not run again, and what it had printed is kept for the agent", async () => {
  const { rpc } = await start()
  await rpc.settled()
  rpc.send({
    type: "dispatch",
    id: "go",
    command: { type: "slash.run", agentId: "jake", line: "/execute", confirm: "execution" },
  })
  const refused = (await rpc.until((message) => "id" in message && message.id === "go")).at(-1)
  if (refused?.type === "refused") throw new Error(refused.rejection.message)
  send(rpc, "rehearse: run echo half of it; sleep 600")
  const printed = () => {
    const spool = join(dataDir, "spool")
    const [file] = readdirSync(spool)
    return file === undefined ? null : { file, text: readFileSync(join(spool, file), "utf8") }
  }
  await expect(() => expect(printed()?.text).toBe("half of it\n")).toPass()
  expect(survivors().some((about) => about.includes("sleep 600"))).toBe(true)
  rpc.child.kill("SIGKILL")
  await rpc.exit
  await expect(() => expect(survivors()).toEqual([])).toPass()

  const events = await goOn()
  expect(provider.complaints).toEqual([])
  expect(events.filter(({ type }) => type === "call.finished")).toHaveLength(1)
  const results = provider.sent.at(-1)?.flatMap(({ content }) => content.filter(({ type }) => type === "tool_result")) ?? []
  const result = JSON.stringify(results.at(-1)?.content)
  expect(result).toContain("interrupted, outcome unknown")
  const callId = /spool:(\w+)/.exec(result)?.[1] ?? "none"
  expect(printed()?.file).toContain(callId)
})

/** Sends each of them and reads on until `count` are accepted. */
async function sendAll(rpc: Rpc, ids: readonly string[], count = ids.length): Promise<void> {
  for (const messageId of ids) {
    rpc.send({
      type: "dispatch",
      id: messageId,
      command: { type: "message.send", agentId: "jake", messageId, text: `say ${messageId}` },
    })
  }
  for (let accepted = 0; accepted < count; accepted += 1) await rpc.until((message) => message.type === "accepted")
}

/** Reads on until Jake has taken everything. */
async function taken(rpc: Rpc): Promise<void> {
  for (let asked = 1; ; asked += 1) {
    const id = `taken-${asked}`
    rpc.send({ type: "subscribe", id, channel: { kind: "world" } })
    const answer = (await rpc.until((message) => message.type === "subscribed" && message.id === id)).at(-1)
    if (answer?.type !== "subscribed" || answer.snapshot.kind !== "world") throw new Error("no world in the answer")
    const jake = answer.snapshot.world.agents[jakeId]
    if (jake?.turn === null && jake.queue.length === 0) return
    await rpc.until(isEvent("turn.finished"))
  }
}

for (const accepted of [0, 1, 20, 50]) {
  test(`50 messages, kill -9 after ${accepted} are accepted, and all sent again after each of two kills: each is there once`, async () => {
    const ids = Array.from({ length: 50 }, (_, n) => `m-${n}`)
    const first = await start()
    await sendAll(first.rpc, ids, accepted)
    first.rpc.child.kill("SIGKILL")
    await first.rpc.exit

    const second = await start()
    await sendAll(second.rpc, ids)
    await taken(second.rpc)
    second.rpc.child.kill("SIGKILL")
    await second.rpc.exit

    const third = await start()
    await sendAll(third.rpc, ids)
    await taken(third.rpc)
    third.rpc.child.stdin.end()
    expect(await third.rpc.exit).toEqual({ code: 0, signal: null })
    const delivered = eventsIn({ dataDir }, "message.delivered").flatMap(({ messageId }) => messageId ?? [])
    expect(delivered.filter((messageId) => messageId.startsWith("m-")).toSorted()).toEqual(ids.toSorted())
    expect(provider.complaints).toEqual([])
  })
}
