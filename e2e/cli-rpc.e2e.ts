import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import {
  Channel,
  ClientCommand,
  Event,
  MESSAGE_TEXT_LIMIT,
  ModelFailureKind,
  PAGE_BYTES,
  RejectionKind,
  WIRE_MESSAGE_LIMIT,
  WireMessage,
  WireRequest,
} from "@kibitz/contract"
import { expect, test } from "@playwright/test"
import { listeners, type Rpc, runKibitz, startRpc, temporaryFolder } from "./cli-driver.ts"

let folder = temporaryFolder()
let dataDir = ""
const started: Rpc[] = []

test.beforeEach(() => {
  folder = temporaryFolder()
  dataDir = join(folder.path, "data")
})
test.afterEach(async () => {
  for (const rpc of started.splice(0)) {
    rpc.child.kill("SIGKILL")
    await rpc.exit
  }
  folder.remove()
})

/** Ten times faster than a person reads, and still a stream. */
const quickly = { KIBITZ_REHEARSAL_PACE: "0.1" }

function start(...args: string[]): Rpc {
  const rpc = startRpc(["--data-dir", dataDir, "--project", folder.path, ...args], quickly)
  started.push(rpc)
  return rpc
}

const isEvent = (type: string) => (message: WireMessage) =>
  message.type === "envelope" && message.events.some(({ event }) => event.type === type)
const envelopesOf = (messages: WireMessage[], subscription: number) =>
  messages.filter((message) => message.type === "envelope").filter((envelope) => envelope.subscription === subscription)
const eventsOf = (messages: WireMessage[], subscription: number) =>
  envelopesOf(messages, subscription).flatMap(({ events }) => events)
const textOf = (messages: WireMessage[]) =>
  messages
    .flatMap((message) => (message.type === "live" ? message.deltas : []))
    .map((delta) => delta.text)
    .join("")

