import { execFile } from "node:child_process"
import type { IncomingHttpHeaders, RequestListener } from "node:http"
import { join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { untilFact } from "@kibitz/testkit"
import { afterEach, describe, expect, test } from "vitest"
import type { DialOptions } from "./dial.ts"
import { readPage } from "./read-page.ts"
import { type Loopback, limits, serve, serveRaw, serveSecurely } from "./testing/loopback.ts"
import { selfSigned } from "./testing/self-signed.ts"

const opened: Loopback[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()))
})
async function on(listener: RequestListener): Promise<Loopback> {
  const made = await serve(listener)
  opened.push(made)
  return made
}

const never = new AbortController().signal
const local: DialOptions = { allowPrivate: true, limits }
const get = (address: string, options: Partial<DialOptions> = {}, signal = never) =>
  readPage(address, { ...local, ...options }, signal)
async function textOf(address: string, options: Partial<DialOptions> = {}): Promise<string> {
  const page = await get(address, options)
  return page.ok ? page.text : `refused: ${page.because}`
}

describe("what is fetched", () => {
  test("html becomes text, other text stays as it is, and everything else is refused by name and size", async () => {
    const answers: Record<string, [string | undefined, string]> = {
      "/html": ["text/html; charset=utf-8", "<title>T</title><p>Hello <a href=/x>there</a>"],
      "/json": ["application/json", '{"a": [1]}'],
      "/feed": ["application/rss+xml", "<rss><b>x</b></rss>"],
      "/plain": ["text/plain", "a\r\nb\u0007\u202ec"],
      "/unnamed": [undefined, "<!doctype html><p>guessed"],
      "/picture": ["image/png", "12345"],
      "/program": ["application/octet-stream", "x"],
    }
    const { origin } = await on((request, response) => {
      const [type, body] = answers[request.url ?? ""] ?? ["text/plain", ""]
      response.writeHead(200, type === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(body) })
      response.end(body)
    })
    const page = await get(`${origin}/html`)
    expect(page).toMatchObject({ ok: true, title: "T", text: `Hello [there](${origin}/x)`, type: "text/html", cut: null })
    expect(await textOf(`${origin}/json`)).toBe('{"a": [1]}')
    expect(await textOf(`${origin}/feed`)).toBe("<rss><b>x</b></rss>")
    expect(await textOf(`${origin}/plain`)).toBe("a\nbc")
    expect(await textOf(`${origin}/unnamed`)).toBe("guessed")
    expect(await textOf(`${origin}/picture`)).toBe(
      "refused: It is no text but image/png, 5 bytes. Only pages and text can be read.",
    )
    expect(await textOf(`${origin}/program`)).toContain("application/octet-stream, 1 bytes")
  })

  test("the charset comes from the mark, the header or the page", async () => {
    const latin = (text: string) => Buffer.from(text, "latin1")
    const answers: Record<string, [string, Buffer]> = {
      "/header": ["text/plain; charset=ISO-8859-1", latin("gr\xfcn")],
      "/page": ["text/html", latin('<meta charset="windows-1252"><p>gr\xfcn')],
      "/mark": ["text/plain; charset=latin1", Buffer.from("\ufeffgrün")],
      "/wide": ["text/plain", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("grün", "utf16le")])],
      "/nonsense": ["text/plain; charset=klingon", Buffer.from("grün")],
    }
    const { origin } = await on((request, response) => {
      const [type, body] = answers[request.url ?? ""] as [string, Buffer]
      response.writeHead(200, { "content-type": type }).end(body)
    })
    for (const path of Object.keys(answers)) expect(await textOf(origin + path), path).toBe("grün")
  })

  test("packed pages are unpacked, unknown packing is refused, and what will not unpack is a sentence", async () => {
    const packed: Record<string, [string, Buffer]> = {
      "/gzip": ["gzip", gzipSync("hello")],
      "/br": ["br", brotliCompressSync("hello")],
      "/zstd": ["zstd", Buffer.from("hello")],
      "/twice": ["gzip, gzip", gzipSync(gzipSync("hello"))],
      "/broken": ["gzip", Buffer.from("not packed at all")],
    }
    const { origin } = await on((request, response) => {
      const [encoding, body] = packed[request.url ?? ""] as [string, Buffer]
      response.writeHead(200, { "content-type": "text/plain", "content-encoding": encoding }).end(body)
    })
    expect([await textOf(`${origin}/gzip`), await textOf(`${origin}/br`)]).toEqual(["hello", "hello"])
    expect(await textOf(`${origin}/zstd`)).toContain("packed as zstd")
    expect(await textOf(`${origin}/twice`)).toContain("packed as gzip, gzip")
    expect(await textOf(`${origin}/broken`)).toContain("broke off")
  })

  test("a long page and a decompression bomb are cut where the limit is, and say so (F27)", async () => {
    const bomb = gzipSync(Buffer.alloc(300_000_000, "x"))
    const empty = gzipSync("")
    const { origin } = await on((request, response) => {
      const type = { "content-type": "text/plain" }
      if (request.url === "/bomb") response.writeHead(200, { ...type, "content-encoding": "gzip" }).end(bomb)
      else if (request.url === "/emptiness") {
        response.writeHead(200, { ...type, "content-encoding": "gzip" })
        const more = () => {
          while (response.writable && response.write(empty));
          response.once("drain", more)
        }
        more()
      } else response.writeHead(200, type).end("y".repeat(120_000))
    })
    const before = process.memoryUsage().rss
    expect(await get(`${origin}/bomb`)).toMatchObject({
      ok: true,
      bytes: 200_000,
      cut: "only the first 50,000 characters are shown",
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
    expect(await get(`${origin}/emptiness`)).toMatchObject({
      ok: true,
      bytes: 0,
      cut: expect.stringContaining("the rest was not read"),
    })
    expect(await get(`${origin}/long`)).toMatchObject({
      text: "y".repeat(50_000),
      cut: "only the first 50,000 characters are shown",
    })
    const wide = { ...limits, bytes: 1000 }
    expect(await get(`${origin}/long`, { limits: wide })).toMatchObject({
      text: "y".repeat(1000),
      cut: expect.stringContaining("1,000 bytes"),
    })
  })

  test("the request says who asks and carries nothing else: no cookies, no referrer", async () => {
    const seen: IncomingHttpHeaders[] = []
    const { origin, port } = await on((request, response) => {
      seen.push(request.headers)
      if (request.url === "/a") response.writeHead(302, { location: "/b", "set-cookie": "id=1" }).end()
      else response.writeHead(200, { "content-type": "text/plain" }).end("ok")
    })
    expect(await textOf(`${origin}/a`)).toBe("ok")
    expect(seen).toHaveLength(2)
    for (const { "user-agent": agent, host, ...rest } of seen) {
      expect([agent, host]).toEqual([expect.stringMatching(/^Kibitz\//), `127.0.0.1:${port}`])
      expect(Object.keys(rest).sort()).toEqual(["accept", "accept-encoding", "connection"])
    }
  })

  test("an answer that is no page is told by its number", async () => {
    const { origin } = await on((request, response) => {
      response.writeHead(Number(request.url?.slice(1))).end("secret error page")
    })
    for (const [path, said] of [
      ["/404", "answered 404 Not Found"],
      ["/500", "answered 500"],
      ["/304", "answered 304"],
    ]) {
      expect(await textOf(`${origin}${path}`)).toContain(said)
    }
  })
})

describe("where it may lead (T16)", () => {
  const page = selfSigned("page.test")
  const securely = async (listener: RequestListener) => {
    const made = await serveSecurely(page, listener)
    opened.push(made)
    return made
  }
  const toThisComputer = async () => [{ address: "127.0.0.1", family: 4 }]

  test("the host is looked up once, and the address that was checked is the one that is dialled", async () => {
    const asked: string[] = []
    const resolve = async (host: string) => {
      asked.push(host)
      return toThisComputer()
    }
    const { port } = await securely((request, response) => {
      response.writeHead(200, { "content-type": "text/plain" }).end(`for ${request.headers.host}`)
    })
    expect(await textOf(`https://page.test:${port}/`, { resolve, ca: page.cert })).toBe(`for page.test:${port}`)
    expect(asked).toEqual(["page.test"])
  })

  test("a name that leads to this computer, a private network or a cloud's metadata is refused, also when only one of its addresses does", async () => {
    const strict = { allowPrivate: false }
    for (const [found, because] of [
      [["127.0.0.1"], "this computer itself"],
      [["::1"], "this computer itself"],
      [["169.254.169.254"], "metadata"],
      [["10.1.2.3"], "private network"],
      [["93.184.215.14", "192.168.1.1"], "192.168.1.1"],
      [["::ffff:127.0.0.1"], "this computer itself"],
      [[], "has no address"],
    ] as const) {
      const resolve = async () => found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
      expect(await textOf("https://page.test/", { ...strict, resolve })).toContain(because)
    }
    for (const address of [
      "https://127.0.0.1/",
      "https://2130706433/",
      "https://[::1]/",
      "https://[::ffff:169.254.169.254]/",
      "https://0/",
    ]) {
      expect(await textOf(address, strict), address).toMatch(/refused: .* is not fetched: it leads to/)
    }
  })

  test("a name that is nowhere is a sentence", async () => {
    const resolve = async () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }))
    expect(await textOf("https://page.test/", { resolve })).toBe("refused: The host page.test was not found (ENOTFOUND).")
  })

  test("a certificate that nobody vouches for, or that is for another host, is refused (F32)", async () => {
    const { port } = await securely((_, response) => response.end("no"))
    const resolve = toThisComputer
    expect(await textOf(`https://page.test:${port}/`, { resolve })).toMatch(
      /refused: page\.test:\d+ cannot be reached \(\w*(SELF_SIGNED|CERT)\w*\)/,
    )
    expect(await textOf(`https://other.test:${port}/`, { resolve, ca: page.cert })).toContain("ERR_TLS_CERT_ALTNAME_INVALID")
  })

  test("each redirect is checked like the first address: scheme, credentials, port and where it leads", async () => {
    let location = ""
    const { port } = await securely((_, response) => response.writeHead(302, { location }).end())
    const resolve = toThisComputer
    const from = `https://page.test:${port}/`
    for (const [to, because] of [
      ["http://page.test/", "only https"],
      ["https://user:pw@page.test/", "user name or password"],
      ["file:///etc/passwd", "only https"],
      ["https://other.test/", "another site, https://other.test/"],
      ["https://169.254.169.254/latest/meta-data/", "another site, https://169.254.169.254/"],
      ["//evil.test/x", "another site, https://evil.test/x"],
      ["https://[broken", "no address"],
    ] as const) {
      location = to
      expect(await textOf(from, { resolve, ca: page.cert }), to).toContain(because)
    }
  })

  test("a host that leads elsewhere on its second look-up is refused there (DNS rebinding)", async () => {
    let lookups = 0
    const { port } = await securely((_, response) => response.writeHead(302, { location: "/next" }).end())
    const resolve = async () => {
      lookups++
      if (lookups === 1) return toThisComputer()
      return Promise.reject(Object.assign(new Error("no"), { code: "EREBOUND" }))
    }
    expect(await textOf(`https://page.test:${port}/`, { resolve, ca: page.cert })).toContain("EREBOUND")
    expect(lookups).toBe(2)
  })

  test("redirects on the same site are followed, but not for ever", async () => {
    let count = 0
    const { origin } = await on((request, response) => {
      count++
      const step = Number(request.url?.slice(1))
      if (step === 0) response.writeHead(200, { "content-type": "text/plain" }).end("arrived")
      else response.writeHead(301, { location: `/${step - 1}` }).end()
    })
    expect(await textOf(`${origin}/5`)).toBe("arrived")
    count = 0
    expect(await textOf(`${origin}/6`)).toContain("more than 5 times")
    expect(count).toBe(6)
  })
})

