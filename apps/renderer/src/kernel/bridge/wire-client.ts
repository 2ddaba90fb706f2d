// Owns: one conversation with the host over any transport: answers matched to requests, subscriptions kept whole, reconnecting.
// Does not own: what the messages mean (replica).
import {
  type AnsweredCard,
  type ChannelInput,
  type ClientCommandInput,
  type LiveDelta,
  type Recorded,
  type Rejection,
  type Seq,
  type ShellAsk,
  type ShellNews,
  type Snapshot,
  type SubscriptionId,
  WIRE_WORLD_LIMIT,
  WireMessage,
} from "@kibitz/contract"
import { backoff } from "./backoff.ts"
import { exceeds } from "./message-size.ts"
import type { Line, Transport } from "./transport.ts"

export type Outcome = { readonly accepted: true; readonly seq: Seq } | { readonly accepted: false; readonly rejection: Rejection }

export type LineState =
  | { readonly kind: "connecting" }
  | { readonly kind: "open" }
  | { readonly kind: "lost"; readonly attempt: number; readonly retryMs: number }

export type Listener = {
  snapshot(snapshot: Snapshot): void
  events(events: readonly Recorded[]): void
  live?(deltas: readonly LiveDelta[]): void
  refused?(rejection: Rejection): void
}

export type Subscription = {
  /** Asks for a fresh snapshot. */
  renew(): void
  end(): void
}

export type WireClient = {
  /** `card`: the card it was pressed on. */
  dispatch(command: ClientCommandInput, card?: AnsweredCard): Promise<Outcome>
  subscribe(channel: ChannelInput, listener: Listener): Subscription
  /** To the program around this screen. Refused where there is none. */
  askShell(ask: ShellAsk): Promise<Outcome>
  /** Tries to connect now instead of at the end of the wait. */
  reconnect(): void
  close(): void
}

export type WireClientOptions = {
  transport: Transport
  onState(state: LineState): void
  onUnreadable(why: string): void
  /** From the program around this screen, where there is one. */
  onShell?(news: ShellNews): void
  /** Returns how to cancel. */
  after?(ms: number, then: () => void): () => void
  chance?(): number
}

type Request =
  | { readonly type: "dispatch"; readonly command: ClientCommandInput; readonly card?: AnsweredCard }
  | { readonly type: "shell"; readonly ask: ShellAsk }
type Asked = { request: Request; resolve(outcome: Outcome): void }
type Held = { channel: ChannelInput; listener: Listener; remote: SubscriptionId | null; next: number; asked: number }

