// Owns: what the user has sent and the host has not yet shown to have taken. Kept over a reload, so that no text is lost. Windows share what is kept:
// each adds and takes away its own.
import { AgentId, Delivery, MessageId } from "@kibitz/contract"
import { createStore } from "zustand/vanilla"
import type { Keep } from "../keep/keep.ts"

export type Unsent = {
  readonly agentId: AgentId
  readonly messageId: MessageId
  readonly text: string
  readonly delivery: Delivery
  /** Set when the host said no. */
  readonly refusal: string | null
}

const KEY = "kibitz.outbox"

/** `knownAgent` gets what was kept without a name that can be read. */
export function createOutbox(keep: Keep, knownAgent: AgentId) {
  const store = createStore<readonly Unsent[]>(() => read(keep, knownAgent))
  store.subscribe((unsent, before) => write(keep, unsent, before, knownAgent))
  return {
    store,
    add: (unsent: Unsent) => store.setState((all) => [...all.filter((one) => one.messageId !== unsent.messageId), unsent], true),
    remove: (ids: ReadonlySet<string>) =>
      store.setState(
        (all) => (all.some((one) => ids.has(one.messageId)) ? all.filter((one) => !ids.has(one.messageId)) : all),
        true,
      ),
    refuse: (messageId: MessageId, refusal: string | null) =>
      store.setState((all) => all.map((one) => (one.messageId === messageId ? { ...one, refusal } : one)), true),
  }
}
export type Outbox = ReturnType<typeof createOutbox>

function write(keep: Keep, unsent: readonly Unsent[], before: readonly Unsent[], knownAgent: AgentId): void {
  try {
    const own = new Set([...unsent, ...before].map(({ messageId }) => messageId))
    const others = read(keep, knownAgent).filter(({ messageId }) => !own.has(messageId))
    const all = [...others, ...unsent]
    if (all.length === 0) keep.removeItem(KEY)
    else keep.setItem(KEY, JSON.stringify(all))
  } catch {
    // Storage is full or forbidden: the message is still in memory and on its way.
  }
}

function read(keep: Keep, knownAgent: AgentId): readonly Unsent[] {
  try {
    const stored: unknown = JSON.parse(keep.getItem(KEY) ?? "[]")
    if (!Array.isArray(stored)) return []
    return stored.flatMap((one: Partial<Unsent>) => {
      const messageId = MessageId.safeParse(one.messageId)
      const delivery = Delivery.safeParse(one.delivery)
      const agentId = AgentId.safeParse(one.agentId).data ?? knownAgent
      if (!messageId.success || !delivery.success || typeof one.text !== "string") return []
      return [{ agentId, messageId: messageId.data, text: one.text, delivery: delivery.data, refusal: null }]
    })
  } catch {
    return []
  }
}
