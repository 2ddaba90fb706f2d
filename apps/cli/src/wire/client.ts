// Owns: one reader and writer of the wire, whatever carries it: pairs the host's connection with an outlet and counts what is
// still unanswered, so that the carrier knows when to read on and when all is said.
import type { Rejection, ShellNews, WireMessage } from "@kibitz/contract"
import type { Host, Surface } from "@kibitz/host"
import { gauge } from "./gauge.ts"
import { outlet, type Sink } from "./outlet.ts"

export type Client = {
  receiveText(text: string): void
  /** Answers in the host's place what cannot even be handed to it. */
  refuse(rejection: Rejection): void
  /** From the program around it, not from the host. */
  tell(news: ShellNews): void
  /** Resolves when the next request may be read. */
  ready(): Promise<void>
  /** Resolves when every request has its answer. */
  answered(): Promise<void>
  /** Resolves when everything sent has left this process. */
  flushed(): Promise<void>
  close(): void
}

const UNANSWERED_LIMIT = 64

export function connectClient(host: Host, surface: Surface, sink: Sink): Client {
  const out = outlet(sink)
  const unanswered = gauge()
  const connection = host.connect(surface, (message) => {
    out.send(message)
    if (isAnswer(message)) unanswered.add(-1)
  })
  return {
    receiveText(text) {
      unanswered.add(1)
      connection.receiveText(text)
    },
    refuse: (rejection) => out.send({ type: "refused", id: null, rejection }),
    tell: (news) => out.send({ type: "shell", news }),
    async ready() {
      await unanswered.atMost(UNANSWERED_LIMIT - 1)
      await out.clear()
    },
    answered: () => unanswered.atMost(0),
    flushed: () => out.flushed(),
    close: () => connection.close(),
  }
}

/** Each request is answered by exactly one of these. An `unsubscribed` without id is the host's own doing. */
function isAnswer(message: WireMessage): boolean {
  switch (message.type) {
    case "accepted":
    case "refused":
    case "subscribed":
      return true
    case "unsubscribed":
      return message.id !== null
    default:
      return false
  }
}
