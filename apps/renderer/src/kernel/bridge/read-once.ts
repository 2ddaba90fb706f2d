// Owns: asking the host for something that is whole with its first answer. The subscription ends with its snapshot.
import type { ChannelInput, Rejection, Snapshot } from "@kibitz/contract"
import type { WireClient } from "./wire-client.ts"

export type Answer<Kind extends Snapshot["kind"]> =
  | { readonly ok: true; readonly snapshot: Extract<Snapshot, { kind: Kind }> }
  | { readonly ok: false; readonly rejection: Rejection }

/** The channels whose snapshot has the same name and is all there is. */
type WholeKind = "page" | "newer" | "find" | "files" | "audit" | "cost"

export function readOnce<Kind extends WholeKind>(
  client: Pick<WireClient, "subscribe">,
  channel: ChannelInput & { kind: Kind },
): Promise<Answer<Kind>> {
  return new Promise((resolve) => {
    const isAsked = (snapshot: Snapshot): snapshot is Extract<Snapshot, { kind: Kind }> => snapshot.kind === channel.kind
    const subscription = client.subscribe(channel, {
      snapshot: (snapshot) => {
        queueMicrotask(() => subscription.end())
        if (isAsked(snapshot)) resolve({ ok: true, snapshot })
      },
      events: () => {},
      refused: (rejection) => {
        queueMicrotask(() => subscription.end())
        resolve({ ok: false, rejection })
      },
    })
  })
}
