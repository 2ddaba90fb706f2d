import { jakeId, type Recorded, WIRE_MESSAGE_LIMIT, type WireMessage } from "@kibitz/contract"
import { StorageFailure } from "@kibitz/ports"
import { startEngine } from "@kibitz/supervisor"
import {
  countingIds,
  entry,
  fixedChance,
  manualClock,
  memoryDrafts,
  memoryJournal,
  recordingLog,
  turnReplied,
  untilFact,
} from "@kibitz/testkit"
import { scriptedModel } from "@kibitz/testkit/model"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { openGateway, type ShellDoor } from "./gateway.ts"
import { findFault, findFaultInText, VALUES_LIMIT } from "./hostile-value.ts"

async function connected(shell?: ShellDoor, heard: (message: WireMessage) => void = () => {}) {
  const journal = memoryJournal()
  const engine = startEngine({
    journal,
    clock: manualClock(),
    ids: countingIds(),
    chance: fixedChance(0),
    model: scriptedModel(),
    tools: { async *run() {} },
    drafts: memoryDrafts(),
    log: recordingLog(),
    project: "/project",
  })
  await engine.open()
  const sent: WireMessage[] = []
  const gateway = openGateway({
    channels: engine.channels,
    dispatch: async (command) => {
      switch (command.type) {
        case "key.offer":
        case "key.forget":
        case "sandbox.probe":
        case "audit.verify":
        case "journal.reload":
        case "workspace.open-worktree":
          throw new Error(`${command.type} does not come this way`)
      }
      return engine.supervisor.dispatch(command)
    },
    describe: (snapshot) =>
      snapshot.kind === "world" ? { ...snapshot, app: { version: "0", workspace: "/project", surface: "rpc" } } : snapshot,
    files: async ({ text, limit }) => [`${text}.ts`, "b.ts"].slice(0, limit),
    send(message) {
      sent.push(message)
      heard(message)
    },
    shell,
  })
  const answered = (count: number) => untilFact("there are answers", () => sent.length >= count)
  return { journal, engine, gateway, sent, answered, settled: () => engine.supervisor.drain() }
}

const hello = { type: "dispatch", id: 1, command: { type: "message.send", agentId: "jake", text: "hello" } }

describe("the shell around a screen", () => {
  const popOut = { type: "shell", id: 1, ask: { kind: "pop-out", agentId: "jake" } }

  it("is asked what was read and found whole, and its no is passed on", async () => {
    const asked: unknown[] = []
    const { gateway, sent } = await connected((ask) => {
      asked.push(ask)
      return ask.kind === "close" ? { kind: "unavailable", message: "no" } : null
    })
    gateway.receive(popOut)
    gateway.receive({ type: "shell", id: 2, ask: { kind: "close" } })
    gateway.receive({ type: "shell", id: 3, ask: { kind: "pop-out", agentId: "../etc" } })
    gateway.receive({ type: "shell", id: 4, ask: { kind: "open-devtools" } })
    expect(asked).toEqual([{ kind: "pop-out", agentId: "jake" }, { kind: "close" }])
    expect(sent).toMatchObject([
      { type: "accepted", id: 1, seq: 0 },
      { type: "refused", id: 2, rejection: { kind: "unavailable", message: "no" } },
      { type: "refused", id: 3, rejection: { kind: "malformed" } },
      { type: "refused", id: 4, rejection: { kind: "malformed" } },
    ])
  })

  it("is missing for a browser and a script, which are told so", async () => {
    const { gateway, sent } = await connected()
    gateway.receive(popOut)
    expect(sent).toMatchObject([{ type: "refused", id: 1, rejection: { kind: "unavailable" } }])
  })
})

