import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AgentId, CallId } from "@kibitz/contract"
import { judge, leastAccess } from "@kibitz/domain"
import { testPermit } from "@kibitz/testkit"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { spoolPath } from "../../shell/src/run/spool-files.ts"
import { spooledCall } from "./read-spool.ts"
import { fileTools } from "./tools.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kibitz-files-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const agent = (id: string) => AgentId.parse(id)
const call = (id: string) => CallId.parse(id)
const keep = (agentId: string, callId: string, content: string | Uint8Array, run = 0) =>
  writeFileSync(spoolPath(folder, { agentId: agent(agentId), callId: call(callId) }, run), content)

async function read(
  agentId: string,
  path: string,
  page: { from?: number; lines?: number } = {},
  spoolDir: string | null = folder,
) {
  const tools = fileTools({ closed: [folder], ...(spoolDir === null ? {} : { spoolDir }) })
  const permit = testPermit(folder, "read_file", { path, ...page }, agent(agentId))
  for await (const event of tools.run(permit, new AbortController().signal)) if (event.type === "end") return event
  throw new Error("no end")
}

describe("the long output of a call", () => {
  test("F27: is paged as numbered lines, without a content hash", async () => {
    keep("jake", "call_1", Array.from({ length: 5000 }, (_, n) => `line ${n + 1}\n`).join(""))
    const { ok, output } = await read("jake", "spool:call_1", { from: 4000, lines: 2 })
    expect({ ok, output }).toEqual({
      ok: true,
      output: "  4000\tline 4000\n  4001\tline 4001\n[lines 4000 to 4001 of 5000; use from: 4002 to go on]",
    })
    expect((await read("jake", "spool:call_1", { from: 6000 })).output).toBe(
      "There is no line 6000 in spool:call_1: it has 5,000 lines.",
    )
  })

  test("F28: is shown whatever it is", async () => {
    keep("jake", "call_1", Buffer.from("a\0b\x1b[31m\n\xff\n", "latin1"))
    expect((await read("jake", "spool:call_1")).output).toBe(
      "     1\ta\\x00b\\x1b[31m\n     2\t\\xff\n[\\xNN stands for a byte that is no readable text]",
    )
  })

  test("T13: of another agent does not exist, whatever is made of the names", async () => {
    keep("ann", "call_1", "hers")
    keep("jake-ann", "call_2", "hers")
    const gone = { ok: false, output: expect.stringMatching(/^No output of a call \S+ of yours is kept/) }
    for (const path of ["spool:call_1", "spool:call_2", "spool:ann-call_1", "spool:ann"]) {
      expect([path, await read("jake", path)]).toEqual([path, expect.objectContaining(gone)])
    }
    for (const path of [
      "spool:ann.call_1",
      "spool:../ann.call_1.0.out",
      "spool:",
      "spool:*",
      "SPOOL:call_1",
      "ann.call_1.0.out",
    ]) {
      const { ok, output } = await read("jake", path)
      expect([path, ok, output.includes("hers")]).toEqual([path, false, false])
    }
    expect(await read("ann", "spool:call_1")).toMatchObject({ ok: true, output: "     1\thers" })
  })

  test("T9: that was exchanged for a link is not read", async () => {
    writeFileSync(join(folder, "elsewhere"), "canary")
    symlinkSync("elsewhere", spoolPath(folder, { agentId: agent("jake"), callId: call("call_1") }, 0))
    expect(await read("jake", "spool:call_1")).toMatchObject({ ok: false, output: expect.stringContaining("ELOOP") })
  })

  test("is that of the last run, and a sentence where nothing is kept", async () => {
    keep("jake", "call_1", "first", 9)
    keep("jake", "call_1", "second", 10)
    keep("jake", "call_2", "")
    expect((await read("jake", "spool:call_1")).output).toBe("     1\tsecond")
    expect((await read("jake", "spool:call_2")).output).toBe("[nothing is kept yet]")
    expect((await read("jake", "spool:call_1", {}, null)).ok).toBe(false)
  })

  test("has a reference that is a call's id and nothing else, and that the gate lets through", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (rest) => {
        expect(spooledCall(`spool:${rest}`)).toBe(CallId.safeParse(rest).success ? rest : null)
        expect(spooledCall(rest)).toBeNull()
      }),
    )
    expect(judge({ capability: "read_file", input: { path: "spool:call_1" }, access: leastAccess })).toMatchObject({
      effect: "allow",
    })
  })
})
