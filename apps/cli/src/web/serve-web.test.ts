import { once } from "node:events"
import { PassThrough } from "node:stream"
import { expect, test } from "vitest"
import { scriptedHost } from "../testing/scripted-host.ts"
import { openPages } from "./pages.ts"
import { serveWeb } from "./serve-web.ts"

function start({ isTTY }: { isTTY: boolean }) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const [output, diagnostics] = [new PassThrough({ encoding: "utf8" }), new PassThrough({ encoding: "utf8" })]
  const end = new AbortController()
  let again = () => {}
  const onFreshAddress = (print: () => void) => {
    again = print
  }
  const options = { files: new Map(), port: 0, pages: openPages(), input, output, diagnostics, onFreshAddress, ended: end.signal }
  const host = scriptedHost()
  const done = serveWeb(host, options)
  const next = async () => String((await once(output, "data"))[0])
  return { host, input, output, diagnostics, end, done, next, again: () => again() }
}

const address = /^http:\/\/127\.0\.0\.1:\d+\/\?token=[A-Za-z0-9_-]{43}\n$/
const status = async (line: string) => (await fetch(line.trim(), { redirect: "manual" })).status

test("at a terminal Enter makes a fresh address, which ends the one before", async () => {
  const web = start({ isTTY: true })
  const first = await web.next()
  expect(first).toMatch(address)
  web.input.write("\n")
  const second = await web.next()
  expect(second).toMatch(address)
  expect([await status(first), await status(second), await status(second)]).toEqual([403, 303, 403])
  expect(web.diagnostics.read()).toContain("Enter makes a new one")
  web.end.abort()
  await web.done
})

test("F18, T19: whoever finds the journal held is told where this is, and never the token", async () => {
  const web = start({ isTTY: false })
  const first = await web.next()
  expect(web.host.announced).toEqual([{ program: "web", address: first.replace(/\?token=.*\n/, "") }])
  web.end.abort()
  await web.done
})

test("elsewhere what comes on stdin means nothing, and a signal makes the fresh address", async () => {
  const web = start({ isTTY: false })
  const first = await web.next()
  web.input.write("\n")
  web.again()
  const second = await web.next()
  expect([await status(first), await status(second)]).toEqual([403, 303])
  expect(web.diagnostics.read()).not.toContain("Enter")
  web.end.abort()
  await web.done
  await expect(fetch(second.trim())).rejects.toThrow()
})
