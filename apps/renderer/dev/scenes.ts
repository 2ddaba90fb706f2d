import { type ContentBlock, jakeId, type ModelFailure, type StopReason } from "@kibitz/contract"
import type { Stage } from "./stage-host.ts"

const usage = { inputTokens: 812, outputTokens: 214, cacheReadTokens: 11_200, cacheWriteTokens: 340, estimated: false }
export const sample = `## What a reply can look like

A paragraph with **strong words**, *emphasis*, \`inline code\`, a [link](https://example.org/docs?page=2) and a plain-text one: http://localhost:3000/health.

1. First, the order of events is fixed: \`decide\`, then *append*, then \`evolve\`.
2. Then the reactors see what was committed.
   - they never change the world
   - they dispatch
3. Last, the screen folds the same events.

\`\`\`ts
export function evolve(world: World, recorded: Recorded): World {
  const { seq, at, event } = recorded // one event, one new world
  switch (event.type) {
    case "settings.changed":
      return { ...world, seq, settings: event.settings }
    default:
      return withAgent(world, seq, evolveTurn(agentOf(world, event.agentId), event, at))
  }
}
\`\`\`

| Step | Limit | Measured |
|:-----|------:|:--------:|
| dispatch → durable | 1.5 ms | 0.9 ms |
| durable → published | 0.2 ms | 0.06 ms |
| published → painted | 16 ms | 9 ms |

> Moles keep their holes: an agent's place never moves on its own.

- [x] migrations run
- [ ] a picture: ![the map](https://example.org/map.png)

\`\`\`diff
- console.log(message)
+ sink.write(format(message))
\`\`\`

Right-to-left text keeps to itself: שלום עולם, and goes on. <b>HTML is shown as text</b>, and [this](javascript:alert(1)) stays inert.`

function say(stage: Stage, text: string) {
  stage.run({ type: "message.send", agentId: jakeId, text, delivery: "queue" } as never)
}
function reply(stage: Stage, content: ContentBlock[], stopReason: StopReason = "end_turn", stopDetail: string | null = null) {
  const turn = stage.world().agents[jakeId]?.turn
  if (turn)
    stage.run({
      type: "turn.reply",
      agentId: jakeId,
      turnId: turn.id,
      reply: { content, stopReason, stopDetail, usage, model: "claude-sonnet-5-5", requestId: null },
    })
}
const text = (value: string): ContentBlock => ({ type: "text", text: value })
function failure(kind: ModelFailure["kind"], status: number | null, message = ""): ModelFailure {
  return { kind, status, message, requestId: null, retryAfterMs: null }
}
function fail(stage: Stage, what: ModelFailure, parked: boolean, draft = "") {
  const turn = stage.world().agents[jakeId]?.turn
  if (turn) stage.run({ type: "turn.fail", agentId: jakeId, turnId: turn.id, failure: what, parked, draft })
}
function read(stage: Stage, path: string, ok = true) {
  reply(stage, [{ type: "tool_use", id: "x" as never, name: "read_file", input: { path } }], "tool_use")
  const turn = stage.world().agents[jakeId]?.turn
  const call = turn?.calls.find((one) => one.status === "allowed")
  if (turn && call)
    stage.run({
      type: "call.finish",
      agentId: jakeId,
      turnId: turn.id,
      callId: call.id,
      result: {
        ok,
        output: ok
          ? '1\t{\n2\t  "name": "shop",\n3\t  "private": true\n4\t}'
          : "There is no file docs/missing.md in the project folder.",
        bytes: 1204,
        durationMs: 3.2,
      },
    })
}

function conversation(stage: Stage) {
  say(stage, "Read this project and tell me what it is. Keep it short, I only have a minute before the stand-up.")
  reply(
    stage,
    [
      { type: "thinking", thinking: "The user wants a summary. I will look at package.json first.", signature: "" },
      text("I will look at the manifest and the entry point first."),
    ],
    "pause_turn",
  )
  read(stage, "package.json")
  read(stage, "src/index.ts")
  read(stage, "docs/missing.md", false)
  reply(stage, [{ type: "tool_use", id: "y" as never, name: "read_file", input: { path: "../../etc/passwd" } }], "tool_use")
  reply(stage, [
    text(
      "It is a small shop: a catalogue, a cart and a checkout, with one entry point in `src/index.ts`.\n\nThe checkout is the only part without tests.",
    ),
  ])
  say(stage, "Show me what a reply can look like")
  reply(stage, [text(sample)])
}

