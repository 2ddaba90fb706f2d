// Owns: everything one open screen holds, and the words with which components ask for changes.
// Components never await a result to draw it: they dispatch and watch the replica.
import type { AgentId, AuditFilter, ClientCommandInput, Delivery, ItemId, MessageId } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { createStore, type StoreApi } from "zustand/vanilla"
import type { Transport } from "../bridge/transport.ts"
import { createWireClient, type LineState, type Outcome } from "../bridge/wire-client.ts"
import { type AuditAnswer, readAuditPage } from "../replica/audit-page.ts"
import { createOutbox, type Keep, type Outbox } from "../replica/outbox.ts"
import { createReplica, type Replica } from "../replica/replica.ts"

export type SettingsPage = "models" | "access" | "appearance" | "about"
export type Overlay =
  | { readonly kind: "settings"; readonly page: SettingsPage }
  | { readonly kind: "help" }
  | { readonly kind: "agents" }
  /** `text` is what the list is searched for at first. */
  | { readonly kind: "audit"; readonly text: string }
export type ScreenState = {
  readonly line: LineState
  readonly overlay: Overlay | null
  /** Whose chat is open. */
  readonly agentId: AgentId
  /** Which of the things that wait is unfolded; null: the oldest; none: the user has folded it. */
  readonly unfolded: ItemId | "none" | null
  /** One sentence about what was just done or refused; gone with the next action. */
  readonly remark: Remark | null
}
/** Quiet: it went as the user wanted, or nothing is wrong. */
export type Remark = { readonly text: string; readonly tone: RemarkTone }
export type RemarkTone = "quiet" | "problem"

export type Session = {
  readonly replica: Replica
  readonly outbox: Outbox
  readonly screen: StoreApi<ScreenState>
  readonly keep: Keep
  /** Shows a refusal as a remark; returns the outcome for those who treat it themselves. */
  ask(command: ClientCommandInput): Promise<Outcome>
  /** As `ask`, for when the caller shows the refusal in place. */
  askQuietly(command: ClientCommandInput): Promise<Outcome>
  /** One page of the audit log, newest first. */
  audit(filter: AuditFilter, before: number | null, limit?: number): Promise<AuditAnswer>
  /** Ends with why it was refused, or null; a refused message stays in that agent's chat. */
  send(agentId: AgentId, text: string, delivery: Delivery): Promise<string | null>
  sendAgain(messageId: MessageId): void
  discard(messageId: MessageId): void
  /** Gives up on a request that hangs and makes it again. */
  restart(agentId: AgentId): void
  reconnect(): void
  show(overlay: Overlay | null): void
  /** Opens this agent's chat. */
  open(agentId: AgentId): void
  unfold(itemId: ItemId | "none" | null): void
  remark(text: string | null, tone?: RemarkTone): void
}

export type SessionOptions = { transport: Transport; keep: Keep; rootAgent: AgentId; newId(): string; remark?: Remark | null }

/** How long a message that the host has accepted may stay without being seen anywhere. */
const ACCEPTED_UNSEEN_MS = 2000

export function openSession(options: SessionOptions): Session {
  const { keep, newId } = options
  const screen = createStore<ScreenState>(() => ({
    line: { kind: "connecting" },
    overlay: null,
    agentId: options.rootAgent,
    unfolded: null,
    remark: options.remark ?? null,
  }))
  const client = createWireClient({
    transport: options.transport,
    onState: (line) => screen.setState({ line }),
    onUnreadable: (why) => screen.setState({ remark: problem(`Kibitz received ${why} and ignored it.`) }),
  })
  const outbox = createOutbox(keep, options.rootAgent)
  const replica = createReplica(client, outbox)

  async function ask(command: ClientCommandInput): Promise<Outcome> {
    const outcome = await client.dispatch(command)
    screen.setState({ remark: outcome.accepted ? null : problem(outcome.rejection.message) })
    return outcome
  }

  async function deliver(messageId: MessageId): Promise<string | null> {
    const unsent = outbox.store.getState().find((one) => one.messageId === messageId)
    if (!unsent) return null
    const { agentId, text, delivery } = unsent
    const outcome = await client.dispatch({ type: "message.send", agentId, messageId, text, delivery })
    if (!outcome.accepted) {
      outbox.refuse(messageId, outcome.rejection.message)
      return outcome.rejection.message
    }
    // The journal's own line replaces it at once; this is for a message that was taken long ago and lies on an older page.
    setTimeout(() => outbox.remove(new Set([messageId])), ACCEPTED_UNSEEN_MS)
    return null
  }

  for (const { messageId } of outbox.store.getState()) void deliver(messageId)

  return {
    replica,
    outbox,
    screen,
    keep,
    ask,
    askQuietly: (command) => client.dispatch(command),
    audit: (filter, before, limit) => readAuditPage(client, filter, before, limit),
    send: (agentId, text, delivery) => {
      const messageId = newId() as MessageId
      outbox.add({ agentId, messageId, text, delivery, refusal: null })
      return deliver(messageId)
    },
    sendAgain: (messageId) => {
      outbox.refuse(messageId, null)
      void deliver(messageId)
    },
    discard: (messageId) => outbox.remove(new Set([messageId])),
    restart: (agentId) => {
      const retry = () => void ask({ type: "turn.retry", agentId })
      void ask({ type: "turn.interrupt", agentId }).then((outcome) => {
        if (outcome.accepted) whenIdle(replica, agentId, retry)
      })
    },
    reconnect: client.reconnect,
    show: (overlay) => screen.setState({ overlay, remark: null }),
    open: (agentId) => screen.setState({ agentId, overlay: null, remark: null }),
    unfold: (unfolded) => screen.setState({ unfolded }),
    remark: (text, tone = "problem") => screen.setState({ remark: text === null ? null : { text, tone } }),
  }
}

function problem(text: string): Remark {
  return { text, tone: "problem" }
}

function whenIdle(replica: Replica, agentId: AgentId, then: () => void): void {
  const isIdle = () => {
    const { world } = replica.world.getState()
    return !(world && findAgent(world, agentId)?.turn)
  }
  if (isIdle()) return then()
  const stop = replica.world.subscribe(() => {
    if (!isIdle()) return
    stop()
    then()
  })
}