test("a conversation: subscribe, send, watch it being written, read it back, page, leave", async () => {
  const rpc = start()
  rpc.send({ type: "subscribe", id: "w", channel: { kind: "world" } })
  rpc.send({ type: "subscribe", id: "t", channel: { kind: "transcript", agentId: "jake" } })
  expect(await rpc.next()).toMatchObject({
    type: "subscribed",
    id: "w",
    subscription: 1,
    snapshot: { kind: "world", world: { agents: { jake: { name: "Jake" } } }, app: { surface: "rpc", workspace: folder.path } },
  })
  expect(await rpc.next()).toMatchObject({
    type: "subscribed",
    id: "t",
    subscription: 2,
    snapshot: { kind: "transcript", live: null },
  })

  rpc.send({ type: "dispatch", id: "a", command: { type: "message.send", agentId: "jake", messageId: "m1", text: "hello" } })
  const watched = [...(await rpc.until(isEvent("turn.finished"))), ...(await rpc.until(isEvent("turn.replied")))]
  expect(watched.filter(({ type }) => type === "accepted")).toEqual([{ type: "accepted", id: "a", seq: expect.any(Number) }])
  for (const subscription of [1, 2]) {
    const numbers = envelopesOf(watched, subscription).map(({ n }) => n)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
  expect(eventsOf(watched, 1).map(({ event }) => event.type)).toEqual([
    "turn.started",
    "message.delivered",
    "turn.replied",
    "turn.finished",
  ])
  const shown = eventsOf(watched, 2)
  expect(shown.map(({ event }) => event.type)).toEqual(["message.delivered", "turn.replied"])
  const reply = shown.map(({ event }) => event).find((event) => event.type === "turn.replied")
  const said = reply?.reply.content.map((block) => (block.type === "text" ? block.text : "")).join("")
  expect(said).toContain("Jake")
  const live = textOf(watched)
  expect([live.length > 100, said?.startsWith(live)]).toEqual([true, true])

  const before = shown.at(-1)?.seq ?? 0
  rpc.send({ type: "subscribe", id: 2, channel: { kind: "page", agentId: "jake", before, bytes: 1000 } })
  expect(await rpc.next()).toEqual({
    type: "subscribed",
    id: 2,
    subscription: 3,
    snapshot: { kind: "page", agentId: "jake", page: { events: [shown[0]], older: null } },
  })
  expect(await rpc.next()).toEqual({ type: "unsubscribed", id: null, subscription: 3 })
  rpc.send({ type: "unsubscribe", id: 3, subscription: 1 })
  expect(await rpc.next()).toEqual({ type: "unsubscribed", id: 3, subscription: 1 })
  rpc.child.stdin.end()
  expect(await rpc.exit).toEqual({ code: 0, signal: null })
  expect(rpc.stderr()).toBe("")
})

const dispatch = (command: string) => `{"type":"dispatch","id":7,"command":${command}}\n`
const text = "x".repeat(10_000_000)
const badInput: [name: string, bytes: string | Uint8Array, kind: string, id: number | null][] = [
  ["a line that is not JSON", "hello\n", "malformed", null],
  ["half a JSON object", '{"type":"dispatch","id":7,\n', "malformed", null],
  ["two objects in one line", '{"type":"subscribe"} {"type":"subscribe"}\n', "malformed", null],
  ["a number", "42\n", "malformed", null],
  ["null", "null\n", "malformed", null],
  ["a list", "[]\n", "malformed", null],
  ["an empty object", "{}\n", "malformed", null],
  ["a NUL character", "\u0000\n", "malformed", null],
  ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]), "malformed", null],
  [
    "UTF-8 inside a request cut short",
    Buffer.from([...Buffer.from('{"type":"dispatch","id":7,"x":"'), 0xe2, 0x82, 0x22, 0x7d, 0x0a]),
    "malformed",
    null,
  ],
  ["an overlong encoding", Buffer.from([0xc0, 0xaf, 0x0a]), "malformed", null],
  ["a 10 MB line", `${text}\n`, "too-large", null],
  ["a 10 MB message", dispatch(`{"type":"message.send","agentId":"jake","text":"${text}"}`), "too-large", null],
  [
    "a message of more than a million characters",
    dispatch(`{"type":"message.send","agentId":"jake","text":"${text.slice(0, 1_000_001)}"}`),
    "malformed",
    7,
  ],
  ["an empty message", dispatch('{"type":"message.send","agentId":"jake","text":"  "}'), "malformed", 7],
  ["an unknown request", '{"type":"destroy","id":7}\n', "malformed", 7],
  ["an unknown command", dispatch('{"type":"world.end"}'), "malformed", 7],
  [
    "a command only Kibitz itself may give",
    dispatch('{"type":"turn.stop","agentId":"jake","turnId":"t1","draft":""}'),
    "malformed",
    7,
  ],
  [
    "a command that would found an agent",
    dispatch('{"type":"agent.found","agentId":"eve","parentId":null,"name":"Eve"}'),
    "malformed",
    7,
  ],
  ["wrong types", dispatch('{"type":"message.send","agentId":"jake","text":["hello"]}'), "malformed", 7],
  ["a wrong type for the command", dispatch('"message.send"'), "malformed", 7],
  ["a setting out of range", dispatch('{"type":"settings.change","patch":{"textSize":1e9}}'), "malformed", 7],
  ["a setting that does not exist", dispatch('{"type":"settings.change","patch":{"admin":true}}'), "malformed", 7],
  [
    "an address that would send the key in the clear",
    dispatch('{"type":"settings.change","patch":{"baseUrl":"http://evil.example"}}'),
    "malformed",
    7,
  ],
  ["an id that is a path", dispatch('{"type":"message.send","agentId":"../../etc","text":"hi"}'), "malformed", 7],
  ["an agent that does not exist", dispatch('{"type":"message.send","agentId":"eve","text":"hi"}'), "unknown-agent", 7],
  [
    "__proto__ in the request",
    '{"type":"subscribe","id":7,"channel":{"kind":"world"},"__proto__":{"type":"dispatch"}}\n',
    "malformed",
    7,
  ],
  [
    "__proto__ in the command",
    dispatch('{"type":"message.send","agentId":"jake","text":"hi","__proto__":{"polluted":true}}'),
    "malformed",
    7,
  ],
  [
    "__proto__ written with escapes",
    dispatch('{"type":"message.send","agentId":"jake","text":"hi","\\u005f_proto__":{"polluted":true}}'),
    "malformed",
    7,
  ],
  [
    "__proto__ in a setting",
    dispatch('{"type":"settings.change","patch":{"models":{"__proto__":{"fast":"x"}}}}'),
    "malformed",
    7,
  ],
  ["constructor as a key", dispatch('{"type":"settings.change","patch":{"constructor":{"prototype":{}}}}'), "malformed", 7],
  ["__proto__ as an agent", dispatch('{"type":"message.send","agentId":"__proto__","text":"hi"}'), "malformed", 7],
  ["toString as an agent", dispatch('{"type":"message.send","agentId":"toString","text":"hi"}'), "unknown-agent", 7],
  [
    "the transcript of constructor",
    '{"type":"subscribe","id":7,"channel":{"kind":"transcript","agentId":"constructor"}}\n',
    "unknown-agent",
    7,
  ],
  ["constructor as an agent", dispatch('{"type":"message.send","agentId":"constructor","text":"hi"}'), "unknown-agent", 7],
  ["a million brackets", `${"[".repeat(1_000_000)}\n`, "malformed", null],
  [
    "a million closed brackets",
    dispatch(`{"type":"settings.change","patch":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`),
    "malformed",
    7,
  ],
  ["an id that is too long", `{"type":"subscribe","id":"${"i".repeat(65)}","channel":{"kind":"world"}}\n`, "malformed", null],
  ["an id that is no number", '{"type":"subscribe","id":1.5,"channel":{"kind":"world"}}\n', "malformed", null],
  ["an unknown channel", '{"type":"subscribe","id":7,"channel":{"kind":"everything"}}\n', "malformed", 7],
  [
    "a page of a billion bytes",
    '{"type":"subscribe","id":7,"channel":{"kind":"transcript","agentId":"jake","bytes":1e9}}\n',
    "malformed",
    7,
  ],
  ["a transcript of nobody", '{"type":"subscribe","id":7,"channel":{"kind":"transcript","agentId":"eve"}}\n', "unknown-agent", 7],
  ["the end of a subscription that never was", '{"type":"unsubscribe","id":7,"subscription":99}\n', "not-subscribed", 7],
  ["nothing to stop", dispatch('{"type":"turn.interrupt","agentId":"jake"}'), "nothing-to-stop", 7],
]

