import type { Agent, CheckOutcome, EventOf, Instant } from "@kibitz/contract"
import { newTurn } from "../team/new-turn.ts"
import { seen } from "../team/seen.ts"

type VerificationEvent = EventOf<"verification.started" | "verification.checked" | "verification.cut-off" | "verification.ended">

export function evolveVerification(agent: Agent, event: VerificationEvent, at: Instant): Agent {
  if (event.type === "verification.started") {
    const { turnId: id, checks, said } = event
    if (agent.turn?.id === id) return seen(agent, at, "is being checked")
    // A journal from before there were briefs: no turn.started came before it.
    const brief = { kind: "verification", input: { checks, said }, byKibitz: true as const }
    const turn = newTurn({ id, at, model: "", cause: "verification", brief })
    return seen({ ...agent, turn, due: null, waits: null }, at, "is being checked")
  }
  const turn = agent.turn
  if (turn?.id !== event.turnId) return agent
  switch (event.type) {
    case "verification.checked":
      return seen({ ...agent, turn: { ...turn, found: [...(turn.found ?? []), event.outcome] } }, at, "was checked")
    // Journals from before there were briefs have no turn.cut-off or turn.finished after these two.
    case "verification.cut-off":
      return { ...agent, turn: null }
    case "verification.ended": {
      const { passed, checks } = event
      const run = passed || passedAnew(agent, checks) ? { ...agent.run, progressed: true, idle: 0 } : agent.run
      return { ...agent, turn: null, run, verification: { at, passed, checks } }
    }
  }
}

/** One that passed the last time as well has brought nothing about: saying "done" again and again would never count as stuck. */
function passedAnew({ verification }: Agent, checks: readonly CheckOutcome[]): boolean {
  const before = new Set(verification?.checks.filter(({ result }) => result === "passed").map(({ command }) => command))
  return checks.some(({ result, command }) => result === "passed" && !before.has(command))
}