describe("how long it may take", () => {
  const quick = (part: Partial<typeof limits>) => ({ limits: { ...limits, ...part } })

  test("a host that takes the call and says nothing, before and after the handshake", async () => {
    const silent = await serveRaw(() => {})
    opened.push(silent)
    expect(await textOf(`${silent.origin}/`, quick({ connectMs: 100 }))).toContain("did not answer in time")
    const { origin } = await on(() => {})
    expect(await textOf(`${origin}/`, quick({ firstByteMs: 100 }))).toContain("did not answer in time")
  })

  test("a page that never ends", async () => {
    const { origin } = await on((_, response) => void response.writeHead(200, { "content-type": "text/plain" }).write("a"))
    expect(await textOf(`${origin}/`, quick({ wholeMs: 300 }))).toContain("was not there after")
  })

  test("a page that breaks off, and a port where nobody is", async () => {
    const { origin } = await on((_, response) => {
      response.writeHead(200, { "content-type": "text/plain", "content-length": "100" })
      response.write("half", () => response.destroy())
    })
    expect(await textOf(`${origin}/`)).toContain("broke off")
    const gone = await serve(() => {})
    await gone.close()
    expect(await textOf(`${gone.origin}/`)).toContain("ECONNREFUSED")
  })

  test("the user's stop ends it at once, on both sides", async () => {
    let asked = false
    let closed = false
    const { origin } = await on((request, response) => {
      asked = true
      request.socket.once("close", () => {
        closed = true
      })
      response.writeHead(200, { "content-type": "text/plain" }).write("a")
    })
    const stop = new AbortController()
    const page = get(`${origin}/`, {}, stop.signal)
    await untilFact("the server was asked", () => asked)
    stop.abort()
    expect(await page).toEqual({ ok: false, because: "The call was stopped before it was done." })
    await untilFact("the connection is closed", () => closed)
    const resolve = () => new Promise<never>(() => {})
    const looking = new AbortController()
    const nowhere = get("https://page.test/", { resolve }, looking.signal)
    looking.abort()
    expect((await nowhere).ok).toBe(false)
  })
})

