// Owns: what a page that has been taken over might send. Runs inside the page: everything it needs is within the function.

/** Sends them all through `testPort` and says how many there were. */
export function malformedMessages(): number {
  const { testPort: port } = globalThis as unknown as { testPort: MessagePort }
  const cyclic: Record<string, unknown> = { type: "dispatch", id: 1 }
  cyclic.command = cyclic
  const deep = (levels: number) => {
    let value: unknown = 1
    for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
    return value
  }
  const send = { type: "message.send", agentId: "jake", text: "hi" }
  const junk: unknown[] = [
    ...[null, true, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 10n, "", "dispatch", "\u0000", "\ud800"],
    ...[[], {}, new Map([["type", "dispatch"]]), new Set([1]), new Date(0), /x/, new Error("x"), new Blob(["x"])],
    ...[new ArrayBuffer(8), new Uint8Array(1024), new DataView(new ArrayBuffer(4)), new ImageData(1, 1)],
    ...[cyclic, deep(50), deep(900), "x".repeat(5_000_000), Array.from({ length: 600_000 }, () => 0)],
    JSON.parse('{"__proto__":{"type":"dispatch"},"type":"dispatch"}'),
    JSON.parse('{"type":"dispatch","id":1,"command":{"__proto__":{"admin":true},"type":"message.send"}}'),
    { constructor: { prototype: { polluted: true } }, type: "dispatch" },
  ]
  const types = [
    "dispatch",
    "subscribe",
    "unsubscribe",
    "Dispatch",
    "eval",
    "__proto__",
    "constructor",
    "toString",
    "accepted",
    "live",
  ]
  const ids = [undefined, null, "", "x".repeat(65), -1, 1.5, {}, [], true]
  const wrongIds = ids.map((id) => ({ type: "dispatch", id, command: send }))
  const wrongTypes = types.flatMap((type) => [
    { type },
    { type, id: 1 },
    { type, id: 1, command: null },
    { type, id: 1, channel: [] },
  ])
  const internal = [
    { type: "agent.found", agentId: "eve", name: "Eve" },
    { type: "turn.reply", agentId: "jake", turnId: "t1", reply: {} },
    { type: "turn.recover", agentId: "jake", turnId: "t1", draft: "" },
    { type: "turn.delay", agentId: "jake", turnId: "t1" },
    { type: "turn.fail", agentId: "jake", turnId: "t1" },
    { type: "turn.stop", agentId: "jake", turnId: "t1", draft: "" },
    { type: "turn.retry-step", agentId: "jake", turnId: "t1" },
    { type: "call.finish", agentId: "jake", callId: "c1" },
    { type: "connection.record", using: "provider", keySource: "keychain", keyHint: null, protection: "os" },
    { type: "connection.record-check", outcome: { result: "ok", models: [] } },
    { type: "session.end" },
    { type: "journal.append", events: [] },
    { type: "message.queued" },
  ]
  const wrongCommands: unknown[] = [
    ...internal,
    ...[undefined, null, 1, "message.send", [], [send], { ...send, agentId: "nobody" }, { ...send, agentId: "../../etc" }],
    ...["", "   ", "\n\t", 7, null, [], {}, "x".repeat(1_000_001)].map((text) => ({ ...send, text })),
    ...["", "a b", "../x", "x".repeat(65), 7, {}, "__proto__"].map((messageId) => ({ ...send, messageId })),
    ...["later", "", 1, null, {}].map((delivery) => ({ ...send, delivery })),
    ...["", 7, null, {}, "-x", "jake\u0000", "jäke"].map((agentId) => ({ ...send, agentId })),
    { type: "message.edit", agentId: "jake", messageId: "nope", text: "x" },
    { type: "message.withdraw", agentId: "jake", messageId: "nope" },
    { type: "message.release", agentId: "jake", messageId: "nope" },
    { type: "turn.interrupt", agentId: "jake" },
    { type: "turn.interrupt", agentId: "nobody" },
    { type: "turn.retry", agentId: "nobody" },
    ...["http://example.org/", "file:///etc/passwd", "javascript:alert(1)", "https://a:b@example.org/", "x", 7].map(
      (baseUrl) => ({
        type: "settings.change",
        patch: { baseUrl },
      }),
    ),
    ...[
      { theme: "pink" },
      { textSize: 1_000 },
      { textSize: "100" },
      { models: { fast: "" } },
      { models: { huge: "x" } },
      { unknown: 1 },
      null,
      [],
    ].map((patch) => ({ type: "settings.change", patch })),
    ...["", "short", "has a space in it", "line\nbreak-in-key", "x".repeat(501), 7, null].map((key) => ({
      type: "key.offer",
      key,
    })),
  ]
  const wrongChannels = [
    ...[
      null,
      "world",
      {},
      { kind: "everything" },
      { kind: "world", extra: 1 },
      { kind: "transcript" },
      { kind: "transcript", agentId: "nobody" },
    ],
    ...[0, -1, 1.5, "1000", 2_000_001].map((bytes) => ({ kind: "transcript", agentId: "jake", bytes })),
    ...[-1, 1.5, "x", null].map((before) => ({ kind: "page", agentId: "jake", before })),
  ].map((channel) => ({ type: "subscribe", id: 1, channel }))
  const wrongEnds = [0, -1, 1.5, "1", null, 999_999, {}].map((subscription) => ({ type: "unsubscribe", id: 1, subscription }))
  const wrongShell = [
    ...[null, "pop-out", {}, [], { kind: "open-devtools" }, { kind: "reload" }, { kind: "close" }, { kind: "return" }],
    ...["../x", "", 7, null, {}, "jake\u0000"].map((agentId) => ({ kind: "pop-out", agentId })),
    { kind: "pop-out", agentId: "jake", url: "https://example.invalid/" },
    ...[["x y"], "q", [7], Array.from({ length: 201 }, () => "q")].map((items) => ({
      kind: "go",
      agentId: "jake",
      items,
      cause: "tab",
    })),
    { kind: "go", agentId: "jake", items: [], cause: "because" },
    ...["", "Settings", "rm -rf", "x".repeat(41), 7].map((action) => ({ kind: "run", action, agentId: "jake" })),
    ...["../x", "", 7, null, undefined].map((agentId) => ({ kind: "run", action: "palette", agentId })),
    ...[null, {}, [{ title: "", items: [] }], [{ title: "x", items: [{ id: "x", role: "reload" }] }]].map((groups) => ({
      kind: "menu",
      groups,
    })),
    { kind: "menu", groups: Array.from({ length: 21 }, () => ({ title: "x", items: [] })) },
  ].map((ask) => ({ type: "shell", id: 1, ask }))
  /** The same forty every time: a small generator with a fixed seed. */
  let seed = 42
  const below = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % limit
  }
  const words = ["type", "id", "command", "channel", "kind", "agentId", "text", "jake", "dispatch", "world", "\u202e", ""]
  const random = (depth: number): unknown => {
    const leaf = [null, below(1_000) - 500, below(2) === 0, words[below(words.length)], below(1_000) / 7]
    if (depth === 0 || below(3) === 0) return leaf[below(leaf.length)]
    const items = Array.from({ length: below(4) }, () => random(depth - 1))
    return below(2) === 0 ? items : Object.fromEntries(items.map((item) => [words[below(words.length)], item]))
  }
  const mutated = Array.from({ length: 40 }, () => ({ type: "dispatch", id: below(9), command: random(4), channel: random(3) }))
  const extra = { type: "dispatch", id: 1, command: send, more: "than asked" }

  const all = [
    ...junk,
    ...wrongIds,
    ...wrongTypes,
    ...wrongCommands.map((command) => ({ type: "dispatch", id: 1, command })),
    ...wrongChannels,
    ...wrongEnds,
    ...wrongShell,
    ...mutated,
    extra,
  ]
  for (const message of all) port.postMessage(message)
  return all.length
}