export function createWireClient(options: WireClientOptions): WireClient {
  const { after = afterTimeout, chance = Math.random } = options
  const asked = new Map<number, Asked>()
  const held = new Set<Held>()
  const byRemote = new Map<SubscriptionId, Held>()
  let lastId = 0
  let attempt = 0
  let line: Line | null = null
  let isOpen = false
  let closed = false
  let cancelRetry: (() => void) | null = null

  function connect(): void {
    cancelRetry?.()
    cancelRetry = null
    if (closed) return
    if (attempt === 0) options.onState({ kind: "connecting" })
    line = options.transport({ opened, received, unreadable: options.onUnreadable, closed: lost })
  }

  function opened(): void {
    isOpen = true
    attempt = 0
    options.onState({ kind: "open" })
    for (const [id, { request }] of asked) line?.send({ ...request, id })
    byRemote.clear()
    for (const subscription of held) ask(subscription)
  }

  function lost(): void {
    isOpen = false
    line = null
    byRemote.clear()
    if (closed) return
    for (const [id, { request, resolve }] of asked) {
      if (isRepeatable(request)) continue
      asked.delete(id)
      resolve(refusedLost)
    }
    attempt++
    const retryMs = backoff(attempt, chance())
    options.onState({ kind: "lost", attempt, retryMs })
    cancelRetry = after(retryMs, connect)
  }

  function received(raw: unknown): void {
    if (exceeds(raw, WIRE_WORLD_LIMIT)) return options.onUnreadable("a message over the size limit")
    const parsed = WireMessage.safeParse(raw)
    if (!parsed.success) return options.onUnreadable("a message of an unknown shape")
    take(parsed.data)
  }

  function take(message: WireMessage): void {
    switch (message.type) {
      case "accepted":
        return answer(message.id, { accepted: true, seq: message.seq })
      case "refused":
        return refuse(message.id, message.rejection)
      case "subscribed": {
        const subscription = find(message.id)
        if (!subscription) return line?.send({ type: "unsubscribe", id: ++lastId, subscription: message.subscription })
        subscription.remote = message.subscription
        subscription.next = 1
        byRemote.set(message.subscription, subscription)
        return subscription.listener.snapshot(message.snapshot)
      }
      case "unsubscribed":
        byRemote.delete(message.subscription)
        return
      case "envelope": {
        const subscription = byRemote.get(message.subscription)
        if (!subscription) return
        if (message.n !== subscription.next) return renew(subscription)
        subscription.next++
        return subscription.listener.events(message.events)
      }
      case "live":
        return byRemote.get(message.subscription)?.listener.live?.(message.deltas)
      case "shell":
        return options.onShell?.(message.news)
    }
  }

  function find(id: unknown): Held | undefined {
    for (const subscription of held) if (subscription.asked === id) return subscription
    return undefined
  }

  function answer(id: unknown, outcome: Outcome): void {
    if (typeof id !== "number") return
    asked.get(id)?.resolve(outcome)
    asked.delete(id)
  }

  function refuse(id: unknown, rejection: Rejection): void {
    if (id === null) return options.onUnreadable(rejection.message)
    const subscription = find(id)
    if (subscription) return subscription.listener.refused?.(rejection)
    answer(id, { accepted: false, rejection })
  }

  function ask(subscription: Held): void {
    subscription.remote = null
    subscription.asked = ++lastId
    if (isOpen) line?.send({ type: "subscribe", id: subscription.asked, channel: subscription.channel })
  }

  function drop(subscription: Held): void {
    if (subscription.remote === null) return
    byRemote.delete(subscription.remote)
    if (isOpen) line?.send({ type: "unsubscribe", id: ++lastId, subscription: subscription.remote })
  }

  function renew(subscription: Held): void {
    // Already waiting for a fresh snapshot: asking again for every late message would be a storm.
    if (!held.has(subscription) || subscription.remote === null) return
    drop(subscription)
    ask(subscription)
  }

  function send(request: Request): Promise<Outcome> {
    return new Promise((resolve) => {
      if (!isOpen && !isRepeatable(request)) return resolve(refusedLost)
      const id = ++lastId
      asked.set(id, { request, resolve })
      if (isOpen) line?.send({ ...request, id })
    })
  }

  connect()

  return {
    dispatch: (command, card) => send({ type: "dispatch", command, ...(card && { card }) }),
    askShell: (ask) => send({ type: "shell", ask }),
    subscribe: (channel, listener) => {
      const subscription: Held = { channel, listener, remote: null, next: 1, asked: 0 }
      held.add(subscription)
      ask(subscription)
      return {
        renew: () => renew(subscription),
        end: () => {
          if (held.delete(subscription)) drop(subscription)
        },
      }
    },
    reconnect: () => {
      if (cancelRetry) connect()
    },
    close: () => {
      closed = true
      cancelRetry?.()
      line?.close()
    },
  }
}

const refusedLost: Outcome = {
  accepted: false,
  rejection: { kind: "closing", message: "Kibitz is not connected. Try again when the connection is back." },
}

/** One message whatever happens, because the host knows its id. Anything else may have been done although the answer was lost. */
function isRepeatable(request: Request): boolean {
  return request.type === "dispatch" && request.command.type === "message.send" && request.command.messageId !== undefined
}

function afterTimeout(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}