test("T18: a process started with proxies and switches in its environment asks the host directly", async () => {
  let trapped = 0
  const trap = await on((_, response) => {
    trapped++
    response.end("trapped")
  })
  const { origin } = await on((_, response) => response.writeHead(200, { "content-type": "text/plain" }).end("direct"))
  const proxies = Object.fromEntries(
    ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"].map((name) => [name, trap.origin]),
  )
  const env = { ...proxies, NO_PROXY: "", NODE_USE_ENV_PROXY: "1", NODE_NO_WARNINGS: "1" }
  const program = join(import.meta.dirname, "fixtures/fetch-process.ts")
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, [program, `${origin}/`], { env }, (_error, out, err) => resolve(out + err))
  })
  expect([said, trapped]).toEqual(["direct", 0])
}, 60_000)

test("T18: NODE_TLS_REJECT_UNAUTHORIZED does not make an unknown certificate a good one", async () => {
  const tls = selfSigned("localhost")
  const server = await serveSecurely(tls, (_, response) => response.end("no"))
  opened.push(server)
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" }
  const program = join(import.meta.dirname, "fixtures/fetch-process.ts")
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, [program, `https://localhost:${server.port}/`], { env }, (_error, out) => resolve(out))
  })
  expect(said).toMatch(/^refused: .*cannot be reached/)
}, 60_000)
