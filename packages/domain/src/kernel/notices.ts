// Owns: what an event can give the user to hear about outside of the app, as data. Whether and when they are told is the policy of attention.
import type { AgentId, AttentionItem, ItemId } from "@kibitz/contract"

/** How an agent that the user is with has come to a stop. */
export type Stop = "replied" | "done" | "failed" | "stuck"

export type NoticeCause =
  /** joined: the user is in the agent's chat. stop: how it stopped, where the item says that it has. */
  | {
      readonly type: "raised"
      readonly item: AttentionItem
      readonly name: string
      readonly joined: boolean
      readonly stop?: Stop
    }
  /** Resolved or put off: the user does not have to hear of it any more. */
  | { readonly type: "settled"; readonly itemId: ItemId }
  /** An agent the user is joined to has stopped. The stop of one that is on its own is not worth a notice. */
  | { readonly type: "stopped"; readonly agentId: AgentId; readonly name: string; readonly stop?: Stop }
  | { readonly type: "went-on"; readonly agentId: AgentId }
  /** An agent has done what it was there for. */
  | { readonly type: "finished" }
