// Owns: the model port over the Anthropic SDK. Retries are not made here: waiting belongs to the turn's machine.
import type { Anthropic } from "@anthropic-ai/sdk"
import type { Stream } from "@anthropic-ai/sdk/streaming"
import type { ModelFailure } from "@kibitz/contract"
import type { Log, Model, ModelEvent, ModelRequest, ModelStop } from "@kibitz/ports"
import { type Client, type Credentials, loadSdk, makeClient } from "./client.ts"
import { failure, failureOf } from "./failure.ts"
import { type ReplyReader, readReply } from "./reply.ts"
import { bodyOf } from "./request.ts"
import { SentOnce } from "./transport.ts"

export type AnthropicOptions = {
  /** Asked before each request; null when there is no key. The connections are kept while the answer stays the same. */
  readonly credentials: () => Credentials | null
  /** How long nothing at all may come, not even a ping, before the request counts as stalled (A8). */
  readonly stallMs?: number
  readonly log?: Log
}

export type AnthropicModel = Model & {
  /** Loads the SDK ahead of the first request. */
  warm(): Promise<void>
  close(): void
}

const STALL_MS = 90_000
/** A server that keeps a finished stream open longer than this loses the connection. */
const DRAIN_MS = 2_000
/** The next step of a turn follows at once, and opening a connection for it costs more than waiting for this one to be free. */
const CONNECTION_FREE_MS = 25

export function anthropicModel(options: AnthropicOptions): AnthropicModel {
  const clients = new Clients(options.stallMs ?? STALL_MS)
  const lastConnection = new LastConnection()

  function trouble(cause: unknown, streaming: boolean, requestId: string | null): ModelFailure {
    const found = failureOf(cause, streaming, requestId)
    options.log?.warn("model request failed", {
      kind: found.kind,
      status: found.status,
      requestId: found.requestId,
      message: found.message,
    })
    return found
  }

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, void> {
    let requestId: string | null = null
    let open: Stream<unknown> | null = null
    const reader = readReply()
    const wanted = following(signal)
    try {
      if (signal.aborted) return yield stopped({ kind: "aborted" })
      const credentials = options.credentials()
      if (!isUsable(credentials)) return yield stopped({ kind: "failed", failure: unusable(credentials) })
      const client = await clients.for(credentials)
      await lastConnection.freed(client)
      const answered = await client.sdk.post<Stream<unknown>>("/v1/messages", asked(request, wanted.signal)).withResponse()
      requestId = answered.request_id ?? null
      open = answered.data
      const events = open[Symbol.asyncIterator]()
      for (let next = await events.next(); next.done !== true; next = await events.next()) {
        const delta = reader.take(next.value)
        if (delta !== null) yield delta
        if (reader.complete) {
          // The reply is taken to the disk while the connection becomes free, and nobody may cut it off meanwhile.
          wanted.letGo()
          lastConnection.drains(drain(open, events))
          open = null
          break
        }
      }
      yield stopped(ending(reader, signal, request.model, requestId))
    } catch (cause) {
      yield stopped(signal.aborted ? { kind: "aborted" } : { kind: "failed", failure: trouble(cause, open !== null, requestId) })
    } finally {
      wanted.letGo()
      open?.controller.abort()
    }
  }

  return {
    stream,
    async check(signal) {
      try {
        const credentials = options.credentials()
        if (!isUsable(credentials)) return { ok: false, failure: unusable(credentials) }
        const client = await clients.for(credentials)
        const page = await client.sdk.models.list({ limit: 100 }, { signal })
        const models = page.data.map((model) => model.id).filter((id) => typeof id === "string")
        return { ok: true, models }
      } catch (cause) {
        if (signal.aborted) return { ok: false, failure: failure("unknown", "The check was stopped.") }
        return { ok: false, failure: trouble(cause, false, null) }
      }
    },
    async warm() {
      await loadSdk()
    },
    close() {
      clients.release((client) => client.close())
    },
  }
}

