// Owns: what comes after an answer, wherever it was given: the next one is asked for near it, and where the user wants that, gone to (ux 2.6).
import type { AgentId, ItemId, World } from "@kibitz/contract"
import type { Desk } from "./desk.ts"

type Answering = {
  readonly replica: { readonly world: { getState(): { readonly world: World | null } } }
  readonly desk: Pick<Desk, "answered" | "visit">
  readonly walk: { next(): void }
}

type Answered = {
  readonly agentId: AgentId | undefined
  readonly items: readonly ItemId[]
  /** The user asked for it with this answer; otherwise the setting says. */
  readonly thenNext?: boolean
  /** How one goes on from here, where that is more than the key does. */
  readonly next?: (() => void) | undefined
}

export function afterAnswer(session: Answering, { agentId, items, thenNext = false, next = session.walk.next }: Answered): void {
  if (agentId !== undefined) session.desk.answered(agentId)
  // The host's word of it may still be on its way: it is not what comes next.
  session.desk.visit(items)
  const { world } = session.replica.world.getState()
  if (thenNext || world?.settings.attention.afterAnswer === "next") next()
}
