import { PassThrough, Writable } from "node:stream"
import { setImmediate as turnOfLoop } from "node:timers/promises"
import type { WireMessage } from "@kibitz/contract"
import { expect, test } from "vitest"
import { acceptAll, accepted, type Script, scriptedHost } from "../testing/scripted-host.ts"
import { LINE_LIMIT, serveRpc } from "./serve-rpc.ts"

function start(script: Script = acceptAll, { stay = false, output = new PassThrough() as Writable } = {}) {
  const host = scriptedHost(script)
  const input = new PassThrough()
  const end = new AbortController()
  const chunks: Buffer[] = []
  if (output instanceof PassThrough) output.on("data", (chunk) => chunks.push(chunk))
  const done = serveRpc(host, { input, output, stay, ended: end.signal })
  const said = () =>
    Buffer.concat(chunks)
      .toString()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as WireMessage)
  return { host, input, end, done, said, output }
}

const kinds = (messages: WireMessage[]) =>
  messages.map((message) => (message.type === "refused" ? message.rejection.kind : message.type))

test("each line is a request, the last one also without a newline, and the end of the input is the end", async () => {
  const rpc = start()
  rpc.input.end('{"id":1}\r\n\n   \n{"id":2}\n{"id":3}')
  await rpc.done
  expect(rpc.said()).toEqual([accepted(1), accepted(2), accepted(3)])
  expect(rpc.host.open()).toBe(0)
})

test("bytes that are not UTF-8 are refused here and reach nobody", async () => {
  const rpc = start()
  rpc.input.write(Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]))
  rpc.input.write(Buffer.from([0xc0, 0x80, 0x0a]))
  rpc.input.end('{"id":1}\n')
  await rpc.done
  expect(kinds(rpc.said())).toEqual(["malformed", "malformed", "accepted"])
  expect(rpc.host.received).toEqual(['{"id":1}'])
})

test("a line that is too long is refused and the next one is served", async () => {
  const rpc = start()
  rpc.input.write("x".repeat(LINE_LIMIT + 1))
  rpc.input.end('\n{"id":1}\n')
  await rpc.done
  expect(kinds(rpc.said())).toEqual(["too-large", "accepted"])
  expect(rpc.host.received).toEqual(['{"id":1}'])
})

test("a character cut in two by the chunks is whole again", async () => {
  const rpc = start()
  const bytes = Buffer.from('{"id":"é🙂"}\n')
  for (const byte of bytes) rpc.input.write(Buffer.from([byte]))
  rpc.input.end()
  await rpc.done
  expect(rpc.host.received).toEqual(['{"id":"é🙂"}'])
})

test("the end of the input waits for the answers still owed", async () => {
  const owed: (() => void)[] = []
  const rpc = start((text, send) => owed.push(() => acceptAll(text, send)))
  rpc.input.end('{"id":1}\n{"id":2}\n')
  while (owed.length < 2) await turnOfLoop()
  expect(rpc.host.open()).toBe(1)
  for (const answer of owed) answer()
  await rpc.done
  expect(rpc.said()).toEqual([accepted(1), accepted(2)])
})

test("with --stay messages keep coming after the input has ended, until a signal", async () => {
  const rpc = start(acceptAll, { stay: true })
  rpc.input.end('{"id":1}\n')
  while (rpc.said().length < 1) await turnOfLoop()
  const envelope: WireMessage = { type: "envelope", subscription: 1, n: 1, events: [] }
  rpc.host.send(envelope)
  rpc.end.abort()
  await rpc.done
  expect(rpc.said()).toEqual([accepted(1), envelope])
})

test("a signal ends it although the input is open", async () => {
  const rpc = start()
  rpc.input.write('{"id":1}\n')
  while (rpc.said().length < 1) await turnOfLoop()
  rpc.end.abort()
  await rpc.done
  expect(rpc.host.open()).toBe(0)
})

test("a reader that goes away ends it quietly", async () => {
  const output = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error("gone"), { code: "EPIPE" })) })
  const rpc = start(acceptAll, { output })
  rpc.input.write('{"id":1}\n')
  await rpc.done
  expect(rpc.host.open()).toBe(0)
})

test("while the reader does not read, no more than a few requests are taken in", async () => {
  const held: (() => void)[] = []
  const output = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void held.push(done) })
  const rpc = start((_text, send) => send(accepted("x".repeat(300_000))), {
    output,
  })
  for (let n = 0; n < 100; n++) rpc.input.write('{"id":1}\n')
  for (let n = 0; n < 20; n++) await turnOfLoop()
  expect(rpc.host.received.length).toBe(4)
  rpc.input.end()
  const reading = setInterval(() => held.splice(0).forEach((done) => void done()), 0)
  await rpc.done
  clearInterval(reading)
  expect(rpc.host.received.length).toBe(100)
})
