import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import type { ClientCommandInput, WireMessage } from "@kibitz/contract"
import { test } from "@playwright/test"
import { end, type Folder, listeners, quickly, type Rpc, runKibitz, startRpc, temporaryFolder } from "./cli-driver.ts"
import { expect } from "./driver/expect.ts"

let folder: Folder
let dataDir = ""
const started: Rpc[] = []

test.beforeEach(() => {
  folder = temporaryFolder()
  dataDir = join(folder.path, "data")
})
test.afterEach(async () => {
  for (const rpc of started.splice(0)) await end(rpc)
  folder.remove()
})

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

test("AXS-4: a script enters execution only with a confirmation, by every command that can", async () => {
  const rpc = start()
  await rpc.settled()
  const answerTo = async (command: ClientCommandInput) => {
    rpc.send({ type: "dispatch", id: "x", command })
    return (await rpc.until((message) => "id" in message && message.id === "x")).at(-1)
  }
  const line = { type: "slash.run", agentId: "jake", line: "/execute" } as const
  const change = { type: "posture.change", agentId: "jake", changes: { phase: "execution" } } as const
  const defaults = { type: "settings.change", patch: { defaults: { phase: "execution" } } } as const
  for (const command of [line, change, defaults]) {
    expect(await answerTo(command)).toMatchObject({
      type: "refused",
      rejection: { kind: "needs-confirmation", message: expect.stringContaining('send it again with confirm "execution"') },
    })
    expect(await answerTo({ ...command, confirm: "yes" })).toMatchObject({ type: "refused" })
  }
  for (const command of [line, defaults])
    expect(await answerTo({ ...command, confirm: "execution" })).toMatchObject({ type: "accepted" })
  expect(await answerTo({ ...line, line: "/plan" })).toMatchObject({ type: "accepted" })
  expect(await answerTo({ ...change, confirm: "execution" })).toMatchObject({ type: "accepted" })
})

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
  const ofJake = eventsOf(watched, 1).filter(({ event }) => "agentId" in event)
  expect(ofJake.map(({ event }) => event.type)).toEqual([
    "posture.changed",
    "turn.started",
    "message.delivered",
    "turn.replied",
    "turn.finished",
    // Nobody is there: he goes on by himself.
    "agent.planned",
  ])
  const shown = eventsOf(watched, 2)
  expect(shown.map(({ event }) => event.type)).toEqual(["posture.changed", "message.delivered", "turn.replied"])
  const reply = shown.map(({ event }) => event).find((event) => event.type === "turn.replied")
  const said = reply?.reply.content.map((block) => (block.type === "text" ? block.text : "")).join("")
  expect(said).toContain("Jake")
  const live = textOf(watched)
  expect([live.length > 100, said?.startsWith(live)]).toEqual([true, true])

  const before = shown.at(-1)?.seq ?? 0
  rpc.send({ type: "subscribe", id: 2, channel: { kind: "page", agentId: "jake", before, bytes: 1000 } })
  expect((await rpc.until(({ type }) => type === "subscribed")).at(-1)).toEqual({
    type: "subscribed",
    id: 2,
    subscription: 3,
    snapshot: { kind: "page", agentId: "jake", page: { events: shown.slice(0, 2), older: null } },
  })
  expect((await rpc.until(({ type }) => type === "unsubscribed")).at(-1)).toEqual({
    type: "unsubscribed",
    id: null,
    subscription: 3,
  })
  rpc.send({ type: "unsubscribe", id: 3, subscription: 1 })
  expect((await rpc.until(({ type }) => type === "unsubscribed")).at(-1)).toEqual({
    type: "unsubscribed",
    id: 3,
    subscription: 1,
  })
  rpc.child.stdin.end()
  expect(await rpc.exit).toEqual({ code: 0, signal: null })
  expect(rpc.stderr()).toBe("")
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

test("F35: an error that nobody caught is said, and Kibitz and its agents go on", async () => {
  const planted = "process.on('SIGUSR2',()=>{void Promise.reject(Error('planted-rejection'));throw(Error('planted-error'))})"
  const rpc = startRpc(["--data-dir", dataDir, "--project", folder.path], {
    ...quickly,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(planted)}`,
  })
  started.push(rpc)
  rpc.send({ type: "subscribe", id: 1, channel: { kind: "world" } })
  rpc.send({ type: "dispatch", id: 2, command: { type: "message.send", agentId: "jake", text: "Tell me a long story" } })
  await rpc.until(isEvent("turn.started"))
  rpc.child.kill("SIGUSR2")
  await rpc.until(isEvent("turn.finished"))
  for (const error of ["planted-error", "planted-rejection"]) expect(rpc.stderr()).toContain(`Error: ${error}`)
  rpc.child.stdin.end()
  expect(await rpc.exit).toEqual({ code: 0, signal: null })
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
    // As after Ctrl+C, which a terminal sends to every process of the job and launchers pass on again.
    for (let times = 0; times < 3; times++) first.child.kill(signal)
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
    stderr: expect.stringMatching(
      /^Another Kibitz has this project open\. It is kibitz rpc \(process \d+, since .*\), which has no window\.\nGo there/,
    ),
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
  await expect.poll(() => listeners(rpc.pid)).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/)])
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
