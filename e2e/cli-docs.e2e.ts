// The documentation of the protocol is held to the program.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import {
  Channel,
  ClientCommand,
  Event,
  MESSAGE_TEXT_LIMIT,
  ModelFailureKind,
  PAGE_BYTES,
  RejectionKind,
  WIRE_MESSAGE_LIMIT,
  WireMessage,
  WireRequest,
} from "@kibitz/contract"
import { test } from "@playwright/test"
import { quickly, temporaryFolder } from "./cli-driver.ts"
import { expect } from "./driver/expect.ts"

const docs = join(import.meta.dirname, "..", "docs")

test("the example client in the documentation gets an answer", async () => {
  const client = join(docs, "examples", "rpc-client.mjs")
  const folder = temporaryFolder()
  const child = spawn(process.execPath, [client, "hello", "--data-dir", join(folder.path, "data")], {
    env: { ...process.env, ...quickly, ANTHROPIC_API_KEY: undefined },
  })
  const said: Buffer[] = []
  child.stdout.on("data", (chunk) => said.push(chunk))
  const [code] = await once(child, "close")
  folder.remove()
  expect([code, Buffer.concat(said).toString()]).toEqual([0, expect.stringMatching(/^Hello, I am \*\*Jake\*\*.+\n$/s)])
})

test("the worked example in the documentation is what the contract says", () => {
  const lines = readFileSync(join(docs, "rpc.md"), "utf8").split("\n")
  const sent = lines
    .filter((line) => line.startsWith("→ {"))
    .map((line) => WireRequest.safeParse(JSON.parse(line.slice(2))).success)
  const came = lines
    .filter((line) => line.startsWith("← "))
    .map((line) => WireMessage.safeParse(JSON.parse(line.slice(2))).success)
  expect([sent.length > 4, came.length > 15, sent.every(Boolean), came.every(Boolean)]).toEqual([true, true, true, true])
})

test("the documentation names every request, message, command, event, refusal and limit", () => {
  const text = readFileSync(join(docs, "rpc.md"), "utf8")
  const words = [
    ...WireRequest.options.map((option) => option.shape.type.value),
    ...WireMessage.options.map((option) => option.shape.type.value),
    ...ClientCommand.options.map((option) => option.shape.type.value),
    ...Event.options.map((option) => option.shape.type.value),
    ...Channel.options.map((option) => option.shape.kind.value),
    ...RejectionKind.options,
    ...ModelFailureKind.options,
    ...[WIRE_MESSAGE_LIMIT, MESSAGE_TEXT_LIMIT, PAGE_BYTES].map((limit) => limit.toLocaleString("en")),
  ]
  expect(words.filter((word) => !text.includes(`\`${word}\``))).toEqual([])
})

test("the documentation names the fields of every request, command and channel, and no others", () => {
  const text = readFileSync(join(docs, "rpc.md"), "utf8")
  /** What stands in the column "Fields"; what a field itself holds stands there in brackets. */
  const documented = (from: string, to: string) =>
    text
      .slice(text.indexOf(`\n${from}\n`), text.indexOf(`\n${to}\n`))
      .split("\n")
      .map((line) => line.split(/\s*\|\s*/))
      .filter(([, name = "", second]) => /^`[a-z.-]+`$/.test(name) && second !== "Fields")
      .map(([, name = "", fields = ""]) => line(name.slice(1, -1), codeIn(fields.replaceAll(/\([^)]*\)/g, ""))))
      .toSorted()
  const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word)
  const line = (name: string, fields: readonly string[]) => `${name}: ${fields.toSorted().join(", ")}`
  const fieldsOf = (shape: object, tag: string) => Object.keys(shape).filter((field) => field !== tag)

  expect(documented("## Requests", "### Commands")).toEqual(
    WireRequest.options.map(({ shape }) => line(shape.type.value, fieldsOf(shape, "type"))).toSorted(),
  )
  expect(documented("### Commands", "### Channels")).toEqual(
    ClientCommand.options.map(({ shape }) => line(shape.type.value, fieldsOf(shape, "type"))).toSorted(),
  )
  expect(documented("### Channels", "## Messages")).toEqual(
    Channel.options.map(({ shape }) => line(shape.kind.value, fieldsOf(shape, "kind"))).toSorted(),
  )
  expect(codeIn(text.match(/^\| `dispatch` \|.*optional `card` \(([^)]*)\)/m)?.[1] ?? "")).toEqual(
    Object.keys(WireRequest.options[0].shape.card.unwrap().shape),
  )
})
