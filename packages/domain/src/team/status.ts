// Owns: the one word for where an agent stands. Derived, never stored: a status that is kept beside its cause can come to disagree with it.
import type { Agent, AgentStatus, Instant, Mode, Turn } from "@kibitz/contract"
import { isHeld, isRunning } from "./running.ts"

/** Without a sign of life for so long, nothing is said to be running (OPM-7). */
export const SILENT_MS = 120_000

/** `at`: now, where it is known; without it no silence is noticed. */
export function agentStatus(agent: Agent, at?: Instant): AgentStatus {
  const status = statusOf(agent, at)
  // What else is there to be looked at, and has not been put off, is no question.
  if (status === "needs-you") return agent.putOff || agent.asks === false ? "put-off" : status
  return status === "waiting" && isReviewed(agent) && agent.putOff ? "put-off" : status
}

function statusOf(agent: Agent, at: Instant | undefined): AgentStatus {
  const { standing, turn, trouble } = agent
  if (standing.kind === "dismissed") return "dismissed"
  if (turn) return at !== undefined && isSilent(agent, at) ? "unverifiable" : turnStatus(turn)
  if (standing.kind === "paused" || standing.kind === "stuck" || standing.kind === "done") return standing.kind
  if (agent.due) return agent.due.limited ? "waiting-api" : "stopped"
  if (trouble) return trouble.parked ? "paused" : "failed"
  if (standing.kind === "stopped" || agent.presence) return "waiting"
  switch (agent.waits) {
    case "you":
      // Amber is a promise (ux, principle 3): of the money that several have spent only one asks, and the others stand beside it.
      return agent.putOff || (agent.asks ?? agent.items.length > 0) ? "needs-you" : "paused"
    case "parent":
      return "waiting-parent"
    case "child":
      return teamStatus(agent)
    default:
      return "waiting"
  }
}

/** What those below it ask the user is theirs, with a sign of their own: it waits for them, and there is nothing to answer here. */
function teamStatus({ tally: { working, stopped, paused, stuck, tiers } }: Agent): AgentStatus {
  const isHeld = paused > 0 && working + stopped + stuck + tiers[0] + tiers[1] === 0
  return isHeld ? "paused" : "waiting-child"
}

/** A unit of it waits for a look: the user's turn, and no question (ux 2.5, tier 3). */
export function isReviewed({ presence, standing, waits }: Pick<Agent, "presence" | "standing" | "waits">): boolean {
  return presence === null && standing.kind === "open" && waits === "review"
}

/** Chat while the user is there, perseverance while not (OPM-4). */
export function modeOf({ presence }: Agent): Mode {
  return presence ? "chat" : "perseverance"
}

function turnStatus(turn: Turn): AgentStatus {
  if (waitsForUser(turn)) return "needs-you"
  if (turn.status.kind === "delayed" || turn.status.kind === "held") return "waiting-api"
  return turn.cause === "verification" ? "verifying" : "working"
}

/** Nothing of it runs, and a call waits for the user's word. */
export function waitsForUser({ status, calls }: Turn): boolean {
  if (status.kind !== "calling") return false
  return calls.some((call) => call.status === "asked") && !calls.some((call) => call.status === "allowed")
}

/** Something of it ought to be running, and nothing has been heard of it. */
export function isSilent({ turn, evidence }: Agent, at: Instant): boolean {
  if (!turn || waitsForUser(turn)) return false
  if (turn.status.kind === "calling") {
    // Nothing of it runs, and none of it can give a sign.
    if (turn.calls.some(isHeld) && !turn.calls.some(isRunning)) return false
  } else if (turn.status.kind !== "asking") return false
  return Date.parse(at) - Date.parse(evidence.at) >= SILENT_MS
}
