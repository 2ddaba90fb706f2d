import { cpSync, rmSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { test } from "@playwright/test"
import { end, type Folder, type Rpc, startRpc, temporaryFolder } from "./cli-driver.ts"
import { expect } from "./driver/expect.ts"

const dispatch = (command: string) => `{"type":"dispatch","id":7,"command":${command}}\n`
const text = "x".repeat(10_000_000)
const badInput: [name: string, bytes: string | Uint8Array, kind: string, id: number | null][] = [
  ["a line that is not JSON", "hello\n", "malformed", null],
  ["half a JSON object", '{"type":"dispatch","id":7,\n', "malformed", null],
  ["two objects in one line", '{"type":"subscribe"} {"type":"subscribe"}\n', "malformed", null],
  ["a number", "42\n", "malformed", null],
  ["null", "null\n", "malformed", null],
  ["a list", "[]\n", "malformed", null],
  ["an empty object", "{}\n", "malformed", null],
  ["a NUL character", "\u0000\n", "malformed", null],
  ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]), "malformed", null],
  [
    "UTF-8 inside a request cut short",
    Buffer.from([...Buffer.from('{"type":"dispatch","id":7,"x":"'), 0xe2, 0x82, 0x22, 0x7d, 0x0a]),
    "malformed",
    null,
  ],
  ["an overlong encoding", Buffer.from([0xc0, 0xaf, 0x0a]), "malformed", null],
  ["a 10 MB line", `${text}\n`, "too-large", null],
  ["a 10 MB message", dispatch(`{"type":"message.send","agentId":"jake","text":"${text}"}`), "too-large", null],
  [
    "a message of more than half a million characters",
    dispatch(`{"type":"message.send","agentId":"jake","text":"${text.slice(0, 500_001)}"}`),
    "malformed",
    7,
  ],
  ["an empty message", dispatch('{"type":"message.send","agentId":"jake","text":"  "}'), "malformed", 7],
  ["an unknown request", '{"type":"destroy","id":7}\n', "malformed", 7],
  ["an unknown command", dispatch('{"type":"world.end"}'), "malformed", 7],
  [
    "a command only Kibitz itself may give",
    dispatch('{"type":"turn.stop","agentId":"jake","turnId":"t1","draft":""}'),
    "malformed",
    7,
  ],
  [
    "a command that would found an agent",
    dispatch('{"type":"agent.found","agentId":"eve","parentId":null,"name":"Eve"}'),
    "malformed",
    7,
  ],
  ["wrong types", dispatch('{"type":"message.send","agentId":"jake","text":["hello"]}'), "malformed", 7],
  ["a wrong type for the command", dispatch('"message.send"'), "malformed", 7],
  ["a setting out of range", dispatch('{"type":"settings.change","patch":{"textSize":1e9}}'), "malformed", 7],
  ["a setting that does not exist", dispatch('{"type":"settings.change","patch":{"admin":true}}'), "malformed", 7],
  [
    "an address that would send the key in the clear",
    dispatch('{"type":"settings.change","patch":{"baseUrl":"http://evil.example"}}'),
    "malformed",
    7,
  ],
  ["an id that is a path", dispatch('{"type":"message.send","agentId":"../../etc","text":"hi"}'), "malformed", 7],
  ["an agent that does not exist", dispatch('{"type":"message.send","agentId":"eve","text":"hi"}'), "unknown-agent", 7],
  [
    "__proto__ in the request",
    '{"type":"subscribe","id":7,"channel":{"kind":"world"},"__proto__":{"type":"dispatch"}}\n',
    "malformed",
    7,
  ],
  [
    "__proto__ in the command",
    dispatch('{"type":"message.send","agentId":"jake","text":"hi","__proto__":{"polluted":true}}'),
    "malformed",
    7,
  ],
  [
    "__proto__ written with escapes",
    dispatch('{"type":"message.send","agentId":"jake","text":"hi","\\u005f_proto__":{"polluted":true}}'),
    "malformed",
    7,
  ],
  [
    "__proto__ in a setting",
    dispatch('{"type":"settings.change","patch":{"models":{"__proto__":{"fast":"x"}}}}'),
    "malformed",
    7,
  ],
  ["constructor as a key", dispatch('{"type":"settings.change","patch":{"constructor":{"prototype":{}}}}'), "malformed", 7],
  ["__proto__ as an agent", dispatch('{"type":"message.send","agentId":"__proto__","text":"hi"}'), "malformed", 7],
  ["toString as an agent", dispatch('{"type":"message.send","agentId":"toString","text":"hi"}'), "unknown-agent", 7],
  [
    "the transcript of constructor",
    '{"type":"subscribe","id":7,"channel":{"kind":"transcript","agentId":"constructor"}}\n',
    "unknown-agent",
    7,
  ],
  ["constructor as an agent", dispatch('{"type":"message.send","agentId":"constructor","text":"hi"}'), "unknown-agent", 7],
  ["a million brackets", `${"[".repeat(1_000_000)}\n`, "malformed", null],
  [
    "a million closed brackets",
    dispatch(`{"type":"settings.change","patch":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`),
    "malformed",
    null,
  ],
  ["half a million values", `{"id":7,"x":[${"0,".repeat(500_000)}0]}\n`, "too-large", null],
  ["an id that is too long", `{"type":"subscribe","id":"${"i".repeat(65)}","channel":{"kind":"world"}}\n`, "malformed", null],
  ["an id that is no number", '{"type":"subscribe","id":1.5,"channel":{"kind":"world"}}\n', "malformed", null],
  ["an unknown channel", '{"type":"subscribe","id":7,"channel":{"kind":"everything"}}\n', "malformed", 7],
  [
    "a page of a billion bytes",
    '{"type":"subscribe","id":7,"channel":{"kind":"transcript","agentId":"jake","bytes":1e9}}\n',
    "malformed",
    7,
  ],
  ["a transcript of nobody", '{"type":"subscribe","id":7,"channel":{"kind":"transcript","agentId":"eve"}}\n', "unknown-agent", 7],
  ["the end of a subscription that never was", '{"type":"unsubscribe","id":7,"subscription":99}\n', "not-subscribed", 7],
  ["nothing to stop", dispatch('{"type":"turn.interrupt","agentId":"jake"}'), "nothing-to-stop", 7],
]

