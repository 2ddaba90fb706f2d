// Owns: one conversation with the host over any transport: answers matched to requests, subscriptions kept whole, reconnecting.
// Does not own: what the messages mean (replica).
import {
  type AnsweredCard,
  type ChannelInput,
  type ClientCommandInput,
  type ShellAsk,
  type ShellNews,
  WIRE_WORLD_LIMIT,
  WireMessage,
} from "@kibitz/contract"
import { backoff } from "./backoff.ts"
import { exceeds } from "./message-size.ts"
import { createRequests, type Outcome } from "./requests.ts"
import { createSubscriptions, type Listener, type Subscription } from "./subscriptions.ts"
import type { Line, Transport } from "./transport.ts"
import type { Wire } from "./wire.ts"

export type LineState =
  | { readonly kind: "connecting" }
  | { readonly kind: "open" }
  | { readonly kind: "lost"; readonly attempt: number; readonly retryMs: number }

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

export function createWireClient(options: WireClientOptions): WireClient {
  const { after = afterTimeout, chance = Math.random } = options
  let lastId = 0
  let attempt = 0
  let line: Line | null = null
  let isOpen = false
  let closed = false
  let cancelRetry: (() => void) | null = null
  const wire: Wire = { isOpen: () => isOpen, send: (message) => line?.send(message), nextId: () => ++lastId }
  const requests = createRequests(wire)
  const subscriptions = createSubscriptions(wire)

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
    requests.sendAgain()
    subscriptions.askAgain()
  }

  function lost(): void {
    isOpen = false
    line = null
    subscriptions.lost()
    if (closed) return
    requests.lost()
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
        return requests.answer(message.id, { accepted: true, seq: message.seq })
      case "refused":
        if (message.id === null) return options.onUnreadable(message.rejection.message)
        if (subscriptions.refuse(message.id, message.rejection)) return
        return requests.answer(message.id, { accepted: false, rejection: message.rejection })
      case "shell":
        return options.onShell?.(message.news)
      default:
        return subscriptions.take(message)
    }
  }

  connect()

  return {
    dispatch: (command, card) => requests.send({ type: "dispatch", command, ...(card && { card }) }),
    askShell: (ask) => requests.send({ type: "shell", ask }),
    subscribe: subscriptions.subscribe,
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

function afterTimeout(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}