test("T22: every bad input is refused with a reason, the program lives and the journal is unchanged", async () => {
  const rpc = start()
  const before = await rpc.seq()
  for (const [name, bytes, kind, id] of badInput) {
    await test.step(name, async () => {
      rpc.sendRaw(bytes)
      expect(await rpc.next(), name).toEqual({
        type: "refused",
        id,
        rejection: { kind, message: expect.stringMatching(/^[A-Z].{10,}/s) },
      })
      expect(await rpc.seq(), name).toBe(before)
    })
  }
  rpc.send({ type: "dispatch", id: "after", command: { type: "message.send", agentId: "jake", text: "hello" } })
  expect(await rpc.next()).toMatchObject({ type: "accepted", id: "after" })
  rpc.child.stdin.end()
  expect(await rpc.exit).toEqual({ code: 0, signal: null })
})

test("blank lines and Windows line ends are no requests, and the last line may lack its end", async () => {
  const input =
    '\n  \r\n\uFEFF{"type":"subscribe","id":1,"channel":{"kind":"world"}}\r\n\n{"type":"subscribe","id":2,"channel":{"kind":"world"}}'
  const { code, stdout } = await runKibitz(["rpc", "--data-dir", dataDir], input)
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  expect([code, ...answers.map(({ type, id }) => [type, id])]).toEqual([0, ["subscribed", 1], ["subscribed", 2]])
})

test("a last line that breaks off is refused", async () => {
  const { code, stdout } = await runKibitz(["rpc", "--data-dir", dataDir], '{"type":"dispatch","id":1,"comm')
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { type: "refused", id: null, rejection: { kind: "malformed", message: expect.any(String) } },
  ])
})

