// Owns: a model whose every word the test releases. Behaves as the port promises: never throws, one stop, nothing after it.
import type { CallId, ContentBlock, ModelFailure, ModelFailureKind, Reply, StopReason, Usage } from "@kibitz/contract"
import type { Model, ModelEvent, ModelRequest, ModelStop } from "@kibitz/ports"
import type { Exchange, ModelStage } from "./exchange.ts"

export type ScriptedExchange = Exchange & {
  readonly request: ModelRequest
  /** For the rare test that needs a failure or a reply with all its fields. */
  stop(stop: ModelStop): void
}

export type ScriptedModel = Model &
  Omit<ModelStage, "asked"> & {
    asked(): Promise<ScriptedExchange>
    /** Every request so far, in order. */
    readonly requests: readonly ModelRequest[]
    /** Plays these one after the other without being released; later requests wait for `asked` again. */
    prepare(...scripts: readonly ((exchange: ScriptedExchange) => void)[]): void
  }

export function scriptedModel(): ScriptedModel {
  const requests: ModelRequest[] = []
  const untaken: ScriptedExchange[] = []
  const waiting: ((exchange: ScriptedExchange) => void)[] = []
  const prepared: ((exchange: ScriptedExchange) => void)[] = []
  let checks: readonly string[] | ModelFailureKind = ["scripted"]

  function open(request: ModelRequest): Channel {
    requests.push(request)
    const channel = openChannel(request, requests.length)
    const script = prepared.shift()
    if (script !== undefined) script(channel.exchange)
    else {
      const taker = waiting.shift()
      if (taker !== undefined) taker(channel.exchange)
      else untaken.push(channel.exchange)
    }
    return channel
  }

  const model: Model = {
    async *stream(request, signal) {
      if (signal.aborted) {
        yield stopped({ kind: "aborted" })
        return
      }
      const channel = open(request)
      const abort = () => channel.push(stopped({ kind: "aborted" }))
      signal.addEventListener("abort", abort, { once: true })
      try {
        for (;;) {
          const event = await channel.next()
          yield event
          if (event.type === "stop") return
        }
      } finally {
        signal.removeEventListener("abort", abort)
        channel.leave()
      }
    },
    async check() {
      return typeof checks === "string" ? { ok: false, failure: failureOf(checks) } : { ok: true, models: checks }
    },
  }

  return {
    ...model,
    model,
    requests,
    asked() {
      const exchange = untaken.shift()
      return exchange === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(exchange)
    },
    answerChecks(answer) {
      checks = answer
    },
    prepare(...scripts) {
      prepared.push(...scripts)
    },
    async close() {},
  }
}

type Channel = { readonly exchange: ScriptedExchange; next(): Promise<ModelEvent>; push(event: ModelEvent): void; leave(): void }

function openChannel(request: ModelRequest, number: number): Channel {
  const events: ModelEvent[] = []
  const content: ContentBlock[] = []
  const departure = Promise.withResolvers<void>()
  let wake: (() => void) | null = null
  let ended = false

  function push(event: ModelEvent): void {
    if (ended) return
    ended = event.type === "stop"
    events.push(event)
    wake?.()
  }

  function say(kind: "text" | "thinking" | "tool", text: string): void {
    push({ type: "delta", block: content.length - 1, kind, text })
  }

  const exchange: ScriptedExchange = {
    request,
    text(text) {
      const last = content.at(-1)
      if (last?.type === "text") content[content.length - 1] = { type: "text", text: last.text + text }
      else content.push({ type: "text", text })
      say("text", text)
    },
    thinking(thinking, signature) {
      content.push({ type: "thinking", thinking, signature })
      say("thinking", thinking)
    },
    call(name, input) {
      content.push({ type: "tool_use", id: `toolu_${number}_${content.length}` as CallId, name, input })
      say("tool", name)
    },
    finish(stopReason) {
      push(stopped({ kind: "replied", reply: replyOf(request, content, stopReason, number) }))
    },
    fail(kind) {
      push(stopped({ kind: "failed", failure: failureOf(kind) }))
    },
    stop(stop) {
      push(stopped(stop))
    },
    left: () => departure.promise,
  }

  return {
    exchange,
    push,
    leave: departure.resolve,
    async next() {
      while (events.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return events.shift() as ModelEvent
    },
  }
}

const usage: Usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0, estimated: false }

function replyOf(request: ModelRequest, content: readonly ContentBlock[], given: StopReason | undefined, number: number): Reply {
  const stopReason = given ?? (content.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn")
  return { content: [...content], stopReason, stopDetail: null, usage, model: request.model, requestId: `req_${number}` }
}

function failureOf(kind: ModelFailureKind): ModelFailure {
  return { kind, message: `scripted: ${kind}`, status: null, requestId: null, retryAfterMs: null }
}

function stopped(stop: ModelStop): ModelEvent {
  return { type: "stop", stop }
}
