import { afterEach, expect, test } from "vitest"
import { type Loopback, loopback } from "./testing/loopback.ts"
import { nodeTransport, SentOnce, type Transport } from "./transport.ts"

let server: Loopback
let transport: Transport
afterEach(async () => {
  transport.close()
  await server.close()
})

test("a body is let go of when the answer begins, not when it ends", async () => {
  const bodies: string[] = []
  let finish = () => {}
  server = await loopback((_request, response, body) => {
    bodies.push(body)
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.write("data: {}\n\n")
    finish = () => void response.end()
  })
  transport = nodeTransport(5_000)
  const body = new SentOnce('{"a":"ä"}')
  const answer = await transport.fetch(server.baseUrl, { method: "POST", body: body as never })
  expect([body.text, bodies]).toEqual(["", ['{"a":"ä"}']])
  finish()
  expect(await answer.text()).toContain("data")
})

test("a kept connection that the server has closed meanwhile is replaced, and the body is sent whole", async () => {
  const bodies: string[] = []
  server = await loopback((request, response, body) => {
    // The second request comes on the connection of the first: closed without an answer, as a server does that has grown tired of it.
    if (bodies.push(body) === 2) return void request.socket.destroy()
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  })
  transport = nodeTransport(5_000)
  const sent = (text: string) => transport.fetch(server.baseUrl, { method: "POST", body: new SentOnce(text) as never })
  await (await sent("one")).text()
  expect((await sent("two")).status).toBe(200)
  expect(bodies).toEqual(["one", "two", "two"])
})
