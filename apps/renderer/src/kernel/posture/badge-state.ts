// Owns: how a badge looks beyond its words (AXS-9): dim while its agent is paused, and pulsing while an autonomous agent works.
import type { Agent, AgentStatus, Instant } from "@kibitz/contract"
import { agentStatus } from "@kibitz/domain"

export type BadgeState = { readonly isPaused: boolean; readonly isPulsing: boolean }

/** Something of it runs right now. Who waits, for the provider, the user or its team, does not work. */
const atWork: ReadonlySet<AgentStatus> = new Set(["working", "verifying"])

/** `now` notices a silence: nobody of whom nothing is heard is said to work. */
export function badgeState(agent: Agent, now?: Instant): BadgeState {
  const status = agentStatus(agent, now)
  return {
    isPaused: status === "paused",
    isPulsing: agent.posture.runControl === "autonomous" && atWork.has(status),
  }
}