export const scenes: Record<string, (stage: Stage) => void> = {
  empty: () => {},
  conversation,
  long: (stage) => {
    for (let n = 0; n < 600; n++) {
      say(stage, `Question ${n}: what about case ${n}?`)
      reply(stage, [
        text(n % 7 === 0 ? sample : `Answer ${n}. ${"It depends on the case, and here is why. ".repeat(1 + (n % 9))}`),
      ])
    }
  },
  streaming: (stage) => {
    conversation(stage)
    stage.onTurn(() => {
      let at = 0
      const timer = setInterval(() => {
        const turn = stage.world().agents[jakeId]?.turn
        if (!turn || at >= sample.length) {
          clearInterval(timer)
          if (turn) reply(stage, [text(sample)])
          return
        }
        stage.live(sample.slice(at, at + 12))
        at += 12
      }, 16)
    })
    say(stage, "Again, slowly")
    stage.run({
      type: "message.send",
      agentId: jakeId,
      text: "also update the README when you are done with that",
      delivery: "queue",
    } as never)
    stage.run({ type: "message.send", agentId: jakeId, text: "and mind the tests", delivery: "now" } as never)
  },
  waiting: (stage) => {
    say(stage, "Hello?")
  },
  errors: (stage) => {
    say(stage, "Summarise the release notes")
    fail(
      stage,
      failure("cut", null),
      false,
      "The release brings three things. First, the journal is written with full synchronisation, so",
    )
    say(stage, "And now?")
    reply(stage, [text("A long answer that ran into the limit of what one reply may hold, and therefore")], "max_tokens")
    say(stage, "Go on")
    reply(stage, [], "refusal", null)
    say(stage, "Use the other model")
    stage.run({
      type: "connection.record-check",
      outcome: { result: "ok", models: ["claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"] },
    } as never)
    fail(stage, failure("model_not_found", 404), true)
    say(stage, "Try again")
    stage.record({
      type: "turn.recovered",
      agentId: jakeId,
      turnId: stage.world().agents[jakeId]?.turn?.id as never,
      draft: "This was on screen when",
    })
    fail(stage, failure("auth", 401), true)
  },
  delayed: (stage) => {
    say(stage, "Hello")
    const turn = stage.world().agents[jakeId]?.turn
    if (turn)
      stage.run({
        type: "turn.delay",
        agentId: jakeId,
        turnId: turn.id,
        failure: failure("rate_limited", 429),
        delayMs: 38_000,
        draft: "",
      })
  },
  keyed: (stage) => {
    stage.run({ type: "connection.record", using: "provider", keySource: "keychain", keyHint: "x4Qa", protection: "os" })
    stage.run({
      type: "connection.record-check",
      outcome: { result: "ok", models: ["claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"] },
    } as never)
    conversation(stage)
  },
  plain: (stage) => {
    stage.run({ type: "connection.record", using: "rehearsal", keySource: "none", keyHint: null, protection: "plain" })
  },
  hostile: (stage) => {
    say(stage, "x".repeat(200_000))
    reply(stage, [text("a".repeat(1_000_000))])
    say(stage, "A table")
    reply(stage, [
      text(
        `| a | b | c |\n|---|---|---|\n${Array.from({ length: 10_000 }, (_, n) => `| ${n} | some words here | \`code\` |`).join("\n")}`,
      ),
    ])
    say(stage, "Bidi, lone surrogate \ud800 and ansi \u001b[31mred\u001b[0m")
    reply(stage, [
      text(
        "Override \u202egnp.exe\u202c lone \ud800 ansi \u001b[31mred\u001b[0m and\n\n```bash\nrm -rf \u202e/ x \u2066y\u2069 \u001b]52;c;aGk=\u0007\n```\n\n" +
          "> ".repeat(300) +
          "deep\n\n" +
          "*".repeat(5000),
      ),
    ])
    say(stage, "Code")
    reply(stage, [text(`\`\`\`ts\n${"const a = 1 // a line\n".repeat(5000)}\`\`\``)])
  },
}
