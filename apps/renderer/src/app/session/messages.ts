// Owns: the user's messages on their way to the host. Each has an id from here, so sending it twice makes one message.
import type { ClientCommandInput, MessageId } from "@kibitz/contract"
import type { Outcome } from "../../kernel/bridge/requests.ts"
import type { Outbox } from "../../kernel/replica/outbox.ts"
import type { Asks, Messages } from "../../kernel/session/offers.ts"

type Needs = Pick<Asks, "closed" | "askQuietly"> & {
  readonly outbox: Outbox
  dispatch(command: ClientCommandInput): Promise<Outcome>
  newId(): string
}

/** How long a message that the host has accepted may stay without being seen anywhere. */
const ACCEPTED_UNSEEN_MS = 2000

export function createMessages({ outbox, dispatch, newId, closed, askQuietly }: Needs): Messages {
  async function deliver(messageId: MessageId): Promise<string | null> {
    const unsent = outbox.store.getState().find((one) => one.messageId === messageId)
    if (!unsent) return null
    const { agentId, text, delivery } = unsent
    const refusal = refusalOf(await dispatch({ type: "message.send", agentId, messageId, text, delivery }))
    if (refusal !== null) outbox.refuse(messageId, refusal)
    // The journal's own line replaces it at once; this is for a message that was taken long ago and lies on an older page.
    else setTimeout(() => outbox.remove(new Set([messageId])), ACCEPTED_UNSEEN_MS)
    return refusal
  }

  for (const { messageId } of outbox.store.getState()) void deliver(messageId)

  return {
    outbox,
    send: (agentId, text, delivery) => {
      // A message that could never be sent is not kept as unsent either.
      if (closed() !== null) return askQuietly({ type: "message.send", agentId, text, delivery }).then(refusalOf)
      const messageId = newId() as MessageId
      outbox.add({ agentId, messageId, text, delivery, refusal: null })
      return deliver(messageId)
    },
    sendAgain: (messageId) => {
      outbox.refuse(messageId, null)
      void deliver(messageId)
    },
    discard: (messageId) => outbox.remove(new Set([messageId])),
  }
}

function refusalOf(outcome: Outcome): string | null {
  return outcome.accepted ? null : outcome.rejection.message
}
