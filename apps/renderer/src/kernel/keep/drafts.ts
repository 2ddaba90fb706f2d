// Owns: unsent text per agent, kept over restarts, and for whom there is some.
import type { AgentId } from "@kibitz/contract"
import { createStore, type StoreApi } from "zustand/vanilla"
import type { Keep } from "./keep.ts"
import { keepText, keptNames, keptText } from "./kept-text.ts"

const PREFIX = "kibitz.draft."
const key = (agentId: AgentId) => `${PREFIX}${agentId}`

export function readDraft(keep: Keep, agentId: AgentId): string {
  return keptText(keep, key(agentId))
}

export function writeDraft(keep: Keep, agentId: AgentId, text: string): void {
  keepText(keep, key(agentId), text)
  const store = draftsOf(keep)
  const known = store.getState()
  if (known.has(agentId) === (text !== "")) return
  const next = new Set(known)
  if (text === "") next.delete(agentId)
  else next.add(agentId)
  store.setState(next, true)
}

const stores = new WeakMap<Keep, StoreApi<ReadonlySet<AgentId>>>()

/** Those to whom something was written and not sent. One for all that use the same storage. */
export function draftsOf(keep: Keep): StoreApi<ReadonlySet<AgentId>> {
  const known = stores.get(keep)
  if (known) return known
  const store = createStore<ReadonlySet<AgentId>>(() => new Set(keptNames(keep, PREFIX) as readonly AgentId[]))
  stores.set(keep, store)
  return store
}