/** The client for the credentials that are used now, kept until they change. */
class Clients {
  private readonly stallMs: number
  private current: Promise<Client> | null = null
  private currentFor: Credentials | null = null

  constructor(stallMs: number) {
    this.stallMs = stallMs
  }

  for(credentials: Credentials): Promise<Client> {
    const { currentFor } = this
    if (this.current === null || currentFor?.apiKey !== credentials.apiKey || currentFor.baseUrl !== credentials.baseUrl) {
      this.release((client) => client.retire())
      const made = makeClient(credentials, this.stallMs)
      made.catch(() => {
        if (this.current === made) this.current = null // So that the next request tries again.
      })
      this.current = made
      this.currentFor = credentials
    }
    return this.current
  }

  release(how: (client: Client) => void): void {
    this.current?.then(how, () => {})
    this.current = null
  }
}

/** The connection of the last reply, while it is not free yet. */
class LastConnection {
  private freeing: Promise<void> | null = null

  drains(drained: Promise<void>): void {
    const mine = drained.then(() => {
      if (this.freeing === mine) this.freeing = null
    })
    this.freeing = mine
  }

  /** Only the next request waits, and only once. */
  async freed(client: Client): Promise<void> {
    if (this.freeing === null || client.isReady()) return
    const left = this.freeing
    this.freeing = null
    await atMost(CONNECTION_FREE_MS, left)
  }
}

/** What `messages.create` would send. It takes the body as a value only, and would write all of it anew for every step, and keep it. */
function asked(request: ModelRequest, signal: AbortSignal): Anthropic.RequestOptions {
  // By a way that the SDK passes on unread; our own transport knows what it is.
  const fetchOptions = { body: new SentOnce(bodyOf(request)) } as unknown as NonNullable<Anthropic.RequestOptions["fetchOptions"]>
  return { fetchOptions, headers: { "content-type": "application/json" }, stream: true, signal }
}

function ending(reader: ReplyReader, signal: AbortSignal, model: string, requestId: string | null): ModelStop {
  if (reader.complete) return { kind: "replied", reply: reader.reply(model, requestId) }
  // The SDK ends without a word both when aborted and when the stream just stops; only message_stop says that it is whole.
  if (signal.aborted) return { kind: "aborted" }
  return { kind: "failed", failure: failure("cut", "The reply ended before it was complete.", requestId) }
}

function stopped(stop: ModelStop): ModelEvent {
  return { type: "stop", stop }
}

/** Only what fits into a header. Anything else would fail later, in an error message that quotes the key (T17). */
function isUsable(credentials: Credentials | null): credentials is Credentials {
  return credentials !== null && /^[\x21-\x7e]+$/.test(credentials.apiKey)
}

function unusable(credentials: Credentials | null): ModelFailure {
  if (credentials === null) return failure("no_model", "No model is connected.")
  return failure("auth", "The key contains characters that no key has.")
}

/** A signal that follows another until it is let go: what has ended well is not cut off afterwards, as every talk that is over is. */
function following(signal: AbortSignal): { readonly signal: AbortSignal; letGo(): void } {
  const own = new AbortController()
  const abort = () => own.abort(signal.reason)
  signal.addEventListener("abort", abort, { once: true })
  return { signal: own.signal, letGo: () => signal.removeEventListener("abort", abort) }
}

/** Reads the last bytes behind message_stop, so that the connection can be used again. Never rejects. */
async function drain(stream: Stream<unknown>, events: AsyncIterator<unknown>): Promise<void> {
  const late = setTimeout(() => stream.controller.abort(), DRAIN_MS)
  try {
    while ((await events.next()).done !== true);
  } catch {
    // The reply is whole; how the connection ended no longer matters.
  } finally {
    clearTimeout(late)
  }
}

async function atMost(ms: number, done: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([done, late])
  clearTimeout(timer)
}
