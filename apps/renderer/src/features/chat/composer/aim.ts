// Owns: whom the text in the composer is for: "@Ed …" goes to Ed, everything else to the agent whose chat is open.
import type { AgentId, World } from "@kibitz/contract"
import { targetOf } from "@kibitz/domain"
import { nameOf } from "../../../kernel/agents/agent-names.ts"

export type Aim = {
  readonly agentId: AgentId
  /** Null when it is the agent whose chat is open. */
  readonly name: string | null
  /** What stands before the message or command: "@Ed ". */
  readonly head: string
  readonly line: string
  /** A name that nobody has: why nothing is sent. */
  readonly refusal: string | null
}

export function mayAim(text: string): boolean {
  return /^\s*@/.test(text)
}

export function aimOf(text: string, world: World | null, open: AgentId): Aim {
  const here: Aim = { agentId: open, name: null, head: "", line: text, refusal: null }
  const target = world ? targetOf(text, world) : null
  if (world === null || target === null) return here
  if ("unknown" in target) {
    return { ...here, refusal: `${target.unknown} To say it to ${nameOf(world, open)}, put a word before the @.` }
  }
  const { agentId, rest } = target
  const head = text.slice(0, text.length - rest.length)
  return { agentId, name: agentId === open ? null : nameOf(world, agentId), head, line: rest, refusal: null }
}

/** It is in another chat, where the user is not looking. */
export function sentTo(name: string, refusal: string | null): string {
  return refusal === null ? `Sent to ${name}.` : `${name} did not get it, it is kept in that chat. ${refusal}`
}

export function ranFor(name: string): string {
  return `Done for ${name}. What came of it is in that chat.`
}
