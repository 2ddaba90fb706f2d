// Owns: unsent text per agent, kept over restarts, and for whom there is some.
import type { AgentId } from "@kibitz/contract"
import { createStore, type StoreApi } from "zustand/vanilla"
import type { Keep } from "../replica/outbox.ts"

const PREFIX = "kibitz.draft."
const key = (agentId: AgentId) => `${PREFIX}${agentId}`

export function readDraft(keep: Keep, agentId: AgentId): string {
  try {
    return keep.getItem(key(agentId)) ?? ""
  } catch {
    return ""
  }
}

export function writeDraft(keep: Keep, agentId: AgentId, text: string): void {
  try {
    if (text === "") keep.removeItem(key(agentId))
    else keep.setItem(key(agentId), text)
  } catch {
    // Storage is full or forbidden: the text is still in the field.
  }
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
  const store = createStore<ReadonlySet<AgentId>>(() => kept(keep))
  stores.set(keep, store)
  return store
}

function kept(keep: Keep): ReadonlySet<AgentId> {
  try {
    const names = Object.keys(keep).filter((name) => name.startsWith(PREFIX))
    return new Set(names.map((name) => name.slice(PREFIX.length) as AgentId))
  } catch {
    return new Set()
  }
}
