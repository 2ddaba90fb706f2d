// Owns: who does what can be done by key, palette or menu right now. Whoever came last is asked first: the chat that has the keys before the frame.

import type { AgentId } from "@kibitz/contract"
import type { ActionId } from "./actions.ts"

/** Returned by a handler that had nothing to do: the key goes on to the next one. */
export const PASS = Symbol("pass")

/** `agentId`: on whom it acts; whom the user talks to, or has selected, unless the palette names another. */
export type Command = (agentId: AgentId) => unknown
export type Commands = Readonly<Partial<Record<ActionId, Command>>>

export type CommandRegistry = {
  /** Ends with the function it gives back. */
  offer(commands: Commands): () => void
  offers(id: ActionId): boolean
  /** PASS when nobody here does it, or whoever does had nothing to do. */
  run(id: ActionId, agentId: AgentId): unknown
}

/** `refuse`: whether it cannot be done here at all, which has then been said. */
export function createCommandRegistry(refuse: (id: ActionId) => boolean = () => false): CommandRegistry {
  const offered = new Set<Commands>()
  return {
    offer(commands) {
      offered.add(commands)
      return () => void offered.delete(commands)
    },
    offers: (id) => [...offered].some((commands) => commands[id] !== undefined),
    run(id, agentId) {
      for (const commands of [...offered].toReversed()) {
        const command = commands[id]
        if (command && (refuse(id) || command(agentId) !== PASS)) return undefined
      }
      return PASS
    },
  }
}
