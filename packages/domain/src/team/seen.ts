import type { Agent, Instant } from "@kibitz/contract"

/** The last thing that proves it alive. */
export function seen(agent: Agent, at: Instant, what: string): Agent {
  return { ...agent, evidence: { at, what } }
}