test("a line that never ends does not fill the memory", async () => {
  const rpc = start()
  await rpc.seq()
  const chunk = "x".repeat(1_000_000)
  for (let sent = 0; sent < 200; sent++) {
    await new Promise<void>((resolve) => rpc.child.stdin.write(chunk, () => resolve()))
  }
  rpc.sendRaw("\n")
  expect(await rpc.next()).toMatchObject({ type: "refused", rejection: { kind: "too-large" } })
  await rpc.seq()
  const { VmHWM = "0" } = /VmHWM:\s*(?<VmHWM>\d+) kB/.exec(readFileSync(`/proc/${rpc.pid}/status`, "utf8"))?.groups ?? {}
  expect(Number(VmHWM)).toBeLessThan(250_000)
})

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  test(`${signal} in the middle of a reply closes in order, and the next start goes on`, async () => {
    const first = start()
    first.send({ type: "subscribe", id: 1, channel: { kind: "transcript", agentId: "jake" } })
    first.send({
      type: "dispatch",
      id: 2,
      command: { type: "message.send", agentId: "jake", messageId: "m1", text: "rehearse: slow" },
    })
    await first.until(({ type }) => type === "live")
    first.child.kill(signal)
    expect(await first.exit).toEqual({ code: 0, signal: null })
    const second = start()
    second.send({ type: "subscribe", id: 1, channel: { kind: "transcript", agentId: "jake" } })
    const snapshot = await second.next()
    expect(JSON.stringify(snapshot)).toContain("rehearse: slow")
    await second.until(({ type }) => type === "live")
  })
}

test("a reader that goes away ends it in order", async () => {
  const rpc = start()
  await rpc.seq()
  rpc.child.stdout.destroy()
  rpc.send({ type: "subscribe", id: 1, channel: { kind: "world" } })
  expect(await rpc.exit).toEqual({ code: 0, signal: null })
  expect(rpc.stderr()).toBe("")
})

test("a reader that does not read yet is waited for, and then gets every answer in order", async () => {
  const rpc = start()
  const count = 5000
  const wrote = new Promise<void>((resolve) => {
    const lines = Array.from({ length: count }, (_, id) => JSON.stringify({ type: "unsubscribe", id, subscription: 1_000 + id }))
    rpc.child.stdin.write(`${lines.join("\n")}\n`, () => resolve())
  })
  const ids: unknown[] = []
  for (let read = 0; read < count; read++) {
    const message = await rpc.next()
    ids.push(message.type === "refused" ? message.id : message.type)
  }
  await wrote
  expect(ids).toEqual(Array.from({ length: count }, (_, id) => id))
})

test("--stay keeps talking after the input has ended, until a signal", async () => {
  const rpc = start("--stay")
  rpc.send({ type: "subscribe", id: 1, channel: { kind: "world" } })
  rpc.send({ type: "dispatch", id: 2, command: { type: "message.send", agentId: "jake", text: "hello" } })
  rpc.child.stdin.end()
  await rpc.until(isEvent("turn.finished"))
  rpc.child.kill("SIGTERM")
  expect(await rpc.exit).toEqual({ code: 0, signal: null })
})

test("the same messageId sent twice is one message", async () => {
  const rpc = start()
  const command = { type: "message.send", agentId: "jake", messageId: "once", text: "hello" } as const
  rpc.send({ type: "subscribe", id: 1, channel: { kind: "world" } })
  rpc.send({ type: "dispatch", id: 2, command })
  await rpc.until(isEvent("turn.finished"))
  const seq = await rpc.seq()
  rpc.send({ type: "dispatch", id: 3, command })
  expect(await rpc.next()).toMatchObject({ type: "accepted", id: 3 })
  expect(await rpc.seq()).toBe(seq)
})

test("a second Kibitz on the same data is told so and changes nothing", async () => {
  const rpc = start()
  await rpc.seq()
  const second = await runKibitz(["rpc", "--data-dir", dataDir])
  expect(second).toEqual({
    code: 1,
    stdout: "",
    stderr: "Another Kibitz window has this project open. Close it and start again, or choose another folder with --data-dir.\n",
  })
  await rpc.seq()
})

test("T20, K13: the data is for this user alone, and with a key nothing listens", async () => {
  const rpc = startRpc(["--data-dir", dataDir], { ANTHROPIC_API_KEY: "sk-ant-not-a-real-key" })
  started.push(rpc)
  await rpc.seq()
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  for (const name of ["kibitz.db", "kibitz.log"]) expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600)
  expect(listeners(rpc.pid)).toEqual([])
})

test("K13: the rehearsal listens on loopback only", async () => {
  const rpc = start()
  await rpc.seq()
  expect(listeners(rpc.pid)).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/)])
})

