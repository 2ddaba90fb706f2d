// Owns: one screen or script on the wire: reading what it asks, numbering what it is told. Does not own: what may be asked (contract),
// what follows (supervisor). Everything that arrives is taken for hostile until it is parsed.
import {
  type AnsweredCard,
  type Channel,
  type ClientCommand,
  type Recorded,
  type Rejection,
  type RequestId,
  type ShellAsk,
  type Snapshot,
  WIRE_MESSAGE_LIMIT,
  type WireMessage,
  WireRequest,
} from "@kibitz/contract"
import { StorageFailure } from "@kibitz/ports"
import type { ChannelSnapshot, Channels, Outcome } from "@kibitz/supervisor"
import { findFault, findFaultInText } from "./hostile-value.ts"
import type { Gone } from "./presence.ts"

export type HostConnection = {
  /** A structured value, as a MessagePort carries it. */
  receive(raw: unknown): void
  /** One JSON text: a line of rpc, a WebSocket frame. */
  receiveText(text: string): void
  /** How it went may be known, and said, only after the fact. */
  close(how?: Gone): void
}

export type Gateway = HostConnection & {
  /** Everything was read anew: whoever is subscribed misses a number, and asks for a fresh snapshot. */
  renew(): void
}

/** The program around one screen: carries out what is asked of it, or says why not. */
export type ShellDoor = (ask: ShellAsk) => Rejection | null

export type FilesWish = Extract<Channel, { kind: "files" }>

export type GatewayNeeds = {
  readonly channels: Channels
  readonly dispatch: (command: ClientCommand, card?: AnsweredCard) => Promise<Outcome>
  readonly describe: (snapshot: ChannelSnapshot) => Snapshot
  /** Paths of the workspace that was named, the nearest first. */
  readonly files: (wish: FilesWish) => Promise<readonly string[]>
  readonly send: (message: WireMessage) => void
  /** Left out: there is no window of ours around this client. */
  readonly shell?: ShellDoor | undefined
}

/** A client that subscribes in a loop is broken; it is told so before it can fill the memory. */
const SUBSCRIPTION_LIMIT = 256

/** Whose snapshot is all there is: the subscription is over with it. */
const whole: ReadonlySet<Channel["kind"]> = new Set(["page", "newer", "find", "audit", "cost"])

export function openGateway({ channels, dispatch, describe, files, send, shell = noShell }: GatewayNeeds): Gateway {
  const open = new Map<number, { close(): void; skip(): void }>()
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
        return void dispatch(request.command, request.card)
          .catch(faulty)
          .then((outcome) => {
            if (closed) return
            if ("rejection" in outcome) send({ type: "refused", id: request.id, rejection: outcome.rejection })
            else send({ type: "accepted", id: request.id, seq: outcome.seq })
          })
      case "subscribe":
        return subscribe(request.id, request.channel)
      case "unsubscribe": {
        const subscribed = open.get(request.subscription)
        if (!subscribed) return refuse(request.id, "not-subscribed", `There is no subscription ${request.subscription}.`)
        subscribed.close()
        open.delete(request.subscription)
        return send({ type: "unsubscribed", id: request.id, subscription: request.subscription })
      }
      case "shell": {
        const rejection = shell(request.ask)
        return send(rejection ? { type: "refused", id: request.id, rejection } : { type: "accepted", id: request.id, seq: 0 })
      }
    }
  }

  function subscribe(id: RequestId, channel: Channel): void {
    if (open.size >= SUBSCRIPTION_LIMIT) {
      return refuse(id, "unavailable", `This connection already has ${SUBSCRIPTION_LIMIT} subscriptions. Unsubscribe some first.`)
    }
    if (channel.kind === "files") return findFiles(id, channel)
    const subscription = next++
    let n = 0
    const opened = channels.subscribe(channel, {
      events: (events: readonly Recorded[]) => send({ type: "envelope", subscription, n: ++n, events: [...events] }),
      live: (deltas) => send({ type: "live", subscription, deltas: [...deltas] }),
    })
    if (!opened) return refuse(id, "unknown-agent", `There is no agent "${"agentId" in channel ? channel.agentId : ""}".`)
    send({ type: "subscribed", id, subscription, snapshot: describe(opened.snapshot) })
    if (whole.has(channel.kind)) return send({ type: "unsubscribed", id: null, subscription })
    const skip = () => {
      n += 2
      send({ type: "envelope", subscription, n, events: [] })
    }
    open.set(subscription, { close: opened.close, skip })
  }

  function findFiles(id: RequestId, wish: FilesWish): void {
    const answer = (paths: readonly string[]) => {
      if (closed) return
      const subscription = next++
      send({ type: "subscribed", id, subscription, snapshot: { kind: "files", paths: [...paths] } })
      send({ type: "unsubscribed", id: null, subscription })
    }
    // A folder that cannot be read holds nothing that could be named.
    files(wish).then(answer, () => answer([]))
  }

  return {
    receive,
    receiveText(text) {
      if (closed) return
      if (text.length > WIRE_MESSAGE_LIMIT) return refuse(null, "too-large", tooLarge(text.length))
      const fault = findFaultInText(text)
      if (fault) return refuse(null, fault.kind, fault.message)
      let raw: unknown
      try {
        raw = JSON.parse(text)
      } catch {
        return refuse(null, "malformed", "That is not JSON. Send one JSON object per message.")
      }
      receive(raw)
    },
    renew() {
      for (const { skip } of open.values()) skip()
    },
    close() {
      closed = true
      for (const { close } of open.values()) close()
      open.clear()
    },
  }
}

function noShell(): Rejection {
  return { kind: "unavailable", message: "Only the desktop app has windows and a menu. Nothing was changed." }
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
