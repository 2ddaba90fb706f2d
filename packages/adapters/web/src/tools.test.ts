import type { Json } from "@kibitz/contract"
import { recordingLog } from "@kibitz/testkit"
import { runTool } from "@kibitz/testkit/contracts"
import fc from "fast-check"
import { afterEach, describe, expect, test } from "vitest"
import { jsonSearch, type SearchProvider } from "./search.ts"
import { type Loopback, serve } from "./testing/loopback.ts"
import { webTools } from "./tools.ts"

const opened: Loopback[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()))
})
async function on(...[listener]: Parameters<typeof serve>): Promise<Loopback> {
  const made = await serve(listener)
  opened.push(made)
  return made
}

async function end(tools: ReturnType<typeof webTools>, capability: string, input: Json, signal?: AbortSignal) {
  const events = await runTool(tools, "/", capability, input, signal)
  const last = events.at(-1)
  if (events.length !== 1 || last?.type !== "end") throw new Error("not exactly one end")
  return last
}

describe("web_fetch", () => {
  test("answers with the address, kind, size, title and text", async () => {
    const { origin } = await on((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<title>A page</title><p>Its text</p>")
    })
    const log = recordingLog()
    const result = await end(webTools({ allowPrivate: true, log }), "web_fetch", { url: `${origin}/p?q=1#part` })
    expect(result).toEqual({
      type: "end",
      ok: true,
      output: `${origin}/p?q=1 (text/html, 36 bytes)\nTitle: A page\n\nIts text`,
      bytes: 36,
    })
    expect(log.lines.map((line) => line.what)).toEqual(["web page fetched"])
  })

  test("outside of tests this computer is out of reach (T16)", async () => {
    const { origin, port } = await on((_, response) => response.end("secret"))
    for (const url of [
      `${origin}/`,
      `https://127.0.0.1:${port}/`,
      "https://localhost/",
      "https://169.254.169.254/latest/meta-data/",
    ]) {
      const result = await end(webTools(), "web_fetch", { url })
      expect([result.ok, result.output, result.unread]).toEqual([false, expect.stringMatching(/is not fetched/), true])
    }
  })

  test("a stopped call ends, and says that it did not work", async () => {
    for (const capability of ["web_fetch", "web_search", "read_file"]) {
      const result = await end(webTools(), capability, { url: "https://example.com", query: "x" }, AbortSignal.abort())
      expect([result.ok, result.output]).toEqual([false, "The call was stopped before it began."])
    }
  })

  test("input of any shape ends in a sentence, never in an exception (T27)", async () => {
    const input = fc.oneof(
      fc.jsonValue(),
      fc.record({ url: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue(), fc.constant("https://127.0.0.1/")) }),
      fc.record({ query: fc.jsonValue() }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("web_fetch", "web_search", "bash", "__proto__", "toString"),
        input,
        async (capability, what) => {
          const result = await end(webTools(), capability, what as Json)
          expect([result.ok, result.output.isWellFormed()]).toEqual([false, true])
          expect(result.output).toMatch(/\w.*\.$/s)
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe("web_search", () => {
  test("without a provider it says so", async () => {
    const result = await end(webTools(), "web_search", { query: "owls" })
    expect(result).toMatchObject({ ok: false, output: expect.stringMatching(/^No search provider is set up\. .*Settings/) })
  })

  test("an endpoint that answers like SearXNG is asked for JSON, and its results are shown one by one", async () => {
    const asked: string[] = []
    const { origin } = await on((request, response) => {
      asked.push(request.url ?? "")
      const results = Array.from({ length: 30 }, (_, n) => ({
        title: `Owl\u202e ${n}`,
        url: `https://owls.example/${n}`,
        content: n === 0 ? "Hoot\nhoot" : null,
        score: n,
      }))
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ query: "owls", results }))
    })
    const search = jsonSearch({ address: `${origin}/search?language=en`, name: "my search" })
    const result = await end(webTools({ search: () => search }), "web_search", { query: "owls & mice" })
    expect(asked).toEqual(["/search?language=en&q=owls+%26+mice&format=json"])
    expect(result.ok).toBe(true)
    expect(result.output).toMatch(
      /^Found by my search:\n\n1\. Owl 0\n {3}https:\/\/owls\.example\/0\n {3}Hoot hoot\n\n2\. Owl 1\n {3}https:\/\/owls\.example\/1\n\n3\. /,
    )
    expect(result.output).toContain("10. Owl 9")
    expect(result.output).not.toContain("11. ")
  })

  test("an endpoint that fails, answers nonsense, finds nothing or is no address is a sentence", async () => {
    const answers: Record<string, [number, string]> = {
      "/a": [429, ""],
      "/b": [200, "<html>"],
      "/c": [200, '{"results":[]}'],
      "/d": [200, '{"results":[{"url":1}]}'],
    }
    const { origin } = await on((request, response) => {
      const [status, body] = answers[(request.url ?? "").slice(0, 2)] ?? [404, ""]
      response.writeHead(status, { "content-type": "application/json" }).end(body)
    })
    const said = async (address: string) =>
      (await end(webTools({ search: () => jsonSearch({ address }) }), "web_search", { query: "x" })).output
    expect(await said(`${origin}/a`)).toContain("answered 429")
    expect(await said(`${origin}/b`)).toContain("no search result")
    expect(await said(`${origin}/c`)).toMatch(/found nothing\.$/)
    expect(await said(`${origin}/d`)).toContain("no search result")
    expect(await said("nonsense")).toContain("is not an address")
    expect(await said("http://search.example/")).toContain("only https")
  })

  test("a provider that throws or never answers does not keep the user from stopping", async () => {
    const broken: SearchProvider = { name: "broken", search: () => Promise.reject(new Error("out of order")) }
    expect((await end(webTools({ search: () => broken }), "web_search", { query: "x" })).output).toBe(
      "The search did not work: out of order.",
    )
    const silent: SearchProvider = { name: "silent", search: () => new Promise(() => {}) }
    const stop = new AbortController()
    const result = end(webTools({ search: () => silent }), "web_search", { query: "x" }, stop.signal)
    stop.abort()
    expect((await result).ok).toBe(false)
  })
})