test("T20: a data folder that is a link to somewhere else is refused", async () => {
  mkdirSync(join(folder.path, "elsewhere"))
  symlinkSync(join(folder.path, "elsewhere"), dataDir)
  const { code, stdout, stderr } = await runKibitz(["rpc", "--data-dir", dataDir])
  expect([code, stdout]).toEqual([1, ""])
  expect(stderr).toContain(dataDir)
})

test("what is typed wrongly is explained", async () => {
  const mistyped = await runKibitz(["rcp"])
  expect([mistyped.code, mistyped.stdout, mistyped.stderr]).toEqual([
    2,
    "",
    'There is no command "rcp". Did you mean `kibitz rpc`?\nSee `kibitz help`.\n',
  ])
  const flag = await runKibitz(["rpc", "--data-dri", "x"])
  expect([flag.code, flag.stdout, flag.stderr]).toEqual([
    2,
    "",
    "There is no option --data-dri. Did you mean --data-dir?\nSee `kibitz help`.\n",
  ])
  const project = await runKibitz(["rpc", "--data-dir", dataDir, "--project", join(folder.path, "nowhere")])
  expect([project.code, project.stdout]).toEqual([1, ""])
  expect(project.stderr).toContain("There is no folder")
  const help = await runKibitz(["help"])
  expect([help.code, help.stderr]).toEqual([0, ""])
  expect(help.stdout).toContain("kibitz rpc")
  expect(await runKibitz(["version"])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})

test("the launcher passes on what it is told: streams, signals and the exit code", async () => {
  const launcher = join(import.meta.dirname, "..", "apps", "cli", "bin", "kibitz.mjs")
  const child = spawn(process.execPath, [launcher, "rpc", "--data-dir", dataDir], { stdio: ["pipe", "pipe", "inherit"] })
  child.stdin.write('{"type":"subscribe","id":1,"channel":{"kind":"world"}}\n')
  expect(String((await once(child.stdout, "data"))[0])).toContain('"type":"subscribed","id":1')
  child.kill("SIGTERM")
  expect(await once(child, "exit")).toEqual([0, null])
  const wrong = spawn(process.execPath, [launcher, "rcp"], { stdio: "ignore" })
  expect(await once(wrong, "exit")).toEqual([2, null])
})

test("the example client in the documentation gets an answer", async () => {
  const client = join(import.meta.dirname, "..", "docs", "examples", "rpc-client.mjs")
  const child = spawn(process.execPath, [client, "hello", "--data-dir", dataDir], {
    env: { ...process.env, ...quickly, ANTHROPIC_API_KEY: undefined },
  })
  const said: Buffer[] = []
  child.stdout.on("data", (chunk) => said.push(chunk))
  const [code] = await once(child, "close")
  expect([code, Buffer.concat(said).toString()]).toEqual([0, expect.stringMatching(/^Hello, I am \*\*Jake\*\*.+\n$/s)])
})

test("the worked example in the documentation is what the contract says", () => {
  const lines = readFileSync(join(import.meta.dirname, "..", "docs", "rpc.md"), "utf8").split("\n")
  const sent = lines
    .filter((line) => line.startsWith("→ {"))
    .map((line) => WireRequest.safeParse(JSON.parse(line.slice(2))).success)
  const came = lines
    .filter((line) => line.startsWith("← "))
    .map((line) => WireMessage.safeParse(JSON.parse(line.slice(2))).success)
  expect([sent.length > 4, came.length > 15, sent.every(Boolean), came.every(Boolean)]).toEqual([true, true, true, true])
})

test("the documentation names every request, message, command, event, refusal and limit", () => {
  const text = readFileSync(join(import.meta.dirname, "..", "docs", "rpc.md"), "utf8")
  const words = [
    ...WireRequest.options.map((option) => option.shape.type.value),
    ...WireMessage.options.map((option) => option.shape.type.value),
    ...ClientCommand.options.map((option) => option.shape.type.value),
    ...Event.options.map((option) => option.shape.type.value),
    ...Channel.options.map((option) => option.shape.kind.value),
    ...RejectionKind.options,
    ...ModelFailureKind.options,
    ...[WIRE_MESSAGE_LIMIT, MESSAGE_TEXT_LIMIT, PAGE_BYTES].map((limit) => limit.toLocaleString("en")),
  ]
  expect(words.filter((word) => !text.includes(`\`${word}\``))).toEqual([])
})
