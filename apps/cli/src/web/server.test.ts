import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type RawRequest, rawBytes, rawHttp } from "../testing/raw-http.ts"
import { scriptedHost } from "../testing/scripted-host.ts"
import { createAccess } from "./access.ts"
import { openPages } from "./pages.ts"
import { webServer } from "./server.ts"
import { listStaticFiles } from "./static-files.ts"
import { PULSE } from "./wire-socket.ts"

const access = createAccess(() => 0)
const folder = mkdtempSync(join(tmpdir(), "kibitz-web-"))
let port = 0
let close = async () => {}

beforeEach(async () => {
  mkdirSync(join(folder, "dist", "assets"), { recursive: true })
  writeFileSync(join(folder, "secret.txt"), "the secret")
  writeFileSync(join(folder, "dist", "index.html"), "the page")
  writeFileSync(join(folder, "dist", "assets", "main-abcdefgh.js"), "the script")
  const server = webServer({
    host: scriptedHost(),
    access,
    files: listStaticFiles(join(folder, "dist")),
    pulse: PULSE,
    pages: openPages(),
  })
  port = await server.listen(0)
  close = server.close
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

const host = () => ["Host", `127.0.0.1:${port}`] as const
const cookie = () => ["Cookie", `kibitz-${port}=${access.redeem(access.mint())}`] as const
const get = (target: string, ...more: (readonly [string, string])[]) => rawHttp(port, { target, headers: [host(), ...more] })
const brief = ({ status, closed }: { status: number; closed: boolean }) => ({ status, closed })
const refused = { status: 403, closed: true }

test("the token becomes a cookie and leaves the address", async () => {
  const token = access.mint()
  const first = await get(`/?token=${token}`)
  expect(first).toMatchObject({ status: 303, headers: { location: "/", "cache-control": "no-store" } })
  const set = first.headers["set-cookie"] ?? ""
  expect(set).toMatch(new RegExp(`^kibitz-${port}=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict$`))
  expect(await get("/", ["Cookie", set.split(";")[0] ?? ""])).toMatchObject({ status: 200, body: "the page" })
  expect(brief(await get(`/?token=${token}`))).toEqual(refused)
})

test("a used token does not throw out who is already in", async () => {
  const token = access.mint()
  access.redeem(token)
  expect(await get(`/?token=${token}`, cookie())).toMatchObject({ status: 303, headers: { location: "/" } })
})

test("asking for the headers only does not use up the token", async () => {
  const token = access.mint()
  expect(brief(await rawHttp(port, { method: "HEAD", target: `/?token=${token}`, headers: [host()] }))).toEqual(refused)
  expect((await get(`/?token=${token}`)).status).toBe(303)
})

test("signed in, the page is never cached and hashed files always; each answer carries the headers", async () => {
  const page = await get("/", cookie())
  expect(page.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "content-security-policy": `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self' ws://127.0.0.1:${port}; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  })
  expect(Object.keys(page.headers).filter((name) => name.startsWith("access-control"))).toEqual([])
  expect(await get("/assets/main-abcdefgh.js", cookie())).toMatchObject({
    status: 200,
    body: "the script",
    headers: { "cache-control": "private, max-age=31536000, immutable", "content-type": "text/javascript; charset=utf-8" },
  })
  const headOnly = await rawHttp(port, { method: "HEAD", headers: [host(), ["Connection", "close"], cookie()] })
  expect(headOnly).toMatchObject({ status: 200, body: "", headers: { "content-length": "8" } })
})

test("by the name localhost it is the same", async () => {
  const session = cookie()
  const page = await rawHttp(port, { headers: [["Host", `localhost:${port}`], session] })
  expect(page.status).toBe(200)
  expect(page.headers["content-security-policy"]).toContain(`connect-src 'self' ws://localhost:${port};`)
})

const wrongRequests: [string, () => RawRequest][] = [
  ["T19: no cookie", () => ({ headers: [host()] })],
  ["T19: a made-up cookie", () => ({ headers: [host(), ["Cookie", `kibitz-${port}=${"A".repeat(43)}`]] })],
  ["T19: a wrong token", () => ({ target: "/?token=wrong", headers: [host()] })],
  ["T19: an empty token", () => ({ target: "/?token=", headers: [host()] })],
  ["T19: DNS rebinding, the attacker's name in Host", () => ({ headers: [["Host", `evil.example:${port}`], cookie()] })],
  ["T19: Host without port", () => ({ headers: [["Host", "127.0.0.1"], cookie()] })],
  ["T19: Host of another port", () => ({ headers: [["Host", "127.0.0.1:1"], cookie()] })],
  ["T19: Host given twice", () => ({ headers: [host(), ["Host", "evil.example"], cookie()] })],
  ["T19: another page's Origin", () => ({ headers: [host(), ["Origin", "http://evil.example"], cookie()] })],
  ["T19: another port's Origin", () => ({ headers: [host(), ["Origin", "http://127.0.0.1:1"], cookie()] })],
  ["T19: a sandboxed frame's Origin", () => ({ headers: [host(), ["Origin", "null"], cookie()] })],
  [
    "T19: a form posted by another page",
    () => ({
      method: "POST",
      headers: [host(), ["Origin", "http://evil.example"], ["Content-Type", "text/plain"], ["Content-Length", "2"], cookie()],
      body: "{}",
    }),
  ],
  ["POST", () => ({ method: "POST", headers: [host(), ["Content-Length", "2"], cookie()], body: "{}" })],
  ["PUT", () => ({ method: "PUT", headers: [host(), ["Content-Length", "0"], cookie()] })],
  ["DELETE", () => ({ method: "DELETE", headers: [host(), cookie()] })],
  ["OPTIONS, a preflight", () => ({ method: "OPTIONS", headers: [host(), ["Origin", "http://evil.example"], cookie()] })],
  ["GET with a body", () => ({ headers: [host(), ["Content-Length", "2"], cookie()], body: "{}" })],
  ["GET with a chunked body", () => ({ headers: [host(), ["Transfer-Encoding", "chunked"], cookie()], body: "0\r\n\r\n" })],
  ["T19: no Host at all", () => ({ headers: [cookie()] })],
  ["Expect: 100-continue", () => ({ headers: [host(), ["Expect", "100-continue"], cookie()] })],
  ["Expect: anything else", () => ({ headers: [host(), ["Expect", "the-unexpected"], cookie()] })],
  ["CONNECT", () => ({ method: "CONNECT", target: "evil.example:443", headers: [host(), cookie()] })],
  ["a method nobody knows", () => ({ method: "BREW", headers: [host(), cookie()] })],
  ["a header that is too long", () => ({ headers: [host(), cookie(), ["X-Long", "x".repeat(40_000)]] })],
  ["a length that is no number", () => ({ headers: [host(), cookie(), ["Content-Length", "two"]] })],
  [
    "two lengths of one body",
    () => ({ headers: [host(), cookie(), ["Content-Length", "5"], ["Transfer-Encoding", "chunked"]], body: "0\r\n\r\n" }),
  ],
  [
    "T19: the wire without a proper handshake",
    () => {
      const upgrade = [
        ["Upgrade", "websocket"],
        ["Connection", "Upgrade"],
        ["Origin", `http://127.0.0.1:${port}`],
      ] as const
      return { target: "/wire", headers: [host(), cookie(), ...upgrade] }
    },
  ],
  ["a proxy's request", () => ({ target: "http://evil.example/", headers: [host(), cookie()] })],
  ["a proxy's request for ourselves", () => ({ target: `http://127.0.0.1:${port}/`, headers: [host(), cookie()] })],
]

test.each(wrongRequests)("%s: 403 and a closed socket, whatever else is right", async (_name, request) => {
  const answer = await rawHttp(port, request())
  expect(brief(answer)).toEqual(refused)
  expect(answer.body).not.toContain("the page")
})

test.each([
  ["no HTTP", "\x16\x03\x01\x02\x00 this is no HTTP\r\n\r\n"],
  ["HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["a version nobody speaks", "GET / HTTP/9.9\r\nHost: x\r\n\r\n"],
  ["a header without a name", "GET / HTTP/1.1\r\n: x\r\n\r\n"],
])("%s: 403 and a closed socket, and the next one is served", async (_name, bytes) => {
  expect(brief(await rawBytes(port, bytes))).toEqual(refused)
  expect((await get("/", cookie())).status).toBe(200)
})

test("what follows a good request and is no HTTP ends the connection, and nothing else", async () => {
  const [name, value] = cookie()
  await rawBytes(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${name}: ${value}\r\n\r\nno HTTP\r\n\r\n`)
  expect((await get("/", cookie())).status).toBe(200)
})

test.each([
  "/../secret.txt",
  "/assets/../../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/..%5csecret.txt",
  "/..\\secret.txt",
  "/%252e%252e/secret.txt",
  "/....//secret.txt",
  "/./../secret.txt",
  "//secret.txt",
  "//127.0.0.1/secret.txt",
  "/assets/..;/../secret.txt",
  "/%c0%ae%c0%ae/secret.txt",
  "/index.html%00.txt",
  "/assets",
  "/assets/",
  "/index.html/",
  "/etc/passwd",
  "/file:///etc/passwd",
  "/constructor",
  "/__proto__",
])("T19: %s leads nowhere", async (target) => {
  const answer = await get(target, cookie())
  expect(brief(answer)).toEqual({ status: 404, closed: true })
  expect(answer.body).toBe("There is no such page.\n")
})

test("a file that vanished after the start is missing, not fatal", async () => {
  rmSync(join(folder, "dist", "assets"), { recursive: true })
  expect((await get("/assets/main-abcdefgh.js", cookie())).status).toBe(404)
  expect((await get("/", cookie())).status).toBe(200)
})
