import { once } from "node:events"
import { WIRE_MESSAGE_LIMIT } from "@kibitz/contract"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type ClientOptions, WebSocket } from "ws"
import { type RawAnswer, rawHttp } from "../testing/raw-http.ts"
import { accepted, type ScriptedHost, scriptedHost } from "../testing/scripted-host.ts"
import { createAccess } from "./access.ts"
import { openPages, type Pages } from "./pages.ts"
import { webServer } from "./server.ts"
import { PULSE, type Pulse } from "./wire-socket.ts"

const access = createAccess(() => 0)
let host: ScriptedHost
let pages: Pages
let port = 0
let close = async () => {}

async function serve(pulse: Pulse) {
  host = scriptedHost()
  pages = openPages()
  const server = webServer({ host, access, files: new Map(), pulse, pages })
  port = await server.listen(0)
  close = server.close
}
beforeEach(() => serve(PULSE))
afterEach(() => close())

const session = () => `kibitz-${port}=${access.redeem(access.mint())}`
const right = (): ClientOptions => ({ origin: `http://127.0.0.1:${port}`, headers: { Cookie: session() } })
async function opened(options: ClientOptions = right()): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/wire`, options)
  await once(socket, "open")
  return socket
}

test("a signed-in page speaks the wire", async () => {
  const page = await opened()
  page.send('{"id":"a"}')
  const [data] = await once(page, "message")
  expect(JSON.parse(String(data))).toEqual(accepted("a"))
  expect(host.surfaces).toEqual(["web"])
  page.close()
  await once(page, "close")
})

test("ux 2.8 what was missed over the quiet hours is told to the page the user has come back to, and to no other", async () => {
  const [first, second] = [await opened(), await opened()]
  const heard: string[] = []
  first.on("message", (data) => heard.push(`first ${data}`))
  second.on("message", (data) => heard.push(`second ${data}`))
  first.send('{"id":"focus"}')
  await expect.poll(() => heard.length).toBe(1)
  pages.notifier.summary("While quiet: 4 waiting")
  await expect.poll(() => heard.at(-1)).toBe('first {"type":"shell","news":{"kind":"summary","text":"While quiet: 4 waiting"}}')
  first.terminate()
  await expect.poll(() => host.open()).toBe(1)
  pages.notifier.summary("While quiet: 5 waiting")
  await expect.poll(() => heard.at(-1)).toMatch(/^second .*5 waiting/)
  second.terminate()
  await expect.poll(() => host.open()).toBe(0)
  pages.notifier.summary("to nobody")
  expect(heard).toHaveLength(3)
})

test("many requests at once are all answered, in order", async () => {
  const page = await opened()
  const answers: unknown[] = []
  const all = new Promise<void>((resolve) => {
    page.on("message", (data) => {
      answers.push(JSON.parse(String(data)).id)
      if (answers.length === 500) resolve()
    })
  })
  for (let id = 0; id < 500; id++) page.send(JSON.stringify({ id }))
  await all
  expect(answers).toEqual(Array.from({ length: 500 }, (_, id) => id))
})

test("a page that leaves takes its connection with it", async () => {
  const page = await opened()
  expect(host.open()).toBe(1)
  page.terminate()
  await expect.poll(() => host.open()).toBe(0)
})

type Handshake = { path?: string; host?: string; origin?: string | null; cookie?: string | null }

/** Right in everything that is not said otherwise. */
function handshake({ path = "/wire", host: name = `127.0.0.1:${port}`, origin, cookie }: Handshake): Promise<RawAnswer> {
  const presented = cookie === undefined ? session() : cookie
  const from = origin === undefined ? `http://127.0.0.1:${port}` : origin
  return rawHttp(port, {
    target: path,
    headers: [
      ["Host", name],
      ["Connection", "Upgrade"],
      ["Upgrade", "websocket"],
      ["Sec-WebSocket-Version", "13"],
      ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
      ...(from === null ? [] : [["Origin", from] as const]),
      ...(presented === null ? [] : [["Cookie", presented] as const]),
    ],
  })
}

test("the handshake the next tests spoil is a right one", async () => {
  expect((await handshake({})).status).toBe(101)
})

const wrong: [string, () => Handshake][] = [
  ["another page's Origin", () => ({ origin: "http://evil.example" })],
  ["another port's Origin", () => ({ origin: "http://127.0.0.1:1" })],
  ["no Origin", () => ({ origin: null })],
  ["the Origin null", () => ({ origin: "null" })],
  ["no cookie", () => ({ cookie: null })],
  ["a made-up cookie", () => ({ cookie: `kibitz-${port}=${"A".repeat(43)}` })],
  ["another port's cookie", () => ({ cookie: session().replace(`${port}`, "1") })],
  ["the token in place of the cookie", () => ({ cookie: null, path: `/wire?token=${access.mint()}` })],
  ["DNS rebinding", () => ({ host: `evil.example:${port}`, origin: `http://evil.example:${port}` })],
  ["Host and Origin that differ", () => ({ origin: `http://localhost:${port}` })],
  ["another path", () => ({ path: "/wire/" })],
  ["the root", () => ({ path: "/" })],
  ["a path out of the folder", () => ({ path: "/../wire" })],
]

test.each(wrong)("T19: %s: 403 and a closed socket, the host never hears of it", async (_name, spoiled) => {
  expect(await handshake(spoiled())).toMatchObject({ status: 403, closed: true })
  expect(host.surfaces).toEqual([])
})

test.each([
  ["a frame over the limit", "x".repeat(WIRE_MESSAGE_LIMIT + 1), 1009],
  ["a binary frame", Buffer.from("{}"), 1003],
])("%s closes this socket with a reason and no other", async (_name, data, code) => {
  const [page, other] = [await opened(), await opened()]
  page.send(data)
  const [closedWith] = await once(page, "close")
  expect(closedWith).toBe(code)
  other.send('{"id":1}')
  await once(other, "message")
  expect(host.received).toEqual(['{"id":1}'])
})

test("a text frame that is not UTF-8 closes this socket with a reason", async () => {
  const page = await opened()
  page.send(Buffer.from([0x7b, 0xff, 0x7d]), { binary: false })
  const [code] = await once(page, "close")
  expect(code).toBe(1007)
  expect(host.received).toEqual([])
})

test("a page that no longer answers the pulse is let go, one that does stays", async () => {
  await close()
  await serve({ everyMs: 10, goneAfter: 4 })
  const sleeping = await opened({ ...right(), autoPong: false })
  const awake = await opened()
  await once(sleeping, "close")
  await expect.poll(() => host.open()).toBe(1)
  expect(awake.readyState).toBe(WebSocket.OPEN)
})

test("a page stays when the server itself stood still for longer than a page may be silent", async () => {
  await close()
  await serve({ everyMs: 10, goneAfter: 2 })
  const page = await opened()
  await once(page, "ping")
  const stoodStillUntil = performance.now() + 100
  while (performance.now() < stoodStillUntil);
  await once(page, "ping")
  expect(host.open()).toBe(1)
})

test("closing the server tells the pages", async () => {
  const page = await opened()
  const [[code]] = await Promise.all([once(page, "close"), close()])
  expect(code).toBe(1001)
  await serve(PULSE)
})
