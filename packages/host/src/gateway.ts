// Owns: one screen or script on the wire: reading what it asks and answering. Does not own: what may be asked (contract), what it is told
// (subscriptions.ts), what follows (supervisor). Everything that arrives is taken for hostile until it is parsed.
import {
  type AnsweredCard,
  type ClientCommand,
  type Rejection,
  type RequestId,
  type ShellAsk,
  WIRE_MESSAGE_LIMIT,
  WireRequest,
} from "@kibitz/contract"
import { StorageFailure } from "@kibitz/ports"
import type { Outcome } from "@kibitz/supervisor"
import { findFault, findFaultInText } from "./hostile-value.ts"
import type { Gone } from "./presence.ts"
import { type SubscriptionNeeds, Subscriptions } from "./subscriptions.ts"

export type HostConnection = {
  /** A structured value, as a MessagePort carries it. */
  receive(raw: unknown): void
  /** One JSON text: a line of rpc, a WebSocket frame. */
  receiveText(text: string): void
  /** How it went may be known, and said, only after the fact. */
  close(how?: Gone): void
}

export type Gateway = HostConnection & {
  /** Everything was read again: each subscriber misses a number, and asks for a fresh snapshot. */
  renew(): void
}

/** The program around one screen: carries out what is asked of it, or says why not. */
export type ShellDoor = (ask: ShellAsk) => Rejection | null

export type GatewayNeeds = SubscriptionNeeds & {
  readonly dispatch: (command: ClientCommand, card?: AnsweredCard) => Promise<Outcome>
  /** Left out: there is no window of ours around this client. */
  readonly shell?: ShellDoor | undefined
}

export function openGateway({ channels, dispatch, describe, files, send, shell = noShell }: GatewayNeeds): Gateway {
  const subscriptions = new Subscriptions({ channels, describe, files, send })
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
        return subscriptions.subscribe(request.id, request.channel)
      case "unsubscribe":
        return subscriptions.unsubscribe(request.id, request.subscription)
      case "shell": {
        const rejection = shell(request.ask)
        return send(rejection ? { type: "refused", id: request.id, rejection } : { type: "accepted", id: request.id, seq: 0 })
      }
    }
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
    renew: () => subscriptions.renew(),
    close() {
      closed = true
      subscriptions.close()
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
