// kill -9 at exact moments of a turn, from the message to the last request. After the next start the message is there once, the turn goes on to
// its end, and everything the model is sent is a valid history. What the screen shows after a kill is in journeys/kill.e2e.ts and
// screens/attention/crash-loop.screen.ts.
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { jakeId, type WireMessage } from "@kibitz/contract"
import { expect, test } from "@playwright/test"
import { end, type Folder, type Rpc, startRpc, temporaryFolder } from "./cli-driver.ts"
import { type Passed, type Provider, startProvider } from "./cli-provider.ts"
import { eventsIn } from "./driver/journal.ts"

const inReadme = "A small shop, for tests."
let folder: Folder
let dataDir = ""
let provider: Provider
const started: Rpc[] = []

test.beforeEach(async () => {
  folder = temporaryFolder()
  dataDir = join(folder.path, "data")
  writeFileSync(join(folder.path, "README.md"), `# A project\n\n${inReadme}\n`)
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

const send = (rpc: Rpc, text: string, messageId = "m1") =>
  rpc.send({ type: "dispatch", id: "send", command: { type: "message.send", agentId: "jake", messageId, text } })

const isEvent = (type: string) => (message: WireMessage) =>
  message.type === "envelope" && message.events.some(({ event }) => event.type === type)

/** What the journal of a closed Kibitz says of messages, turns and calls, oldest first. */
function recorded() {
  const types = ["message.delivered", "turn.recovered", "turn.replied", "turn.finished", "call.finished"]
  return eventsIn({ dataDir }, ...types)
}

/** Starts again and waits for the end of the turn. Then the user says one thing more, and it is answered. */
async function goOn() {
  const { rpc, isWorking } = await start()
  if (isWorking) await rpc.until(isEvent("turn.finished"))
  send(rpc, "hello", "after")
  await rpc.until(isEvent("turn.finished"))
  rpc.child.stdin.end()
  expect(await rpc.exit).toEqual({ code: 0, signal: null })
  return recorded()
}

const told = "Tell me a long story"
const reads = "rehearse: three calls"
const greeting = "Hello, I am **Jake**"
const looks = "Read this project and tell me what it is"
/** How many replies and calls each takes, and what only its last reply says. */
const asked = {
  [told]: { replies: 1, calls: 0, says: "Do not hurry the chorus" },
  [reads]: { replies: 2, calls: 3, says: "All three calls have been answered" },
  [looks]: { replies: 3, calls: 2, says: inReadme },
} as const
const passes = (what: string, count = 1, ofRequest = 1) => ({
  passes: (passed: Passed) => passed.what === what && passed.count === count && passed.request === ofRequest,
})
const moments: [name: string, text: keyof typeof asked, at: { passes(passed: Passed): boolean } | { event: string }][] = [
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
  ["F5, F6: between two calls, the first has its result", looks, { event: "call.finished" }],
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
    const { replies, calls, says } = asked[text]
    const types = events.map(({ type }) => type)
    expect(types[0]).toBe("message.delivered")
    expect(events.filter(({ messageId }) => messageId === "m1").map(({ type }) => type)).toEqual(["message.delivered"])
    expect(types.filter((type) => type === "turn.recovered")).toHaveLength(1)
    // A17: the same request may go out twice; only one of its replies is ever recorded.
    const ofTurn = events.slice(0, types.indexOf("turn.finished"))
    expect(ofTurn.filter(({ type }) => type === "turn.replied")).toHaveLength(replies)
    expect(saying(events, says)).toEqual([ofTurn.findLast(({ type }) => type === "turn.replied")])
    const wanted = events
      .flatMap(({ reply }) => reply?.content ?? [])
      .flatMap(({ type, id }) => (type === "tool_use" ? [id] : []))
    expect(wanted).toHaveLength(calls)
    // Every call has its result, once.
    const finished = events.flatMap(({ type, callId }) => (type === "call.finished" ? [callId] : []))
    expect(finished.toSorted()).toEqual(wanted.toSorted())
    // What the model is sent afterwards is valid: it is answered.
    expect(saying(events, greeting)).toHaveLength(1)
  })
}

/** What the user said and Jake was given. Left alone after a start, Jake may be told of the restart too, and say something to that. */
function fromUser(events: ReturnType<typeof recorded>) {
  return events.flatMap(({ type, note, messageId }) => (type === "message.delivered" && note === undefined ? [messageId] : []))
}

/** The replies with these words. */
function saying(events: ReturnType<typeof recorded>, words: string) {
  return events.filter(({ type, reply }) => type === "turn.replied" && JSON.stringify(reply).includes(words))
}

test("F8: kill -9 right after a finished reply keeps the reply, and nothing is answered again", async () => {
  const { rpc } = await start()
  send(rpc, "hello")
  await rpc.until(isEvent("turn.finished"))
  rpc.child.kill("SIGKILL")
  await rpc.exit
  const before = recorded()
  expect(saying(before, greeting)).toHaveLength(1)

  const next = await start()
  await taken(next.rpc)
  next.rpc.child.stdin.end()
  expect(await next.rpc.exit).toEqual({ code: 0, signal: null })
  const after = recorded()
  expect(after.slice(0, before.length)).toEqual(before)
  expect(fromUser(after)).toEqual(["m1"])
  expect(saying(after, greeting)).toHaveLength(1)
  expect(after.filter(({ type }) => type === "turn.recovered")).toEqual([])
})

test("F1: a message that waits for its turn at a kill -9 is answered after the turn that was under way, once", async () => {
  const { rpc } = await start()
  provider.watch(({ what }) => {
    if (what !== "text_delta") return
    provider.watch(() => {})
    send(rpc, "hello", "m2")
  })
  send(rpc, told)
  await rpc.until(isEvent("message.queued"))
  rpc.child.kill("SIGKILL")
  await rpc.exit

  const next = await start()
  await taken(next.rpc)
  next.rpc.child.stdin.end()
  expect(await next.rpc.exit).toEqual({ code: 0, signal: null })
  const events = recorded()
  expect(fromUser(events)).toEqual(["m1", "m2"])
  const [story, ...more] = [...saying(events, "Do not hurry the chorus"), ...saying(events, greeting)].map(({ seq }) => seq)
  expect(more).toHaveLength(1)
  expect(more[0]).toBeGreaterThan(story ?? Number.POSITIVE_INFINITY)
  expect(provider.complaints).toEqual([])
})

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