describe("requests", () => {
  it("accepts a command and answers with its place in the journal", async () => {
    const { gateway, sent, answered } = await connected()
    gateway.receive(hello)
    await answered(1)
    expect(sent).toEqual([{ type: "accepted", id: 1, seq: 4 }])
  })

  it("when everything was read anew, every subscription misses one number, and goes on counting after it", async () => {
    const { gateway, sent, settled } = await connected()
    gateway.receive({ type: "subscribe", id: "a", channel: { kind: "world" } })
    gateway.receive({ type: "subscribe", id: "b", channel: { kind: "transcript", agentId: "jake" } })
    gateway.receive({ type: "unsubscribe", id: "c", subscription: 2 })
    gateway.renew()
    gateway.receive(hello)
    await settled()
    const envelopes = sent.filter((message) => message.type === "envelope")
    expect(envelopes.map(({ subscription, n, events }) => [subscription, n, events.length > 0])).toEqual([
      [1, 2, false],
      [1, 3, true],
    ])
  })

  it("numbers what follows a snapshot from 1, and an unsubscribed client hears nothing more", async () => {
    const { gateway, sent, settled } = await connected()
    gateway.receive({ type: "subscribe", id: "a", channel: { kind: "world" } })
    gateway.receive(hello)
    await settled()
    gateway.receive({ type: "dispatch", id: 2, command: { type: "settings.change", patch: { theme: "dark" } } })
    await settled()
    const envelopes = sent.filter((message) => message.type === "envelope")
    expect(envelopes.map(({ n }) => n)).toEqual([1, 2])
    gateway.receive({ type: "unsubscribe", id: 3, subscription: 1 })
    gateway.receive({ type: "dispatch", id: 4, command: { type: "settings.change", patch: { theme: "light" } } })
    await settled()
    expect(sent.filter((message) => message.type === "envelope")).toHaveLength(2)
    gateway.receive({ type: "unsubscribe", id: 5, subscription: 1 })
    expect(sent.at(-1)).toMatchObject({ type: "refused", id: 5, rejection: { kind: "not-subscribed" } })
  })

  it("tells a client that subscribes on hearing of a batch nothing of that batch again", async () => {
    const heard = (message: WireMessage) => {
      if (message.type !== "envelope" || message.subscription !== 1 || message.n !== 1) return
      gateway.receive({ type: "subscribe", id: "world", channel: { kind: "world" } })
      gateway.receive({ type: "subscribe", id: "chat", channel: { kind: "transcript", agentId: "jake" } })
    }
    const { gateway, sent, settled, journal } = await connected(undefined, heard)
    gateway.receive({ type: "subscribe", id: "first", channel: { kind: "world" } })
    for (const id of [1, 2, 3]) gateway.receive({ ...hello, id })
    await settled()
    gateway.receive({ type: "dispatch", id: 4, command: { type: "turn.interrupt", agentId: "jake" } })
    await settled()
    const told = (of: number) =>
      sent.flatMap((message) => (message.type === "envelope" && message.subscription === of ? message.events : []))
    const snapshots = sent.flatMap((message) => (message.type === "subscribed" ? [message.snapshot] : []))
    const [, world, chat] = snapshots
    if (world?.kind !== "world" || chat?.kind !== "transcript") return expect.fail("two snapshots were asked for")
    const all = journal.all().map(({ seq }) => seq)
    expect([...all.slice(0, world.world.seq), ...told(2).map(({ seq }) => seq)]).toEqual(all)
    const shown = journal.page(jakeId, null, 1_000_000).events
    expect([...chat.page.events, ...told(3)]).toEqual(shown)
    expect(chat.page.events.length).toBeGreaterThan(0)
  })

  it("pages backwards without a gap or an overlap, and says when there is no more", async () => {
    const { gateway, sent, engine, settled } = await connected()
    for (let index = 0; index < 40; index++) {
      await engine.supervisor.dispatch({
        type: "message.send",
        agentId: jakeId,
        text: `${index} ${"x".repeat(300)}`,
        delivery: "queue",
      })
      await engine.supervisor.dispatch({ type: "turn.interrupt", agentId: jakeId })
      await settled()
    }
    gateway.receive({ type: "subscribe", id: 0, channel: { kind: "transcript", agentId: "jake", bytes: 2000 } })
    const pages: Recorded[][] = []
    for (let guard = 0; guard < 100; guard++) {
      const last = sent.findLast((message) => message.type === "subscribed")
      if (last?.snapshot.kind !== "page" && last?.snapshot.kind !== "transcript") break
      pages.unshift(last.snapshot.page.events)
      if (last.snapshot.page.older === null) break
      gateway.receive({
        type: "subscribe",
        id: guard,
        channel: { kind: "page", agentId: "jake", before: last.snapshot.page.older, bytes: 2000 },
      })
    }
    const paged = pages.flat().map(({ seq }) => seq)
    expect(pages.length).toBeGreaterThan(3)
    expect(paged).toEqual([...paged].sort((a, b) => a - b))
    expect(new Set(paged).size).toBe(paged.length)
    expect(pages.flat().filter(({ event }) => event.type === "message.delivered")).toHaveLength(40)
  })

  it("reads a transcript from any line onwards, finds words in it, and closes both by itself", async () => {
    const { gateway, sent, answered, settled } = await connected()
    gateway.receive(hello)
    await answered(1)
    await settled()
    const ask = (channel: object) => {
      gateway.receive({ type: "subscribe", id: 1, channel })
      const answer = sent.findLast((message) => message.type === "subscribed")
      expect(sent.at(-1)).toEqual({ type: "unsubscribed", id: null, subscription: answer?.subscription })
      return answer?.snapshot
    }
    const found = ask({ kind: "find", agentId: "jake", text: " HELLO " })
    if (found?.kind !== "find") throw new Error("nothing was found")
    expect(found).toMatchObject({ lines: [{ key: `${found.lines[0]?.seq}` }], older: null })
    const newer = ask({ kind: "newer", agentId: "jake", after: (found.lines[0]?.seq ?? 0) - 1, bytes: 1000 })
    expect(newer).toMatchObject({ kind: "newer", page: { events: [{ event: { type: "message.delivered", text: "hello" } }] } })
    for (const text of ["", "  ", "x".repeat(201)]) {
      gateway.receive({ type: "subscribe", id: 2, channel: { kind: "find", agentId: "jake", text } })
      expect(sent.at(-1)).toMatchObject({ type: "refused", rejection: { kind: "malformed" } })
    }
  })

  it("names files of the project, later than it was asked, and nothing after the end", async () => {
    const { gateway, sent, answered } = await connected()
    gateway.receive({ type: "subscribe", id: 1, channel: { kind: "files", text: "a", limit: 1 } })
    await answered(2)
    expect(sent).toMatchObject([
      { type: "subscribed", id: 1, subscription: 1, snapshot: { kind: "files", paths: ["a.ts"] } },
      { type: "unsubscribed", id: null, subscription: 1 },
    ])
    gateway.receive({ type: "subscribe", id: 2, channel: { kind: "files", text: "a" } })
    gateway.close()
    await Promise.resolve()
    expect(sent).toHaveLength(2)
  })

  it("says what was spent in the last whole hours, and closes by itself", async () => {
    const { gateway, sent, journal } = await connected()
    const cost = () => {
      gateway.receive({ type: "subscribe", id: 1, channel: { kind: "cost", hours: 2 } })
      const answer = sent.findLast((message) => message.type === "subscribed")
      if (answer?.snapshot.kind !== "cost") throw new Error("no cost came")
      expect(sent.at(-1)).toEqual({ type: "unsubscribed", id: null, subscription: answer.subscription })
      return answer.snapshot
    }
    const { since, report } = cost()
    expect([since.slice(13), report]).toEqual([":00:00.000Z", { hours: [], agents: [] }])
    journal.append([{ ...entry(journal.last() + 1, turnReplied("hi", { costUsd: 0.5 })), at: since }])
    expect(cost().report).toEqual({
      hours: [{ at: since, costUsd: 0.5, inputTokens: 0, outputTokens: 0 }],
      agents: [{ agentId: jakeId, costUsd: 0.5, tokens: 0 }],
    })
    for (const hours of [0, 169]) {
      gateway.receive({ type: "subscribe", id: 2, channel: { kind: "cost", hours } })
      expect(sent.at(-1)).toMatchObject({ type: "refused", rejection: { kind: "malformed" } })
    }
  })
})

