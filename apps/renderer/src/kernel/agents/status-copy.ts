// Owns: where an agent stands as a short sentence: what it waits for and since when, never more than the events prove (OPM-7).
import type { Agent, AgentStatus, Instant, Turn, World } from "@kibitz/contract"
import { findAgent, isReviewed, isTerminal, offlineItem, retryOf } from "@kibitz/domain"
import { formatAgo, formatWait } from "../ui/numbers.ts"
import { needsOf, statusWords } from "./status-glyphs.ts"

const NAMED = 3

/** As its sign says it: what a person must answer comes first (status-glyphs.ts). `now` may be a few seconds old where many are shown. */
export function standingLine(world: World, agent: Agent, status: AgentStatus, now: Instant): string {
  return needsOf(world, agent).length > 0 ? statusWords["needs-you"] : statusLine(world, agent, status, now)
}

export function statusLine(world: World, agent: Agent, status: AgentStatus, now: Instant): string {
  switch (status) {
    case "waiting":
      return waitingLine(agent)
    case "waiting-api":
      return providerLine(agent, now)
    case "waiting-child":
      return `waits for ${childNames(world, agent)}`
    case "waiting-parent": {
      const holder = agent.asking.at(-1)?.holderId
      return `waits for an answer from ${(holder && findAgent(world, holder)?.name) ?? "above"}`
    }
    case "stopped":
      return agent.due
        ? `${agent.due.why === "restart" ? "tries again" : "goes on"} in ${until(agent.due.at, now)}`
        : statusWords.stopped
    case "done":
      return agent.standing.kind === "done" && agent.standing.verified ? "done, verified" : "done, unverified"
    case "paused":
      return pausedLine(world, agent, now)
    default:
      return statusWords[status]
  }
}

/** By the user, or by what ended its last turn and has to change first. */
function pausedLine(world: World, { standing, trouble, waits }: Agent, now: Instant): string {
  if (standing.kind === "paused") return standing.by === "limit" ? "paused by a limit" : "paused by you"
  if (trouble?.failure.kind === "rate_limited") return "paused by a limit"
  if (trouble?.failure.kind === "offline") return noNetworkLine(world, now)
  return trouble?.failure.kind === "budget" || waits === "you" ? "paused, its money is spent" : "paused"
}

/** Found again, it is found for everybody: the time is the same for all of them. */
function noNetworkLine({ attention }: World, now: Instant): string {
  const item = attention[offlineItem]
  const next = item?.kind === "provider" ? item.until : null
  return next === null ? "paused, no network" : `paused, no network, tried again in ${until(next, now)}`
}

function waitingLine(agent: Agent): string {
  const { presence, standing, assignment, addressed } = agent
  if (standing.kind === "stopped") return "stopped by you"
  if (presence || isReviewed(agent)) return "your turn"
  return assignment === null && !addressed ? "no assignment" : "idle"
}

function providerLine({ turn, due }: Agent, now: Instant): string {
  if (!turn && due) return `waits for the provider, ${until(due.at, now)}`
  if (turn?.status.kind === "held") return "waits for a free request"
  if (turn?.status.kind !== "delayed") return statusWords["waiting-api"]
  return `waits for the provider, ${until(turn.status.until, now)} · ${retryWords(turn)}`
}

/** "retry 2 of 7" (ux 5.2); empty at a first try. */
export function retryWords(turn: Pick<Turn, "status" | "attempt" | "lastFailure">): string {
  const retry = retryOf(turn)
  return retry ? `retry ${retry.number} of ${retry.most}` : ""
}

/** Those below it that still have something to do. */
export function childNames(world: World, agent: Agent): string {
  const names = agent.childIds.flatMap((id) => {
    const child = findAgent(world, id)
    return child && child.assignment !== null && !isTerminal(child) ? [child.name] : []
  })
  if (names.length === 0) return "its team"
  const more = names.length - NAMED
  return more > 0 ? `${names.slice(0, NAMED).join(", ")} +${more}` : names.join(", ")
}

/** "replied 12 s ago" */
export function evidenceLine({ evidence }: Pick<Agent, "evidence">, now: Instant): string {
  return `${evidence.what} ${formatAgo(Math.max(0, Date.parse(now) - Date.parse(evidence.at)))}`
}

function until(instant: Instant, now: Instant): string {
  const ms = Date.parse(instant) - Date.parse(now)
  return ms > 0 ? formatWait(ms) : "a moment"
}