let folder: Folder
let rpc: Rpc

test.beforeEach(() => {
  folder = temporaryFolder()
  rpc = startRpc(["--data-dir", join(folder.path, "data"), "--project", folder.path])
})
test.afterEach(async () => {
  await end(rpc)
  folder.remove()
})

/** Every row of the journal as it is on disk now, read from a copy: the program holds the original. */
function rows(): unknown[] {
  const copy = join(folder.path, "copy")
  rmSync(copy, { recursive: true, force: true })
  cpSync(join(folder.path, "data"), copy, { recursive: true })
  const db = new DatabaseSync(join(copy, "kibitz.db"))
  try {
    return ["events", "audit"].map((table) => db.prepare(`select * from ${table} order by 1`).all())
  } finally {
    db.close()
  }
}

test("T22: every bad input is refused with a reason, the program lives and the journal is unchanged", async () => {
  const before = await rpc.settled()
  const written = rows()
  for (const [name, bytes, kind, id] of badInput) {
    await test.step(name, async () => {
      rpc.sendRaw(bytes)
      expect(await rpc.next(), name).toEqual({
        type: "refused",
        id,
        rejection: { kind, message: expect.stringMatching(/^[A-Z].{10,}/s) },
      })
      expect(await rpc.seq(), name).toBe(before)
    })
  }
  expect(rows()).toEqual(written)
  rpc.send({ type: "dispatch", id: "after", command: { type: "message.send", agentId: "jake", text: "hello" } })
  expect(await rpc.next()).toMatchObject({ type: "accepted", id: "after" })
  expect(rows()).not.toEqual(written)
  rpc.child.stdin.end()
  expect(await rpc.exit).toEqual({ code: 0, signal: null })
})