describe("bad input is refused clearly, and nothing changes", () => {
  const cases: [string, string, string][] = [
    ["not JSON", "{oops", "malformed"],
    ["an empty line", "", "malformed"],
    ["a number", "42", "malformed"],
    ["null", "null", "malformed"],
    ["an unknown verb", '{"type":"destroy","id":1}', "malformed"],
    ["an unknown command", '{"type":"dispatch","id":1,"command":{"type":"agent.delete"}}', "malformed"],
    ["an internal command", '{"type":"dispatch","id":1,"command":{"type":"agent.found","agentId":"x","name":"X"}}', "malformed"],
    ["wrong types", '{"type":"dispatch","id":1,"command":{"type":"message.send","agentId":7,"text":[]}}', "malformed"],
    [
      "an empty message",
      '{"type":"dispatch","id":1,"command":{"type":"message.send","agentId":"jake","text":"  "}}',
      "malformed",
    ],
    [
      "a field too many",
      '{"type":"dispatch","id":1,"command":{"type":"turn.interrupt","agentId":"jake","force":true}}',
      "malformed",
    ],
    [
      "__proto__ in a command",
      '{"type":"dispatch","id":1,"command":{"type":"turn.interrupt","agentId":"jake","__proto__":{"x":1}}}',
      "malformed",
    ],
    ["__proto__ at the top", '{"__proto__":{"type":"dispatch"},"id":1}', "malformed"],
    [
      "constructor as a key",
      '{"type":"dispatch","id":1,"command":{"type":"settings.change","patch":{"constructor":{}}}}',
      "malformed",
    ],
    ["an unknown agent", '{"type":"dispatch","id":1,"command":{"type":"turn.interrupt","agentId":"nobody"}}', "unknown-agent"],
    [
      "an agent named like a property",
      '{"type":"subscribe","id":1,"channel":{"kind":"transcript","agentId":"toString"}}',
      "unknown-agent",
    ],
    ["a huge message", JSON.stringify({ ...hello, pad: "x".repeat(WIRE_MESSAGE_LIMIT) }), "too-large"],
    ["a 2 MB text", JSON.stringify({ ...hello, command: { ...hello.command, text: "x".repeat(2_000_000) } }), "malformed"],
    [
      "an address that is none",
      '{"type":"dispatch","id":1,"command":{"type":"settings.change","patch":{"baseUrl":"x"}}}',
      "malformed",
    ],
    ["deep nesting", `${"[".repeat(5000)}${"]".repeat(5000)}`, "malformed"],
  ]

  it.each(cases)("T22 %s", async (_, text, kind) => {
    const { gateway, sent, journal, answered } = await connected()
    const before = journal.last()
    gateway.receiveText(text)
    await answered(1)
    expect(sent).toMatchObject([{ type: "refused", rejection: { kind, message: expect.stringMatching(/\.$|[a-z]/) } }])
    expect(journal.last()).toBe(before)
    gateway.receive(hello)
    await answered(2)
    expect(sent.at(-1)).toMatchObject({ type: "accepted" })
  })

  it("T22 whatever arrives, it answers or ignores, and never throws", async () => {
    const { gateway, sent } = await connected()
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
        (value) => {
          const before = sent.length
          gateway.receive(value)
          expect(sent.length).toBe(before + 1)
        },
      ),
      { numRuns: 500 },
    )
  })

  it("T22 stops looking at a value as soon as it is too large", () => {
    const wide = Array.from({ length: 1000 }, () => "x".repeat(100))
    expect(findFault(wide, 5_000)?.kind).toBe("too-large")
    expect(findFault(wide, 200_000)).toBeNull()
    expect(findFault(new Map(), 100)?.kind).toBe("malformed")
    const circular: Record<string, unknown> = {}
    circular.self = circular
    expect(findFault(circular, 10_000)?.kind).toBe("malformed")
  })

  it("T22 too many values are refused before they are made, and also when they come as values", async () => {
    const { gateway, sent } = await connected()
    const long = VALUES_LIMIT + 1
    const many = [
      `{"id":1,"x":[${"0,".repeat(long)}0]}`,
      `{"id":1,"x":{${Array.from({ length: long }, (_, n) => `"${n}":0`).join()}}}`,
      `${"[".repeat(long)}`,
      `${"[]".repeat(long)}`,
      `${'{"a":'.repeat(long)}`,
    ]
    for (const text of many) {
      expect(findFaultInText(text)).not.toBeNull()
      gateway.receiveText(text)
      expect(sent.at(-1)).toMatchObject({ type: "refused", id: null })
    }
    gateway.receive({ id: 1, x: Array.from({ length: long }, () => 0) })
    gateway.receive({ id: 1, x: Object.fromEntries(Array.from({ length: long }, (_, n) => [n, 0])) })
    expect(sent.slice(-2)).toMatchObject([0, 0].map(() => ({ type: "refused", id: 1, rejection: { kind: "too-large" } })))
  })

  it("T22 signs inside of a text are no values, however it is written", () => {
    const signs = '{"[,:]}\\\u0022'.repeat(3_000)
    expect(findFaultInText(JSON.stringify({ text: signs, more: [signs, { [signs]: signs }] }))).toBeNull()
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
        expect(findFaultInText(JSON.stringify([value, text.padEnd(30_000, '"[,')]))).toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  it("F14 a page that cannot be read is refused, and the connection lives", async () => {
    const { gateway, sent, journal, answered } = await connected()
    journal.page = () => {
      throw new StorageFailure("corrupt", "Entry 7 of the journal is damaged.")
    }
    gateway.receive({ type: "subscribe", id: 1, channel: { kind: "transcript", agentId: "jake" } })
    expect(sent).toMatchObject([
      { type: "refused", id: 1, rejection: { kind: "storage-failed", message: "Entry 7 of the journal is damaged." } },
    ])
    gateway.receive({ type: "dispatch", id: 2, command: { type: "settings.change", patch: { theme: "dark" } } })
    await answered(2)
    expect(sent.at(-1)).toMatchObject({ type: "accepted" })
  })

  it("answers even when what it asked for breaks", async () => {
    const { gateway, sent } = await connected()
    gateway.receive({ type: "dispatch", id: 9, command: { type: "key.forget" } })
    await untilFact("an answer came", () => sent.length > 0)
    expect(sent).toMatchObject([{ type: "refused", id: 9, rejection: { kind: "unavailable" } }])
  })

  it("a client that only ever subscribes is stopped", async () => {
    const { gateway, sent } = await connected()
    for (let id = 0; id <= 256; id++) gateway.receive({ type: "subscribe", id, channel: { kind: "world" } })
    expect(sent.at(-1)).toMatchObject({ type: "refused", rejection: { kind: "unavailable" } })
  })
})
