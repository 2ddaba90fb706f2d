// Owns: what a command may want to know from the journal, as data. The supervisor looks it up before it decides, and hands in plain values.
import type { AgentId, CostReport, Instant, MessageId } from "@kibitz/contract"

export type Lookup =
  /** Whether this agent was ever sent a message with this id, also one that was withdrawn. */
  | { readonly kind: "message-sent"; readonly agentId: AgentId; readonly messageId: MessageId }
  | { readonly kind: "spent-since"; readonly since: Instant }

export type LookedUp =
  | (Extract<Lookup, { kind: "message-sent" }> & { readonly wasSent: boolean })
  | (Extract<Lookup, { kind: "spent-since" }> & { readonly report: CostReport })

type Found = { readonly lookedUp?: readonly LookedUp[] | undefined }

/** Ids that Kibitz has just made are not looked up: nobody was sent them. */
export function wasSentBefore({ lookedUp = [] }: Found, agentId: AgentId, messageId: MessageId): boolean {
  return lookedUp.some(
    (one) => one.kind === "message-sent" && one.agentId === agentId && one.messageId === messageId && one.wasSent,
  )
}

/** undefined: there is no journal to look into. */
export function spentSince({ lookedUp = [] }: Found, since: Instant): CostReport | undefined {
  for (const one of lookedUp) if (one.kind === "spent-since" && one.since === since) return one.report
  return undefined
}
