// Owns: how an agent may come to stand where it stands beyond a turn (OPM-7). One table; a move that is not in it changes nothing.
import type { Agent, AgentId, Event, Standing } from "@kibitz/contract"

const legal: Readonly<Record<Standing["kind"], readonly Standing["kind"][]>> = {
  open: ["paused", "stopped", "stuck", "done", "dismissed"],
  paused: ["open", "stopped", "dismissed"],
  stopped: ["open", "dismissed"],
  stuck: ["open", "paused", "stopped", "dismissed"],
  done: ["open", "dismissed"],
  dismissed: [],
}

export function canMove(from: Standing["kind"], to: Standing["kind"]): boolean {
  return legal[from].includes(to)
}

/** Empty where it already stands there, or may not go there. `by`: the agent whose word does it. */
export function moveTo({ id, standing: before }: Agent, standing: Standing, because: string, by?: AgentId | null): Event[] {
  if (!canMove(before.kind, standing.kind)) return []
  return [{ type: "agent.moved", agentId: id, standing, because, ...(by ? { by } : {}) }]
}

/** By the user's word, whatever the occasion, or because Kibitz kept ending in its work (F34): only the user lets it go on, and no other agent. */
export function isHeldBack({ standing }: Agent): boolean {
  return standing.kind === "paused" || standing.kind === "stopped" || isCrashed(standing)
}

export function isCrashed(standing: Standing): boolean {
  return standing.kind === "stuck" && standing.why === "crashed"
}

/** Over: nobody waits for it any more. */
export function isTerminal({ standing }: Agent): boolean {
  return standing.kind === "done" || standing.kind === "dismissed" || standing.kind === "stopped"
}
