import { EventEmitter } from "node:events"
import type { Host } from "@kibitz/host"
import { expect, test } from "vitest"
import { type LineNeeds, type Port, servePort } from "./serve-port.ts"

/** Holds messages back until `start`, as a real port does. */
function fakePort() {
  const events = new EventEmitter()
  const waiting: unknown[] = []
  const sent: unknown[] = []
  let started = false
  let closed = 0
  const deliver = (data: unknown, ports: { close(): void }[] = []) => events.emit("message", { data, ports })
  const port: Port = {
    postMessage: (message) => void sent.push(message),
    on: (event: string, listener: (...values: never[]) => void) => events.on(event, listener as never),
    start: () => {
      started = true
      for (const data of waiting.splice(0)) deliver(data)
    },
    close: () => {
      closed += 1
      events.emit("close")
    },
  }
  return {
    port,
    sent,
    say: (data: unknown, ports?: { close(): void }[]) => (started ? deliver(data, ports) : waiting.push(data)),
    leave: () => events.emit("close"),
    closed: () => closed,
  }
}

function fakeHost() {
  const received: unknown[] = []
  const sends: ((message: never) => void)[] = []
  const closed: (string | undefined)[] = []
  const doors: unknown[] = []
  const host: Host = {
    connect: (surface, send, door) => {
      doors.push(door)
      expect(surface).toBe("desktop")
      sends.push(send as (message: never) => void)
      return {
        receive: (raw) => void received.push(raw),
        receiveText: () => {},
        close: (how) => void closed.push(how),
      }
    },
    watch: () => () => {},
    announce: () => {},
    isReadOnly: false,
    unknown: null,
    close: async () => {},
  }
  return {
    host,
    received,
    say: (message: unknown) => sends[0]?.(message as never),
    doors,
    closed: () => closed,
    connections: () => sends.length,
  }
}

const door = () => null
const serve = (port: Port, host: Promise<Host>, more: Partial<LineNeeds> = {}) =>
  servePort(port, { host, door, isLeaving: () => false, closed: () => {}, ...more })

test("what a page says before the host is open is heard, in order, once it is", async () => {
  const page = fakePort()
  const { host, received, say } = fakeHost()
  const opening = Promise.withResolvers<Host>()
  serve(page.port, opening.promise)
  page.say(1)
  page.say(2)
  opening.resolve(host)
  await opening.promise
  page.say(3)
  say("answer")
  expect(received).toEqual([1, 2, 3])
  expect(page.sent).toEqual(["answer"])
})

test("a page that goes away closes its connection, once, and hears nothing more", async () => {
  const page = fakePort()
  const { host, closed, say } = fakeHost()
  const line = serve(page.port, Promise.resolve(host))
  await Promise.resolve()
  page.leave()
  page.leave()
  line.close()
  say("too late")
  expect(closed()).toEqual([undefined])
  expect(page.sent).toEqual([])
})

test("ux 6: a page that died has not left: that is said of it a moment after its line has closed", async () => {
  const page = fakePort()
  const { host, closed } = fakeHost()
  const line = serve(page.port, Promise.resolve(host))
  await Promise.resolve()
  page.leave()
  line.close("crashed")
  expect(closed()).toEqual([undefined, "crashed"])
})

test("U12: while Kibitz is being quit a page that goes is no window that was closed", async () => {
  const page = fakePort()
  const { host, closed } = fakeHost()
  const line = serve(page.port, Promise.resolve(host), { isLeaving: () => true })
  await Promise.resolve()
  page.leave()
  line.close()
  expect([closed(), page.closed()]).toEqual([[], 1])
})

test("the shell speaks to the page at once, and is spoken to through the host, which reads what is asked", async () => {
  const page = fakePort()
  const { host, doors } = fakeHost()
  let gone = 0
  const line = serve(page.port, Promise.resolve(host), { closed: () => void gone++ })
  line.say({ kind: "windows", poppedOut: [] })
  expect(page.sent).toEqual([{ type: "shell", news: { kind: "windows", poppedOut: [] } }])
  await Promise.resolve()
  expect(doors).toEqual([door])
  page.leave()
  line.close()
  line.say({ kind: "locked" })
  expect([gone, page.sent.length]).toEqual([1, 1])
})

test("a page that left before the host was open is never connected", async () => {
  const page = fakePort()
  const { host, connections } = fakeHost()
  const opening = Promise.withResolvers<Host>()
  serve(page.port, opening.promise).close()
  opening.resolve(host)
  await opening.promise
  expect(connections()).toBe(0)
  expect(page.closed()).toBe(1)
})

test("a host that does not open closes the port", async () => {
  const page = fakePort()
  const opening = Promise.reject(new Error("busy"))
  serve(page.port, opening)
  await opening.catch(() => {})
  await Promise.resolve()
  expect(page.closed()).toBe(1)
})

test("T22: ports that come along with a message are closed", async () => {
  const page = fakePort()
  const { host } = fakeHost()
  serve(page.port, Promise.resolve(host))
  await Promise.resolve()
  const closed: string[] = []
  page.say("x", [{ close: () => void closed.push("stray") }])
  expect(closed).toEqual(["stray"])
})
