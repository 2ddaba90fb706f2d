// Owns: one screen or script on the wire: reading what it asks, numbering what it is told. Does not own: what may be asked (contract),
// what follows (supervisor). Everything that arrives is taken for hostile until it is parsed.
import {
  type ClientCommand,
  type Recorded,
  type Rejection,
  type RequestId,
  type Snapshot,
  WIRE_MESSAGE_LIMIT,
  type WireMessage,
  WireRequest,
} from "@kibitz/contract"
import { StorageFailure } from "@kibitz/ports"
import type { ChannelSnapshot, Channels, Outcome } from "@kibitz/supervisor"
import { findFault } from "./hostile-value.ts"

export type HostConnection = {
  /** A structured value, as a MessagePort carries it. */
  receive(raw: unknown): void
  /** One JSON text: a line of rpc, a WebSocket frame. */
  receiveText(text: string): void
  close(): void
}

export type GatewayNeeds = {
  readonly channels: Channels
  readonly dispatch: (command: ClientCommand) => Promise<Outcome>
  readonly describe: (snapshot: ChannelSnapshot) => Snapshot
  readonly send: (message: WireMessage) => void
}

/** A client that subscribes in a loop is broken; it is told so before it can fill the memory. */
const SUBSCRIPTION_LIMIT = 256

export function openGateway({ channels, dispatch, describe, send }: GatewayNeeds): HostConnection {
  const open = new Map<number, () => void>()
  let next = 1
  let closed = false

  function refuse(id: RequestId | null, kind: Rejection["kind"], message: string): void {
    send({ type: "refused", id, rejection: { kind, message } })
  }

  function receive(raw: unknown): void {
    if (closed) return
    try {
      const fault = findFault(raw, WIRE_MESSAGE_LIMIT)
      if (fault) return refuse(idOf(raw), fault.kind, fault.message)
      const request = WireRequest.safeParse(raw)
      if (!request.success) return refuse(idOf(raw), "malformed", explain(request.error.issues))
      serve(request.data)
    } catch (cause) {
      // A page that cannot be read (F14) is the answer to this request, not the end of the connection.
      refuse(idOf(raw), "storage-failed", cause instanceof StorageFailure ? cause.message : "That could not be read.")
    }
  }

  function serve(request: WireRequest): void {
    switch (request.type) {
      case "dispatch":
        return void dispatch(request.command)
          .catch(faulty)
          .then((outcome) => {
            if (closed) return
            if ("rejection" in outcome) send({ type: "refused", id: request.id, rejection: outcome.rejection })
            else send({ type: "accepted", id: request.id, seq: outcome.seq })
          })
      case "subscribe":
        return subscribe(request.id, request.channel)
      case "unsubscribe": {
        const close = open.get(request.subscription)
        if (!close) return refuse(request.id, "not-subscribed", `There is no subscription ${request.subscription}.`)
        close()
        open.delete(request.subscription)
        return send({ type: "unsubscribed", id: request.id, subscription: request.subscription })
      }
    }
  }

  function subscribe(id: RequestId, channel: Extract<WireRequest, { type: "subscribe" }>["channel"]): void {
    if (open.size >= SUBSCRIPTION_LIMIT) {
      return refuse(id, "unavailable", `This connection already has ${SUBSCRIPTION_LIMIT} subscriptions. Unsubscribe some first.`)
    }
    const subscription = next++
    let n = 0
    const opened = channels.subscribe(channel, {
      events: (events: readonly Recorded[]) => send({ type: "envelope", subscription, n: ++n, events: [...events] }),
      live: (deltas) => send({ type: "live", subscription, deltas: [...deltas] }),
    })
    if (!opened) return refuse(id, "unknown-agent", `There is no agent "${"agentId" in channel ? channel.agentId : ""}".`)
    send({ type: "subscribed", id, subscription, snapshot: describe(opened.snapshot) })
    if (channel.kind === "page" || channel.kind === "audit") return send({ type: "unsubscribed", id: null, subscription })
    open.set(subscription, opened.close)
  }

  return {
    receive,
    receiveText(text) {
      if (closed) return
      if (text.length > WIRE_MESSAGE_LIMIT) return refuse(null, "too-large", tooLarge(text.length))
      let raw: unknown
      try {
        raw = JSON.parse(text)
      } catch {
        return refuse(null, "malformed", "That is not JSON. Send one JSON object per message.")
      }
      receive(raw)
    },
    close() {
      closed = true
      for (const close of open.values()) close()
      open.clear()
    },
  }
}

/** A keychain that breaks must not leave a request without an answer, nor end the process. */
function faulty(): Outcome {
  return { rejection: { kind: "unavailable", message: "Kibitz has a fault and could not do that. The log has the details." } }
}

export function tooLarge(size: number): string {
  return `That message has ${size} characters; ${WIRE_MESSAGE_LIMIT} is the most. Nothing was changed.`
}

/** So that a caller can tell which of its requests was refused, even when the rest of it makes no sense. */
function idOf(raw: unknown): RequestId | null {
  if (typeof raw !== "object" || raw === null || !Object.hasOwn(raw, "id")) return null
  const id = (raw as { id: unknown }).id
  if (typeof id === "string" && id.length > 0 && id.length <= 64) return id
  return typeof id === "number" && Number.isSafeInteger(id) && id >= 0 ? id : null
}

function explain(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  const told = issues
    .slice(0, 3)
    .map((issue) => (issue.path.length > 0 ? `${issue.path.map(String).join(".")}: ${issue.message}` : issue.message))
  return `That request cannot be read. ${told.join("; ")}`
}
